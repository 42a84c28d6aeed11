"""Which sentence finds which, when something is changed in the encoder."""

from types import SimpleNamespace

import numpy as np

from lesson_parts.real_model.encoder import Encoder
from lesson_parts.real_model.pairs import EASY, sentences


class Retrieval:
    """The encoder on the sentences of the sixty pairs, or on other texts.

    ``functions`` are those of the encoder.

    Attributes
    ----------
    x : ndarray, (tokens, 384)
        What enters block 0 of the unchanged encoder.
    first : ndarray of bool
        Which rows are [CLS], the first token of a sentence.
    """

    def __init__(self, texts=None, functions=None):
        self.texts = sentences() if texts is None else texts
        self.encoder = Encoder(functions)
        self.x, self.ends = self.encoder.embedding(self.texts)
        self.first = np.zeros(len(self.x), bool)
        self.first[[0, *self.ends[:-1]]] = True

    def vectors(self, change=None, weights=None):
        """Return the sentences' vectors with a change.

        ``weights`` are put in place of those of the same name.
        """
        weights = self.encoder.weights | (weights or {})
        encoder = Encoder(self.encoder.functions, weights)
        return encoder.vectors(self.texts, change)

    def pooled(self, x):
        """Return the sentences' vectors of the tokens' last rows."""
        pool = self.encoder.functions["sentence_vector"]
        return np.stack([pool(rows) for rows in np.split(x, self.ends[:-1])])


def judged(vectors):
    """Say who finds whom; sentences 2n and 2n + 1 are partners.

    Returns
    -------
    SimpleNamespace
        ``nearest``: for each sentence, the other one that is most similar;
        ``found``: for each pair, the share of its two that find the other;
        ``alike``: all similarities, 0 on the diagonal; ``partners`` and
        ``others``: mean similarities.
    """
    alike = vectors @ vectors.T
    count = np.arange(len(alike))
    partner = count ^ 1
    partners = alike[count, partner]
    np.fill_diagonal(alike, -np.inf)
    nearest = alike.argmax(1)
    np.fill_diagonal(alike, 0)
    others = (alike.sum() - partners.sum()) / (len(count) * (len(count) - 2))
    found = (nearest == partner).reshape(-1, 2).mean(1)
    return SimpleNamespace(
        nearest=nearest,
        found=found,
        partners=partners.mean(),
        others=others,
        alike=alike,
    )


def share_and_error(found):
    """Return the mean over the sixty pairs, and its standard error.

    The pairs behind the first twenty are couples: each pair's tempting wrong
    partner is the other one. What finds one often finds both, so a couple is
    one draw and not two.
    """
    off = found - found.mean()
    draws = np.concatenate([off[:EASY], off[EASY:].reshape(-1, 2).sum(1)])
    more = len(draws) / (len(draws) - 1)
    return found.mean(), np.sqrt(more * (draws**2).sum()) / len(found)
