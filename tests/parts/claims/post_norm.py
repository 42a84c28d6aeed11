"""What the exercise `post_norm` claims."""

CLAIMS = {
    "Two steps in the order of the name: first Add, then Norm":
        "same(right, norm(x + sublayer(x)))",
    "What is added to `sublayer(x)`? And what goes":
        "same(right, norm(x + sublayer(x)))",
    "You wrote LayerNorm(x) + f(x). The bracket closes too early":
        "norm(x) + sublayer(x)",
    "You wrote x + f(LayerNorm(x)), which is pre-norm. Many newer models do "
    "that. Post-norm normalizes after the addition":
        "x + sublayer(norm(x))",
    "You took the sublayer's output off x": "norm(x - sublayer(x))",
    "You took the shortcut off": "norm(sublayer(x) - x)",
    "You left out the shortcut: LayerNorm(f(x))": "norm(sublayer(x))",
    "You left out the norm: x + f(x)": "x + sublayer(x)",
    "You wrote x + LayerNorm(f(x))": "x + norm(sublayer(x))",
    "You normalized x and f(x) each by itself": "norm(x) + norm(sublayer(x))",
    "You normalized before the sublayer and after the addition":
        "norm(x + sublayer(norm(x)))",
    "You normalized x first and used that for both branches":
        "norm(norm(x) + sublayer(norm(x)))",
    "You normalized the shortcut too: LayerNorm(LayerNorm(x) + f(x))":
        "norm(norm(x) + sublayer(x))",
    "You wrote f(LayerNorm(x)). That is the branch of pre-norm alone":
        "sublayer(norm(x))",
    "You called the sublayer twice. It costs twice the time":
        "len(calls(done)) == 2 == 2 * len(calls(asked))",
    "You added x again after the norm": "x + norm(x + sublayer(x))",
    "You normalized x first and then added. It is the other way round: add "
    "x and f(x), then normalize":
        "norm(x) + sublayer(norm(x))",
    "You added the shortcut twice": "norm(2 * x + sublayer(x))",
    "The sublayer is missing: you added x to its own LayerNorm": "norm(x) + x",
    "Add x to f(x), then normalize": "same(right, norm(x + sublayer(x)))",
    "You called the sublayer last. Post-norm calls it first, on x; then "
    "come the addition and the norm":
        "sublayer(norm(x) + x)",
    "The sublayer is missing: you added x to itself": "norm(x + x)",
    "You normalized the sum twice": "norm(norm(x + sublayer(x)))",
    "One call of `norm`, around everything, and one of `sublayer`":
        "len(calls(asked)) == 1",
}  # fmt: skip


def calls(answer):
    """Return what a sublayer was called with."""
    seen = []

    def watched(x):
        seen.append(x)
        return x

    answer(sublayer=watched)
    return seen
