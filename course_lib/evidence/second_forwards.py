"""Every layer's forward a second time: in plain NumPy, SymPy and PyTorch."""

from dataclasses import dataclass

from course_lib.evidence import textbook
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
)


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
        f"The panel knows {', '.join(kind.__name__ for kind in FORWARDS)}, "
        f"but the layer is of type {type(layer).__name__}. Use "
        "check_gradients, which takes any layer."
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


def rms_norm(layer):
    """Return RMSNorm's forwards."""
    eps = layer.eps

    def symbols(x, gamma):
        import sympy as sp

        mean_square = sum(v**2 for v in x) / len(x)
        root = sp.sqrt(mean_square + sp.Float(eps, 17))
        return [g * v / root for v, g in zip(x, gamma)]

    def torch(x, gamma):
        from torch.nn.functional import rms_norm

        return gamma * rms_norm(x, x.shape[-1:], eps=eps)

    def plain(x, gamma):
        return textbook.rms_norm(x, gamma, eps)

    return Forwards(plain, symbols, torch)


def added(forwards):
    """Return what gives a norm's forwards for prev + orig."""

    def of_sum(layer):
        norm = forwards(layer)

        def symbols(prev, orig, **parameters):
            x = [a + b for a, b in zip(prev, orig)]
            return norm.symbols(x, **parameters)

        def torch(prev, orig, **parameters):
            return norm.torch(prev + orig, **parameters)

        def plain(prev, orig, **parameters):
            return norm.plain(prev + orig, **parameters)

        return Forwards(plain, symbols, torch)

    return of_sum


def product(x, W):
    """Return x W in symbols; W comes as the list of its rows, end to end."""
    n = len(W) // len(x)
    return [sum(v * W[i * n + j] for i, v in enumerate(x)) for j in range(n)]


def feed_forward(layer):
    """Return FeedForward's forwards."""

    def symbols(x, W1, b1, W2, b2):
        import sympy as sp

        pre = [m + b for m, b in zip(product(x, W1), b1)]
        # SymPy's Max becomes code that does not broadcast before SymPy 1.14.
        relu = [sp.Piecewise((m, m > 0), (0, True)) for m in pre]
        return [y + b for y, b in zip(product(relu, W2), b2)]

    def torch(x, W1, b1, W2, b2):
        return (x @ W1 + b1).relu() @ W2 + b2

    return Forwards(textbook.feed_forward, symbols, torch, FeedForward.names)


def gated_feed_forward(layer):
    """Return GatedFeedForward's forwards."""

    def symbols(x, W_gate, W_up, W_down):
        import sympy as sp

        both = zip(product(x, W_gate), product(x, W_up))
        return product([m / (1 + sp.exp(-m)) * u for m, u in both], W_down)

    def torch(x, W_gate, W_up, W_down):
        from torch.nn.functional import silu

        return (silu(x @ W_gate) * (x @ W_up)) @ W_down

    return Forwards(
        textbook.gated_feed_forward, symbols, torch, GatedFeedForward.names
    )


FORWARDS = {
    AddNorm: added(layer_norm),
    LayerNorm: layer_norm,
    AddRMSNorm: added(rms_norm),
    RMSNorm: rms_norm,
    FeedForward: feed_forward,
    GatedFeedForward: gated_feed_forward,
}
