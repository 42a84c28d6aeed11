"""What the exercise `softmax_cross_entropy` claims."""

import numpy as np


def shares(logits, axis=-1):
    """Return softmax, in the widest numbers that NumPy has."""
    wide = np.asarray(logits, np.longdouble)
    e = np.exp(wide - wide.max(axis=axis, keepdims=True))
    return (e / e.sum(axis=axis, keepdims=True)).astype(float)


def loss_of(logits, target):
    return -(target * np.log(shares(logits))).sum() / len(logits)


def slope(logits, target, at, h=1e-5):
    step = h * np.eye(logits.size)[at].reshape(logits.shape)
    rise = loss_of(logits + step, target) - loss_of(logits - step, target)
    return rise / (2 * h)


TWO = np.array([[1.0, 2, 6], [0.0, -1, 2]])
HOT = np.array([[1.0, 0, 0], [0.0, 1, 0]])

CLAIMS = {
    "`logits` and `target` have one row per example; every row of `target` "
    "sums to 1":
        "same(target.sum(axis=1), np.ones(len(logits)))",
    "Return the loss −Σ target · ln softmax(logits), a mean over the rows, "
    "and its gradient":
        "same(right.loss, loss_of(logits, target))",
    "softmax does not change when the same number is taken off a whole row":
        "same(shares(logits), shares(logits - 7))",
    "Logits of ±10⁴ must work":
        "np.isfinite(asked(logits=1e4 * logits).loss).all()",
    "the shifted logit, less the logarithm of its row's sum of exponentials":
        "same(log_p, shifted - np.log(np.exp(shifted).sum(-1, "
        "keepdims=True)))",
    "The gradient with respect to the logits is p − target":
        "same(right.dlogits * len(logits), shares(logits) - target) and "
        "abs(right.dlogits.flat[1] - slope(logits, target, 1)) < 1e-4",
    "and what divides the loss divides its gradient":
        "same(right.dlogits, (shares(logits) - target) / len(logits))",
    "A logarithm of a probability is negative; without the minus sign, "
    "gradient descent makes the right answers less likely":
        "-right.loss",
    "The loss has the wrong sign": "-right.loss",
    "dlogits has the wrong sign: it is target − p":
        "(target - shares(logits)) / len(logits)",
    "exp overflows above 709": "np.isinf(np.exp(710.0)) and np.exp(709.0) > 1",
    "You did not subtract the largest logit of each row before exp":
        "not np.isfinite(done(logits=800.0 + 0 * logits).loss)",
    "You took softmax as it stands on paper, without subtracting the "
    "largest logit of each row before exp":
        "not np.isfinite(done(logits=800.0 + 0 * logits).loss)",
    "is 0 below −745; ∞/∞ and 0/0 are NaN":
        "np.exp(-746.0) == 0 < np.exp(-745.0) and np.isnan(np.inf / "
        "np.float64(np.inf))",
    "You took one number off for all rows; each row needs its own maximum. "
    "In a row far below that number every exp is 0, and ln 0 is −∞; in a row "
    "far above it exp overflows":
        "np.exp(-800.0) == 0 and np.log(0) == -np.inf and "
        "np.isinf(np.exp(800.0))",
    "The loss then never rises above a fixed number":
        "done(logits=-1e4 * target, target=target).loss < 30",
    "ln 0 is −∞": "np.log(0) == -np.inf",
    "Your softmax runs along axis 0, over the examples. The classes stand "
    "in the last axis; each row sums to 1":
        "(shares(logits, axis=0) - target) / len(logits)",
    "You divided by the number of entries instead of rows":
        "right.loss * len(logits) / logits.size",
    "You summed over the rows and did not divide": "right.loss * len(logits)",
    "dlogits is not divided by the number of rows; the loss is":
        "shares(logits) - target",
    "dlogits is −target/p, the gradient with respect to the probabilities. "
    "Behind them stands the softmax: with respect to the logits it is p − "
    "target":
        "-target / shares(logits) / len(logits)",
    "dlogits is softmax(logits); the target is missing. It is p − target":
        "shares(logits) / len(logits)",
    "dlogits is 0 where the target is 0. The loss has no term of its own "
    "there, but every logit stands in the sum of softmax: the gradient is p":
        "right.dlogits * (target > 0)",
    "You used the logarithm with base 2. Bits are a fine unit, but the "
    "gradient p − target belongs to ln":
        "right.loss / np.log(2)",
    "dlogits is target·(p − 1). It is right in the column where a target is "
    "1; where it is 0, p itself stays":
        "target * (shares(logits) - 1) / len(logits)",
    "You took off the maximum of each column":
        "same(done().dlogits, (shares(logits - logits.max(axis=0)) - "
        "target) / len(logits))",
    "but only the maximum makes every exponent 0 or less":
        "(logits - logits.max(axis=-1, keepdims=True)).max() == 0",
    "You treated every target as one-hot, with its 1 at the largest entry":
        "loss_of(logits, np.eye(len(target[0]))[target.argmax(axis=1)])",
    "You divided by the number of classes. The mean goes over the rows: "
    "there are `len(logits)` examples":
        "right.loss * len(logits) / len(logits[0])",
    "Your softmax shares 1 among the whole table. Each row is a decision of "
    "its own and sums to 1":
        "(shares(logits.ravel()).reshape(logits.shape) - target) / "
        "len(logits)",
    "dlogits is p(1 − p), the slope of each share by its own logit. The "
    "loss depends on the other shares as well: together they give p − target":
        "shares(logits) * (1 - shares(logits)) / len(logits)",
    "You left out the logarithm: the loss sums target · p. Cross entropy "
    "sums target · ln p":
        "-(target * shares(logits)).sum() / len(logits)",
    "You weighted ln p by p. That is the entropy of your own shares; the "
    "loss weights ln p by the target":
        "loss_of(logits, shares(logits))",
    "You took the logarithm of the sum of target · p. The loss sums target "
    "· ln p; for one-hot targets the two are the same":
        "same(done(logits=TWO, target=HOT), asked(logits=TWO, target=HOT)) "
        "and same(wrong.loss, -np.log((target * "
        "shares(logits)).sum(axis=1)).sum() / len(logits))",
    "You divided the target alone by the number of rows":
        "shares(logits) - target / len(logits)",
    "Your loss is the squared error of the shares. Cross entropy is −Σ "
    "target · ln p, and p − target is the gradient of that":
        "((shares(logits) - target) ** 2).sum() / len(logits)",
    "dlogits is made of the logits themselves; the softmax is missing. It "
    "is p − target":
        "(logits - target) / len(logits)",
    "dlogits is made of ln p. It is p − target":
        "(np.log(shares(logits)) - target) / len(logits)",
    "The loss is a mean over the rows":
        "same(right.loss, loss_of(logits, target))",
    "Your loss is one number for each row":
        "-(target * np.log(shares(logits))).sum(axis=1)",
    "p and target have changed places in your loss":
        "-(shares(logits) * np.log(target)).sum() / len(logits)",
    "You multiplied p − target by p. The slope of the softmax is in p − "
    "target already":
        "shares(logits) * (shares(logits) - target) / len(logits)",
    "The loss here is −Σ target · ln p, over one choice among all classes":
        "same(right.loss, loss_of(logits, target))",
    "Your loss has the shifted logits where ln p belongs. What is missing "
    "is the logarithm of the row's sum of exponentials":
        "-(target * (logits - logits.max(axis=1, keepdims=True))).sum() / "
        "len(logits)",
    "You multiplied p − target by p(1 − p). The slope of the softmax is in "
    "p − target already":
        "shares(logits) * (1 - shares(logits)) * (shares(logits) - target) "
        "/ len(logits)",
    "The logarithm is taken of their sum: one bracket closes too early":
        "same(wrong.loss, -(target * (shifted - shifted.sum(axis=1, "
        "keepdims=True))).sum() / len(logits))",
    "That is the squared error of the shares and a gradient of it that "
    "leaves the softmax out. Cross entropy is −Σ target · ln p, with the "
    "gradient p − target":
        "2 * (shares(logits) - target) / len(logits)",
}  # fmt: skip
