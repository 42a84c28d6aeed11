"""Remake weights.npz and rare_pieces.npz of the published weights.

    python benchmarks/remake_real_model_weights.py FOLDER

FOLDER holds the published model.safetensors and vocab.txt; NOTICE.md says
where to get them. Matrices are rounded to eight bits, whole numbers from −127
to 127 times a scale that 32 weights share, those of the blocks with the
sentences of calibration.txt at hand. γ, β and biases stay as they are.
"""

import hashlib
import json
import sys
from collections import defaultdict
from io import BytesIO
from pathlib import Path

import numpy as np
from tqdm import tqdm

from course_tools import own_files
from lesson_parts.real_model import measure, rare_pieces, weights
from lesson_parts.real_model.encoder import BLOCKS, Encoder
from lesson_parts.real_model.erf import erf
from lesson_parts.real_model.text import FILE, LONGEST, vocabulary

NOTICE = weights.FILE.with_name("NOTICE.md").read_text(encoding="utf-8")
GROUP, LARGEST = weights.GROUP, 127
NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "output": "attention.output.dense",
}


def published(folder):
    """Return the published arrays by their names, after checking the file.

    The format: eight bytes with the length of a header in JSON, the header,
    which says where each array lies, and the arrays.
    """
    data = (Path(folder) / "model.safetensors").read_bytes()
    if hashlib.sha256(data).hexdigest() not in NOTICE:
        raise ValueError("model.safetensors is not the published file")
    end = 8 + int.from_bytes(data[:8], "little")
    found = {}
    for name, about in json.loads(data[8:end]).items():
        if about.get("dtype") == "F32":
            start, stop = about["data_offsets"]
            raw = np.frombuffer(data[end + start : end + stop], "<f4")
            found[name] = raw.reshape(about["shape"])
    return found


def renamed(arrays, order):
    """Return the weights under the names of the lessons.

    ``order`` says in which published row the vector of each piece stands.
    """
    e = "embeddings"
    found = {
        "pieces": arrays[f"{e}.word_embeddings.weight"][order]
        + arrays[f"{e}.token_type_embeddings.weight"][0],
        "positions": arrays[f"{e}.position_embeddings.weight"][:LONGEST],
    }

    def take(name, old, weight, bias):
        found[f"{name}{weight}"] = arrays[f"{old}.weight"].T
        found[f"{name}{bias}"] = arrays[f"{old}.bias"]

    take("embedding", f"{e}.LayerNorm", ".gamma", ".beta")
    for i in range(BLOCKS):
        old = f"encoder.layer.{i}"
        for name, inner in NAMES.items():
            take(f"{i}.{name}", f"{old}.{inner}", ".W", ".b")
        take(f"{i}.1", f"{old}.intermediate.dense", ".W", ".b")
        take(f"{i}.2", f"{old}.output.dense", ".W", ".b")
        norm = "output.LayerNorm"
        take(f"{i}.attention", f"{old}.attention.{norm}", ".gamma", ".beta")
        take(f"{i}.feed_forward", f"{old}.{norm}", ".gamma", ".beta")
    return found


class Watching(Encoder):
    """An encoder that adds up x xᵀ over the inputs x of each matrix."""

    def __init__(self, **given):
        super().__init__(**given)
        self.met = defaultdict(int)

    def note(self, name, x):
        self.met[name] += x.T.astype(float) @ x

    def _linear(self, x, name):
        self.note(f"{name}.W", x)
        return super()._linear(x, name)

    def feed_forward(self, x, block):
        m = super()._linear(x, f"{block}.1")
        self.note(f"{block}.1.W", x)
        self.note(f"{block}.2.W", m * (1 + erf(m / np.sqrt(2))) / 2)
        return super().feed_forward(x, block)


def scales(W):
    """Return one scale for each 32 weights of a row, as float16 holds it."""
    largest = np.abs(W.reshape(len(W), -1, GROUP)).max(-1)
    # Rounded up, so that no weight is more than 127 scales.
    return np.nextafter((largest / LARGEST).astype("f2"), np.float16(np.inf))


def rounded(W):
    """Return the nearest codes, and their scales."""
    found = scales(W)
    return np.rint(W / np.repeat(found, GROUP, 1)).astype("i1"), found


def rounded_for(W, inputs):
    """Return codes and scales that change the outputs x @ W.T little.

    One column is rounded after the other, and what its rounding changes is
    made up for by the columns still to come, as well as the typical x allow:
    ``inputs`` is the sum of x xᵀ over some of them.

    Source: Frantar et al., "GPTQ" (2022), arXiv:2210.17323, equations 2 and
    3 and algorithm 1.
    """
    found, left = scales(W), W.astype(float)
    width = np.repeat(found.astype(float), GROUP, 1)
    codes = np.empty(W.shape, "i1")
    damped = inputs + 0.01 * inputs.diagonal().mean() * np.eye(len(inputs))
    passes_on = np.linalg.cholesky(np.linalg.inv(damped)).T
    for j in range(W.shape[1]):
        code = np.rint(left[:, j] / width[:, j])
        codes[:, j] = np.clip(code, -LARGEST, LARGEST)
        missed = left[:, j] - codes[:, j] * width[:, j]
        share = passes_on[j, j + 1 :] / passes_on[j, j]
        left[:, j + 1 :] -= np.outer(missed, share)
    return codes, found


def store(file, **arrays):
    """Store arrays; what somebody else wrote there is kept."""
    packed = BytesIO()
    np.savez_compressed(packed, **arrays)
    own_files.write(file, packed.getvalue())


def main(folder):
    """Round all weights and store them."""
    published_rows = (Path(folder) / "vocab.txt").read_text(encoding="utf-8")
    row = {piece: i for i, piece in enumerate(published_rows.splitlines())}
    order = [row[piece] for piece in vocabulary()]
    found = renamed(published(folder), order)
    watching = Watching(weights=found)
    watching.vectors(measure.other_texts())
    lines = FILE.read_text(encoding="utf-8").splitlines()
    common = sum(not line.startswith(" ") for line in lines)
    found["pieces"], rare = np.split(found["pieces"], [common])
    codes, scales = rounded(rare)
    store(rare_pieces.FILE, codes=codes, scales=scales)
    stored = {}
    for name, array in tqdm(found.items(), "rounding"):
        if array.ndim == 1:
            stored[name] = array
            continue
        both = (
            rounded_for(array.T, watching.met[name])
            if "W" in name
            else rounded(array)
        )
        stored[f"{name}:codes"], stored[f"{name}:scales"] = both
    store(weights.FILE, **stored)


if __name__ == "__main__":
    main(sys.argv[1])
