"""all-MiniLM-L6-v2, put together from the functions of the lessons.

Six post-norm blocks of 384 features; 12 heads of attention; feed-forward
layers of 1,536 hidden features with GELU; 13 LayerNorms. Source: Wang et al.,
"MiniLM" (2020), arXiv:2002.10957, for the small model; Reimers and Gurevych,
"Sentence-BERT" (2019), arXiv:1908.10084, for a sentence as a mean of tokens.
"""

from functools import partial

import numpy as np

from lesson_parts.real_model.erf import erf
from lesson_parts.real_model.functions import course_functions
from lesson_parts.real_model.text import pieces, vocabulary
from lesson_parts.real_model.weights import load_weights

BLOCKS, HEADS, EPS = 6, 12, 1e-12
SUBLAYERS = "attention", "feed_forward"
PARTS = "shortcut", "sublayer", "norm"


class Encoder:
    """Text in, one vector of length 1 out.

    Parameters
    ----------
    functions : dict of str to callable, optional
        Functions of the exercises ``layer_norm``, ``gelu_feed_forward``,
        ``encoder_block`` and ``sentence_vector`` by name, to be used in
        place of the course's.
    weights : dict of str to ndarray, optional
        Weights by name, in place of those of ``load_weights()``.

    Notes
    -----
    Several texts go through together: their tokens stand one below the
    other, (tokens, 384). Norms and feed-forward layers take each row by
    itself; attention alone has to know where a text ends.

    Every method takes ``change``, a dict from ``(part, block, sublayer)`` to
    a function, which is put in that place. For the part ``"shortcut"`` it
    takes x and returns what is added to f(x); for ``"sublayer"`` it takes
    f(x); for ``"norm"`` it takes z, gamma, beta and eps. None leaves a part
    out.
    """

    def __init__(self, functions=None, weights=None):
        self.functions = course_functions() | (functions or {})
        self.weights = load_weights() if weights is None else weights

    def __call__(self, text, change=None):
        """Return the vector of a text: 384 numbers, of length 1."""
        return self.vectors([text], change)[0]

    def vectors(self, texts, change=None):
        """Return one row for each text of a list."""
        if isinstance(texts, str) or not len(texts):
            raise ValueError(
                "vectors takes a list of one text or more; got "
                f"{texts!r:.60}. For a single text call the encoder itself: "
                "encoder(text)"
            )
        tokens = self.tokens(texts, change)
        pool = self.functions["sentence_vector"]
        return np.stack([pool(rows) for rows in tokens])

    def tokens(self, texts, change=None):
        """Return (tokens, 384) behind the last block, for each text."""
        x, ends = self.embedding(texts, change)
        return np.split(self.blocks(x, ends, change), ends[:-1])

    def embedding(self, texts, change=None):
        """Return what enters block 0, and the row at which each text ends.

        The vector of a piece, that of its position, and the first norm.
        """
        found = [pieces(text) for text in texts]
        rows = [vocabulary()[piece] for each in found for piece in each]
        table = self.weights["pieces"]
        if max(rows) >= len(table):
            from lesson_parts.real_model.rare_pieces import all_pieces

            table = all_pieces()
        places = np.concatenate([np.arange(len(each)) for each in found])
        x = table[rows] + self.weights["positions"][places]
        norm = self._norm(change or {}, 0, "embedding")
        return norm(x), np.cumsum([len(each) for each in found])

    def blocks(self, x, ends, change=None, start=0, stop=BLOCKS):
        """Return what leaves block stop − 1, of x that enters block start."""
        change = change or {}
        for i in range(start, stop):
            attend = partial(self.attention, block=i, ends=ends)
            feed = partial(self.feed_forward, block=i)
            x = self.functions["encoder_block"](
                x,
                self._sublayer(change, i, "attention", attend),
                self._sublayer(change, i, "feed_forward", feed),
                self._norm(change, i, "attention"),
                self._norm(change, i, "feed_forward"),
            )
        return x

    def attention(self, x, block, ends):
        """Let the tokens of each text take up each other's values."""
        q, k, v = (
            self._linear(x, f"{block}.{name}").reshape(len(x), HEADS, -1)
            for name in ("query", "key", "value")
        )  # (tokens, heads, 32)
        met = np.empty_like(v)
        for start, end in zip([0, *ends], ends):
            met[start:end] = attention(*(a[start:end] for a in (q, k, v)))
        return self._linear(met.reshape(x.shape), f"{block}.output")

    def feed_forward(self, x, block):
        """Run the feed-forward layer of a block."""
        names = "1.W", "1.b", "2.W", "2.b"
        given = (self.weights[f"{block}.{name}"] for name in names)
        y = self.functions["gelu_feed_forward"](x, *given, erf)
        return np.asarray(y, x.dtype)

    def _linear(self, x, name):
        return x @ self.weights[f"{name}.W"] + self.weights[f"{name}.b"]

    def _norm(self, change, block, behind):
        """Return the norm of a place as a function of z alone."""
        place = "norm", block, behind
        name = "embedding" if behind == "embedding" else f"{block}.{behind}"
        gamma, beta = (self.weights[f"{name}.{p}"] for p in ("gamma", "beta"))
        norm = change.get(place, self.functions["layer_norm"])
        if norm is None:
            return lambda z: z
        return lambda z: np.asarray(norm(z, gamma, beta, EPS), z.dtype)

    def _sublayer(self, change, block, name, f):
        """Return a sublayer as the block calls it; the block will add x."""
        output, shortcut = (
            change.get((part, block, name), np.asarray) or np.zeros_like
            for part in ("sublayer", "shortcut")
        )
        if shortcut is np.asarray:  # unchanged
            return lambda x: output(f(x))
        return lambda x: output(f(x)) + shortcut(x) - x


def attention(q, k, v):
    """Mix the values of one text, (tokens, heads, features of a head)."""
    q, k, v = (a.swapaxes(0, 1) for a in (q, k, v))
    scores = q @ k.swapaxes(1, 2) / np.float32(np.sqrt(q.shape[-1]))
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)  # (heads, tokens, tokens)
    return (shares @ v).swapaxes(0, 1)


def without(part, block, sublayer):
    """Return the change that leaves one part out."""
    return {(part, block, sublayer): None}
