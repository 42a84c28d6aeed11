"""Remake the numbers of PyTorch that the tests of the real model read.

    python benchmarks/remake_real_model_numbers.py FOLDER

It needs PyTorch and transformers, which the tests do not. FOLDER holds the
published model, with its tokenizer. Written are, for the first sentences of
oz.txt, the tokens and what enters and leaves every block, and the
similarities of all sentences, in steps of 10⁻⁴.
"""

import sys
from pathlib import Path

import numpy as np
import torch
from transformers import AutoTokenizer, BertModel

HERE = Path(__file__).parents[1] / "tests" / "parts" / "real_model"
WHOLE = 1  # sentences whose hidden states are kept


def main(folder):
    """Run the published model and store what came out."""
    torch.set_num_threads(1)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = BertModel.from_pretrained(folder).eval()
    vectors, kept = [], {}
    texts = (HERE / "oz.txt").read_text(encoding="utf-8").splitlines()
    for i, text in enumerate(texts):
        given = tokenizer(text, return_tensors="pt")
        with torch.no_grad():
            states = model(**given, output_hidden_states=True).hidden_states
        tokens = tokenizer.convert_ids_to_tokens(given["input_ids"][0])
        kept[f"tokens {i}"] = np.array(tokens)
        if i < WHOLE:
            kept[f"states {i}"] = torch.cat(states).numpy()
        mean = states[-1][0].double().mean(0).numpy()
        vectors.append(mean / np.linalg.norm(mean))
    alike = np.array(vectors) @ np.transpose(vectors)
    above = alike[np.triu_indices(len(texts), 1)]
    kept["similarities"] = np.rint(above * 10_000).astype("i2")
    np.savez_compressed(HERE / "pytorch_numbers.npz", **kept)


if __name__ == "__main__":
    main(sys.argv[1])
