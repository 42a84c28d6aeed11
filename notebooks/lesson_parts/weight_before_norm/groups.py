"""Groups of parameters that may be scale-invariant: variant, words, names."""

OUT, FIRST = ("W2", "b2"), ("embedding.W", "embedding.b")
BLOCK = tuple(f"blocks.2.feed_forward.{name}" for name in OUT)
NORM = tuple(f"blocks.1.norm.{name}" for name in ("gamma", "beta"))
BIASES = tuple(f"blocks.2.feed_forward.{name}" for name in ("b1", "b2"))
GROUPS = [
    ("no shortcut", "W2 of a block", BLOCK[:1]),
    ("no shortcut", "W2, b2 of a block", BLOCK),
    ("pre-norm", "W2, b2 of a block", BLOCK),
    ("pre-norm", "all W2, b2", OUT),
    ("pre-norm", "all W2, b2, embedding", OUT + FIRST),
    ("no last norm", "all W2, b2, embedding", OUT + FIRST),
    ("post-norm", "W2, b2 of a block", BLOCK),
    ("post-norm", "b1, b2, γ, β before", BIASES + NORM),
]
