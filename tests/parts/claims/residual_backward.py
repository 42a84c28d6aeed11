"""What the exercise `residual_backward` claims."""

CLAIMS = {
    "Forward, f multiplies by W; the gradient goes back through its "
    "transpose":
        "same(asked(dx_so_far=0) - dy, dy @ W.T)",
    "Where gradients meet they add, and none is halved":
        "same(right, dx_so_far + dy + dy @ W.T)",
    "You left out the gradient of the shortcut. The x that is added to f(x) "
    "has no weights to train, but its slope is 1, not 0":
        "dx_so_far + dy @ W.T",
    "You left out the gradient that comes through the sublayer":
        "dx_so_far + dy",
    "the second one still has to go back through W":
        "same(right - wrong, dy @ W.T)",
    "You left out what had arrived before": "dy + dy @ W.T",
    "as long as dx_so_far is 0 you would not notice": "unseen(dx_so_far=0)",
    "You counted the shortcut twice": "dx_so_far + 2 * dy + dy @ W.T",
    "You subtracted the gradient of the shortcut. y = x + f(x): the slope "
    "of y by this x is 1, not −1":
        "same(right - wrong, 2 * dy)",
    "You multiplied by W, not by its transpose. Forward goes x @ W; a "
    "gradient goes back through W.T. With a symmetric W you would not notice":
        "unseen(W=W + W.T) and not unseen()",
    "You averaged the two branches": "dx_so_far + (dy + dy @ W.T) / 2",
    "nothing is halved": "same(right, dx_so_far + dy + dy @ W.T)",
    "You multiplied the two branches. Slopes multiply along one path":
        "dx_so_far + dy * (dy @ W.T)",
    "You added 1 to every entry of W.T. For one number the slope is 1 + f′":
        "dx_so_far + dy @ (1 + W.T)",
    "for vectors the 1 becomes the identity, with ones on its diagonal alone":
        "same(dy @ (np.eye(len(W)) + W.T), dy + dy @ W.T)",
    "You sent dx_so_far through the sublayer as well":
        "dx_so_far + dy + (dx_so_far + dy) @ W.T",
    "You sent dx_so_far through the sublayer instead of adding it":
        "dy + (dx_so_far + dy) @ W.T",
    "You subtracted what had arrived before": "-dx_so_far + dy + dy @ W.T",
    "You multiplied by what had arrived before": "dx_so_far * (dy + dy @ W.T)",
    "Slopes multiply along one path; gradients of several uses add up":
        "same(right, dx_so_far + dy + dy @ W.T)",
    "You added 1 where dy belongs. 1 is the slope of the shortcut; the "
    "gradient is dy times this slope":
        "dx_so_far + 1 + dy @ W.T",
    "You subtracted what comes from y": "dx_so_far - (dy + dy @ W.T)",
    "A gradient is dy times a slope, along each path": "dx_so_far + dy + W.T",
    "You multiplied dy and W.T entry by entry": "dx_so_far + dy + dy * W.T",
    "You multiplied dy and W entry by entry": "dx_so_far + dy + dy * W",
    "You halved the sum": "right / 2",
}  # fmt: skip
