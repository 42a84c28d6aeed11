"""AddNorm: add the shortcut to the sublayer's output, then normalize.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.1.
"""

from . import checks
from .layer_norm import LayerNorm


class AddNorm(LayerNorm):
    """y = LayerNorm(prev + orig), with LayerNorm's parameters."""

    def forward(self, prev, orig):
        """Add the sublayer's output `prev` and its input `orig`; normalize.

        Parameters
        ----------
        prev, orig : array_like, (..., d_model)
            Both of one shape.

        Returns
        -------
        y : ndarray, (..., d_model)
        """
        prev = checks.features("prev", prev)
        orig = checks.features("orig", orig)
        if prev.shape != orig.shape:
            raise ValueError(
                f"prev and orig must have one shape, but they have "
                f"{prev.shape} and {orig.shape}."
            )
        return super().forward(prev + orig)

    def backward(self, dy, orig_grad=None):
        """Take dL/dy, return dz: the gradient of prev, and of orig as well.

        A sum hands the same gradient to both of its terms.

        Parameters
        ----------
        dy : array_like, (..., d_model)
        orig_grad : ndarray, (..., d_model), optional
            What has arrived at orig from elsewhere; dz is added in place.
        """
        if orig_grad is not None:
            self.check_can_go_back()
            checks.accumulator("orig_grad", orig_grad, self.x_hat)
        dz = super().backward(dy)
        if orig_grad is not None:
            orig_grad += dz
        return dz

    def backward_step(self, dy, lr, orig_grad=None):
        """Run backward, then step: dz is made with the gamma of forward."""
        lr = checks.non_negative("lr", lr)
        dz = self.backward(dy, orig_grad)
        self.step(lr)
        return dz
