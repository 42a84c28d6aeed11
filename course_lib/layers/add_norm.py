"""AddNorm: add the shortcut to the sublayer's output, then normalize.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.1.
AddRMSNorm is the same with RMSNorm.
"""

from course_lib.layers import validate
from course_lib.layers.layer_norm import LayerNorm
from course_lib.layers.rms_norm import RMSNorm


class Add:
    """Add first; the norm comes next in the bases of a subclass."""

    def forward(self, prev, orig):
        """Add what the sublayer made to what it was given, and normalize.

        Parameters
        ----------
        prev, orig : array_like, (..., d_model)
            Output and input of the sublayer, of one shape.

        Returns
        -------
        y : ndarray, (..., d_model)

        Raises
        ------
        TypeError, ValueError
            As the norm's, and if the two shapes differ: nothing is repeated.
        """
        prev = validate.require_features("prev", prev, self.d_in)
        orig = validate.require_features("orig", orig)
        validate.require_same_shape("prev", prev, "orig", orig)
        return super().forward(prev + orig)

    def backward(self, dy, orig_grad=None):
        """Take dL/dy and return dz, the gradient of prev and of orig alike.

        A sum hands its gradient to both terms unchanged.

        Parameters
        ----------
        dy : array_like, (..., d_model)
        orig_grad : ndarray, (..., d_model), optional
            Gradient that reached orig on other ways. dz is added to it in
            place.

        Returns
        -------
        dz : ndarray, (..., d_model)
        """
        self.check_ready_for_backward()
        if orig_grad is not None:
            validate.require_writable("orig_grad", orig_grad)
            validate.require_same_shape(
                "orig_grad", orig_grad, "orig", self.x_hat
            )
        dz = super().backward(dy)
        if orig_grad is not None:
            orig_grad += dz
        return dz


class AddNorm(Add, LayerNorm):
    """y = LayerNorm(prev + orig): a LayerNorm of a sum."""


class AddRMSNorm(Add, RMSNorm):
    """y = RMSNorm(prev + orig)."""
