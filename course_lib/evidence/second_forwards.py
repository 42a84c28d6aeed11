"""Every layer's forward a second time: in plain NumPy, SymPy and PyTorch."""

from dataclasses import dataclass

from course_lib.evidence import textbook
from course_lib.layers import AddNorm, FeedForward, LayerNorm


@dataclass(frozen=True)
class Forwards:
    """One forward pass in plain NumPy, in SymPy and in PyTorch.

    `plain` and `torch` take the arrays by name; `symbols` takes one token's,
    as lists of symbols. `shared` names the arrays that every token sees
    whole, as it does a weight matrix.
    """

    plain: callable
    symbols: callable
    torch: callable
    shared: tuple = ()


def forwards_of(layer):
    """Return the forwards of a layer, with its eps."""
    for kind, forwards in FORWARDS.items():
        if isinstance(layer, kind):
            return forwards(layer)
    raise TypeError(
        "The panel knows LayerNorm, AddNorm and FeedForward, but the layer is "
        f"of type {type(layer).__name__}. Use check_gradients, which takes "
        "any layer."
    )


def layer_norm(layer):
    """Return LayerNorm's forwards."""
    eps = layer.eps

    def symbols(x, gamma, beta):
        import sympy as sp

        mean = sum(x) / len(x)
        var = sum((v - mean) ** 2 for v in x) / len(x)
        std = sp.sqrt(var + sp.Float(eps, 17))
        return [g * (v - mean) / std + b for v, g, b in zip(x, gamma, beta)]

    def torch(x, gamma, beta):
        from torch.nn.functional import layer_norm

        return gamma * layer_norm(x, x.shape[-1:], eps=eps) + beta

    def plain(x, gamma, beta):
        return textbook.layer_norm(x, gamma, beta, eps)

    return Forwards(plain, symbols, torch)


def add_norm(layer):
    """Return AddNorm's forwards: LayerNorm's, of prev + orig."""
    norm = layer_norm(layer)

    def symbols(prev, orig, gamma, beta):
        return norm.symbols([a + b for a, b in zip(prev, orig)], gamma, beta)

    def torch(prev, orig, gamma, beta):
        return norm.torch(prev + orig, gamma, beta)

    def plain(prev, orig, gamma, beta):
        return textbook.add_norm(prev, orig, gamma, beta, layer.eps)

    return Forwards(plain, symbols, torch)


def feed_forward(layer):
    """Return FeedForward's forwards."""

    def symbols(x, W1, b1, W2, b2):
        import sympy as sp

        def linear(x, W, b):
            n = len(b)  # W comes as the list of its rows, end to end
            return [
                sum(v * W[i * n + j] for i, v in enumerate(x)) + b[j]
                for j in range(n)
            ]

        # SymPy's Max becomes code that does not broadcast before SymPy 1.14.
        relu = [sp.Piecewise((m, m > 0), (0, True)) for m in linear(x, W1, b1)]
        return linear(relu, W2, b2)

    def torch(x, W1, b1, W2, b2):
        return (x @ W1 + b1).relu() @ W2 + b2

    return Forwards(
        textbook.feed_forward, symbols, torch, ("W1", "b1", "W2", "b2")
    )


FORWARDS = {
    AddNorm: add_norm,
    LayerNorm: layer_norm,
    FeedForward: feed_forward,
}
