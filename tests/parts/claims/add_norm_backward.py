"""What the exercise `add_norm_backward` claims."""

CLAIMS = {
    "What arrived at orig by other ways never passed through prev":
        "same(asked(orig_grad=0).prev_grad, right.prev_grad)",
    "Gradients of several uses add up; the chain rule knows no mean":
        "same(right.orig_grad, orig_grad + dz)",
    "In front of its norm, AddNorm adds: z = prev + orig. `dz` is ∂L/∂z":
        "same(slopes(), (1, 1))",
    "z = prev + orig: what is ∂z/∂prev, and what is ∂z/∂orig?":
        "same(slopes(), (1, 1))",
    "Both are 1, so both inputs get the same. What had arrived at orig "
    "before stays":
        "same(right, (dz, orig_grad + dz))",
    "prev gets what came from behind, as it came. At orig two gradients "
    "meet, and where paths meet they add":
        "same(right, (dz, orig_grad + dz))",
    "You overwrote orig_grad. With an orig_grad of zeros that is the same":
        "unseen(orig_grad=0) and same(wrong, (dz, dz))",
    "You passed orig_grad on without adding dz": "(dz, orig_grad)",
    "You added dz to orig_grad twice": "(dz, orig_grad + 2 * dz)",
    "You split dz between the two inputs. Two inputs share the sum, but "
    "∂z/∂prev and ∂z/∂orig are 1 each, not one half":
        "(dz / 2, orig_grad + dz / 2)",
    "You gave prev the gradient that belongs to orig as well":
        "(orig_grad + dz, orig_grad + dz)",
    "You sent nothing to prev": "(0 * dz, orig_grad + dz)",
    "You multiplied orig_grad by dz. Along one path derivatives multiply; "
    "where paths meet they add":
        "(dz, orig_grad * dz)",
    "You averaged what arrives at orig": "(dz, (orig_grad + dz) / 2)",
}  # fmt: skip


def slopes(h=0.5):
    """Return the slopes of a sum with respect to its two terms."""
    return ((3 + h + 4) - (3 + 4)) / h, ((3 + 4 + h) - (3 + 4)) / h
