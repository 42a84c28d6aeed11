"""Remake the numbers of PyTorch that the tests of the real model read.

    python benchmarks/remake_real_model_numbers.py FOLDER

It needs PyTorch and transformers, which the tests do not. FOLDER holds the
published model, with its tokenizer. Written are the tokens of all sentences
of oz.txt and typed.txt, their similarities in steps of 10⁻⁴, and what enters
and leaves every block for the first sentence of oz.txt.
"""

import sys
from pathlib import Path

import numpy as np
import torch
from transformers import AutoTokenizer, BertModel

HERE = Path(__file__).parents[1] / "tests" / "lesson_parts" / "real_model"


def main(folder):
    """Run the published model and store what came out."""
    torch.set_num_threads(1)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = BertModel.from_pretrained(folder).eval()
    kept = {}
    for name in ("oz", "typed"):
        vectors = []
        texts = (HERE / f"{name}.txt").read_text(encoding="utf-8")
        for i, text in enumerate(texts.splitlines()):
            given = tokenizer(text, return_tensors="pt")
            with torch.no_grad():
                run = model(**given, output_hidden_states=True)
            tokens = tokenizer.convert_ids_to_tokens(given["input_ids"][0])
            kept[f"{name} tokens {i}"] = np.array(tokens)
            if name == "oz" and i == 0:
                kept["states"] = torch.cat(run.hidden_states).numpy()
            mean = run.last_hidden_state[0].double().mean(0).numpy()
            vectors.append(mean / np.linalg.norm(mean))
        alike = np.array(vectors) @ np.transpose(vectors)
        above = alike[np.triu_indices(len(vectors), 1)]
        kept[f"{name} similarities"] = np.rint(above * 10_000).astype("i2")
    np.savez_compressed(HERE / "pytorch_numbers.npz", **kept)


if __name__ == "__main__":
    main(sys.argv[1])
