"""The encoder beside PyTorch, beside the published model, and changed."""

import hashlib
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from lesson_parts.real_model import Encoder
from lesson_parts.real_model.encoder import BLOCKS
from lesson_parts.real_model.erf import erf
from lesson_parts.real_model.functions import course_functions
from lesson_parts.real_model.rare_pieces import FILE as RARE
from lesson_parts.real_model.retrieval import judged
from lesson_parts.real_model.text import FILE as PIECES
from lesson_parts.real_model.text import LONGEST, pieces
from lesson_parts.real_model.weights import FILE as WEIGHTS

HERE = Path(__file__).parent
NOTICE = (WEIGHTS.parent / "NOTICE.md").read_text(encoding="utf-8")
OZ, TYPED = (
    (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for name in ("oz", "typed")
)


@cache
def pytorch():
    with np.load(HERE / "pytorch_numbers.npz") as stored:
        return dict(stored)


@pytest.fixture(scope="module")
def encoder():
    return Encoder()


def test_what_is_shipped_is_what_the_notice_sums_up():
    for file in (WEIGHTS, RARE, PIECES):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        assert f"| `{file.name}` | `{digest}` |" in NOTICE


SENTENCES = {"oz": OZ, "typed": TYPED}


@pytest.mark.parametrize("name", SENTENCES)
def test_texts_are_split_as_the_published_tokenizer_does(name):
    """Accents, signs, emoji and other scripts among those that are typed."""
    for i, text in enumerate(SENTENCES[name]):
        assert pieces(text) == list(pytorch()[f"{name} tokens {i}"]), text


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\ufeff", "\x07"])
def test_what_cannot_be_seen_splits_no_word(unseen):
    assert pieces(f"soft{unseen}ware") == pieces("software")


@pytest.mark.parametrize("name, most", [("oz", 0.005), ("typed", 0.0052)])
def test_similarities_are_those_of_the_published_model(name, most, encoder):
    """Nobody tuned for these sentences; the notice says how far off."""
    vectors = encoder.vectors(SENTENCES[name])
    alike = (vectors @ vectors.T)[np.triu_indices(len(vectors), 1)]
    off = np.abs(alike - pytorch()[f"{name} similarities"] / 10_000)
    assert off.max() < most
    assert f"{off.mean():.4f}" in NOTICE


def test_what_enters_every_block_is_what_pytorch_says(encoder):
    """Within rounding to eight bits; each row's spread is about 0.4."""
    states = pytorch()["states"]
    x, ends = encoder.embedding(OZ[:1])
    for i, expected in enumerate(states):
        off = np.sqrt(((x - expected) ** 2).mean())
        assert off < 0.03 * expected.std(), f"entering block {i}"
        if i < BLOCKS:
            x = encoder.blocks(x, ends, None, i, i + 1)


def test_a_vector_has_length_one_and_does_not_depend_on_company(encoder):
    alone = encoder(OZ[0])
    assert alone.shape == (384,) and alone.dtype == np.float32
    assert math.isclose(np.linalg.norm(alone), 1, abs_tol=1e-6)
    np.testing.assert_allclose(encoder.vectors(OZ[:5])[0], alone, atol=2e-6)


def test_a_text_is_refused_for_its_length_alone(encoder):
    with pytest.raises(ValueError, match="302 word pieces; .* at most 256"):
        encoder("the " * 300)
    assert len(pieces("the " * (LONGEST - 2))) == LONGEST
    assert encoder("").shape == (384,)  # [CLS] and [SEP] alone


@pytest.mark.parametrize("name", course_functions())
def test_functions_that_are_handed_in_are_used(name, encoder):
    calls = []

    def counted(*args):
        calls.append(name)
        return course_functions()[name](*args)

    same = Encoder({name: counted})(OZ[1])
    expected = {"layer_norm": 2 * BLOCKS + 1, "sentence_vector": 1}
    assert len(calls) == expected.get(name, BLOCKS)
    np.testing.assert_array_equal(same, encoder(OZ[1]))


def test_who_finds_whom_on_vectors_by_hand():
    turns = np.radians([0, 10, 90, 140, 145, 260])
    found = judged(np.stack([np.cos(turns), np.sin(turns)], axis=1))
    assert found.nearest.tolist() == [1, 0, 3, 4, 3, 0]
    assert found.found.tolist() == [1, 0.5, 0]
    cos = np.cos(np.radians([10, 50, 115]))
    assert math.isclose(found.partners, cos.mean())


def test_erf_is_accurate_to_float32():
    x = np.linspace(-6, 6, 100_001)
    expected = np.array([math.erf(each) for each in x])
    assert np.abs(erf(x) - expected).max() < 8e-9
    single = erf(x.astype("f4"))
    assert single.dtype == np.float32
    assert np.abs(single - expected).max() < 6e-7
    tiny = np.array([1e-30, -1e-5, 0.0])
    assert np.allclose(erf(tiny), tiny * 2 / np.sqrt(np.pi), rtol=1e-6)
    edge = erf(np.array([np.nan, np.inf, -np.inf]))
    assert np.isnan(edge[0]) and np.allclose(edge[1:], [1, -1], atol=2e-8)
