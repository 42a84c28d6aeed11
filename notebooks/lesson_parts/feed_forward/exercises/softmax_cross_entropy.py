"""Softmax cross entropy: the loss and its gradient."""

import numpy as np

from answer_check.exercise import Case, Exercise


def softmax_cross_entropy(logits, target):
    """Return the loss, a mean over the rows, and dlogits."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    loss = -(target * log_p).sum() / len(logits)
    return loss, (np.exp(log_p) - target) / len(logits)


def _row_by_row(logits, target):
    loss, dlogits = 0.0, np.empty(logits.shape)
    for i, (row, wanted) in enumerate(zip(logits, target)):
        log_p = row - row.max()
        log_p = log_p - np.log(np.sum(np.exp(log_p)))
        loss -= np.dot(wanted, log_p)
        dlogits[i] = np.exp(log_p) - wanted
    return loss / len(logits), dlogits / len(logits)


def _with_logaddexp(logits, target):
    log_p = logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)
    loss = -np.mean(np.sum(target * log_p, axis=-1))
    return loss, (np.exp(log_p) - target) / logits.shape[0]


def _cases(rng):
    def args(rows, classes, size=1.0):
        logits = rng.normal(0, size, (rows, classes))
        target = rng.uniform(0.1, 1, (rows, classes))
        target /= target.sum(axis=1, keepdims=True)
        return logits, target

    def one_hot(size):
        """Want the least likely class, so that no loss is nearly 0."""
        logits = rng.normal(0, size, (3, 4))
        return logits, np.eye(4)[logits.argmin(axis=1)]

    logits, target = args(3, 4)
    return [
        Case(*args(2, 3)),
        Case(*args(4, 4), note="as many rows as classes"),
        Case(*args(5, 10)),
        Case(*args(3, 4, 1e4), note="logits of ±10⁴", rough=True),
        Case(*args(6, 5), float32=True),
        Case(
            logits + np.array([[400], [-400], [0]]), target, rough=True,
            note="rows far apart",
        ),
        Case(1e4 * np.array([[1, 1, -1, 0], [-2, -1, -3, -1], [0, 1, 1, -1]]),
             target, rough=True, note="two equal and largest of ±10⁴"),
        Case(30 * logits, target, rough=True, note="logits of ±50"),
        Case(logits + 1000, target, rough=True, note="logits near 1000"),
        Case(rng.integers(-3, 4, (3, 4)), target, note="integers"),
        Case(*one_hot(1), note="one-hot targets"),
        Case(
            *one_hot(1e3), rough=True,
            note="one-hot targets and logits of ±10³",
        ),
        Case(*args(1, 4), note="a single row", rough=True),
        Case(*args(8, 3), note="eight rows"),
        Case(*args(40, 3)),
    ]  # fmt: skip


LOG_P = "shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))"
LOG_2 = LOG_P.replace("log", "log2")
SOFTMAX = "np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True)"
P_APART = f"; np.exp(log_p) - target → {SOFTMAX} - target"

OTHER_SHIFTS = (
    *("logits.mean(axis=-1, keepdims=True)", "logits[:, :1]"),
    *("np.median(logits, axis=-1, keepdims=True)", "logits[:, -1:]"),
    *("logits.min(axis=-1, keepdims=True)",),
    *("logits.max(axis=-1, keepdims=True) / 2",),
)
SQUARED = "-(target * log_p).sum() → ((np.exp(log_p) - target) ** 2).sum()"
HARD = "np.eye(target.shape[-1])[target.argmax(axis=-1)]"
IN_LOSS, IN_SLOPE = f"(target * → ({HARD} *", f"- target) → - {HARD})"

EXERCISE = Exercise(
    lesson="08",
    statement="`logits` and `target` have one row per example and one column "
    "per class. `target` holds no class numbers: every row of it gives each "
    "class its share and sums to 1. Return the loss −Σ target · ln "
    "softmax(logits), a mean over the rows, and its gradient `dlogits`. "
    "Logits of ±10⁴ must work, and integers. Leave the arguments as they are.",
    reference=softmax_cross_entropy,
    properties={
        "adding 1 to all logits of a row leaves the loss as it is": "08: "
        "f(logits=logits + 1).loss == loss",
        "every row of dlogits sums to 0": "08: dlogits.sum(-1) == 0",
        "with equal logits the loss is ln of the number of classes": "08: "
        "f(logits=0.0 * logits).loss == np.log(logits.shape[-1])",
    },
    accepted=[_row_by_row, _with_logaddexp],
    outputs=("loss", "dlogits"),
    mistakes={
        "-(target → (target": "The loss has the wrong sign. The ln of a "
        "probability is at most 0, so −Σ target · ln p is never negative; as "
        "yours stands, a better answer has a larger loss.",
        "np.exp(log_p) - target → target - np.exp(log_p)": "dlogits has the "
        "wrong sign: it is target − p. A step goes against the gradient, so "
        "yours would lead away from the target.",
        (
            "- logits.max(axis=-1, keepdims=True) → ",
            f"- logits.max(axis=-1, keepdims=True) → ; {LOG_P} → "
            f"np.log({SOFTMAX})",
        ): "You did not subtract the largest logit of each row before exp. It "
        "is the same on paper, but exp overflows above 709.",
        "logits.max(axis=-1, keepdims=True) → logits.max()": "You took one "
        "number off for all rows; each row needs its own maximum. In a row "
        "far below that number every exp is 0, and ln 0 is −∞; in a row far "
        "above it exp overflows.",
        tuple(
            f"{LOG_P} → {LOG_P.replace('shifted', 'logits', 1)}{slope}"
            for slope in ("", P_APART)
        ): "Your ln p "
        "takes the largest logit off inside the sum alone. Write Z for the "
        "shifted row: ln p = Z − ln Σ e^Z, with Z in both places.",
        tuple(
            f"{LOG_P} → {LOG_P.replace('exp(shifted)', 'exp(logits)')}{slope}"
            for slope in ("", P_APART)
        ): "Your "
        "ln p has the shifted row before the sum, and the logits in it. "
        "Write Z for the shifted row: ln p = Z − ln Σ e^Z, with Z in both "
        "places.",
        f"{LOG_P} → np.log({SOFTMAX} + 1e-12)": "You kept the logarithm away "
        "from 0 with a small number. The loss then never rises above a fixed "
        "number, however wrong the logits are. Write ln p as a difference, "
        "and no logarithm meets 0.",
        f"{LOG_P} → np.log({SOFTMAX})": "You took the logarithm of "
        "softmax(logits). A very small p is rounded to 0, and ln 0 is −∞. "
        "Write ln p as a difference, so that p itself is not needed.",
        "axis=-1 → axis=0": "Your softmax runs along axis 0, over the "
        "examples. The classes stand in the last axis; each row sums to 1.",
        "len(logits) → logits.size": "You divided by the number of entries "
        "instead of rows. The squared error does that; here each row is one "
        "decision.",
        "/ len(logits) → ": "You summed over the rows and did not divide. A "
        "mean makes the loss comparable between batches.",
        ".sum() / len(logits) → .sum()": "You added up the losses of the "
        "rows. Their mean is asked for: divide by `len(logits)`.",
        "- target) / len(logits) → - target)": "dlogits is not divided by "
        "the number of rows; the loss is. It is the gradient of the loss, so "
        "it is divided by the same number.",
        "(np.exp(log_p) - target) → -target / np.exp(log_p)": "dlogits is "
        "−target/p divided by the number of rows, the gradient with respect "
        "to the probabilities. Behind them stands the softmax: with respect "
        "to the logits p − target takes the place of −target/p.",
        "- target → ": "dlogits is softmax(logits); the target is missing. "
        "It is p − target: without the target, nothing says which way to go.",
        "(np.exp(log_p) - target) → "
        "np.where(target > 0, np.exp(log_p) - target, 0)": "dlogits is 0 "
        "where the target is 0. The loss has no term of its own there, but "
        "every logit stands in the sum of softmax: the gradient is p.",
        (
            "(target * log_p) → (target * log_p / np.log(2))",
            f"{LOG_P} → {LOG_2}",
            f"(target * log_p) → (target * ({LOG_2}))",
        ): "You used the "
        "logarithm with base 2. Bits are a fine unit, but the gradient p − "
        "target belongs to ln.",
        "np.exp(log_p) - target → (np.exp(log_p) - 1) * target": "dlogits is "
        "target·(p − 1). It is right in the column where a target is 1; where "
        "it is 0, p itself stays.",
        "logits.max(axis=-1 → logits.max(axis=0": "You took off the maximum "
        "of each column. That changes softmax. Only a number that is the "
        "same for the whole row drops out.",
        tuple(
            f"logits.max(axis=-1, keepdims=True) → {other}{log}"
            for other in OTHER_SHIFTS
            for log in ("", f"; {LOG_P} → np.log({SOFTMAX})")
        ): "What you take off is not the row's largest logit, so exp still "
        "overflows. Any number leaves softmax as it is on paper, but with "
        "the maximum no exponent is above 0, and one is 0.",
        tuple(
            f"(target * log_p).sum() → log_p[{rows}, {target}].sum()"
            for rows in ("range(len(target))", ":")
            for target in ("target", "target.astype(int)")
        ): "You took target for the numbers of the classes. It is a table: "
        "each row gives every class its share, as [0, 0, 1] does for class 2.",
        (IN_LOSS, IN_SLOPE, f"{IN_LOSS}; {IN_SLOPE}"): "You treated every "
        "target as one-hot, with its 1 at the largest entry. A target may "
        "share its 1 among several classes: use all of its entries.",
        (
            "len(logits) → logits.shape[-1]",
            ".sum() / len(logits) → .sum() / logits.shape[-1]",
            "- target) / len(logits) → - target) / logits.shape[-1]",
        ): "You divided by the number of "
        "classes. The mean goes over the rows: there are `len(logits)` "
        "examples.",
        (
            "np.exp(shifted).sum(axis=-1, keepdims=True) → "
            "np.exp(shifted).sum()",
            "logits.max(axis=-1, keepdims=True) → logits.max(); "
            "np.exp(shifted).sum(axis=-1, keepdims=True) → "
            "np.exp(shifted).sum()",
        ): "Your "
        "softmax shares 1 among the whole table. Each row is a decision of "
        "its own and sums to 1: the sum needs `axis=-1`.",
        "(np.exp(log_p) - target) → np.exp(log_p) * (1 - "
        "np.exp(log_p))": "dlogits is p(1 − p), the slope of each share by "
        "its own logit. The loss depends on the other shares as well: "
        "together they give p − target.",
        "(target * log_p) → (np.exp(log_p) * log_p)": "You weighted ln p by "
        "p. That is the entropy of your own shares; the loss weights ln p by "
        "the target.",
        "(target * log_p) → (target * np.exp(log_p))": "You left out the "
        "logarithm: the loss sums target · p. Cross entropy sums target · ln "
        "p.",
        "(target * log_p).sum() → np.log((target * "
        "np.exp(log_p)).sum(axis=-1)).sum()": "You took the logarithm of the "
        "sum of target · p. The loss sums target · ln p; for one-hot targets "
        "the two are the same.",
        "(np.exp(log_p) - target) / len(logits) → "
        "np.exp(log_p) - target / len(logits)": "You divided the target alone "
        "by the number of rows. That happens without brackets; the whole "
        "difference is divided.",
        (
            SQUARED,
            f"{SQUARED}; (np.exp(log_p) - target) / → 2 * (np.exp(log_p) - "
            "target) /",
        ): "Your loss is the squared error of the shares. Cross entropy is "
        "−Σ target · ln p, and p − target is the gradient of that.",
        "np.exp(log_p) - target → logits - target": "dlogits is made of the "
        "logits themselves; the softmax is missing. It is p − target, with p "
        "as softmax(logits).",
        tuple(
            f"len(logits) → {n}" for n in (2, 3, 4, 5, 10, 32)
        ): "You divided by a fixed number. The loss is a mean over the rows, "
        "and there are `len(logits)` of them.",
        "-(target * log_p).sum() / len(logits) → -(target * "
        "log_p).sum(axis=-1)": "Your loss is one number for each row. One "
        "number for all is asked for: their mean.",
        "(target * log_p) → (np.exp(log_p) * np.log(target))": "p and target "
        "have changed places in your loss. The logarithm is taken of p, and "
        "the target weights it.",
        "(target * log_p).sum() → (target * log_p + (1 - target) * "
        "np.log(1 - np.exp(log_p))).sum()": "That is the binary cross "
        "entropy, which asks yes or no for each class by itself. The loss "
        "here is −Σ target · ln p, over one choice among all classes.",
        "(target * log_p) → (target * shifted)": "Your loss has the shifted "
        "logits where ln p belongs. What is missing is the logarithm of the "
        "row's sum of exponentials.",
        "np.log(np.exp(shifted).sum(axis=-1, keepdims=True)) → "
        "np.log(np.exp(shifted)).sum(axis=-1, keepdims=True)": "You took the "
        "logarithm of each exponential and added up. The logarithm is taken "
        "of their sum.",
    },
    promise={
        "logits.ndim": (2,),
        "logits.dtype.name": ("float64", "float32", "int64"),
        "abs(logits).max() > 9e3": (False, True),
        "set(target.max(axis=-1)) == {1.0}": (False, True),
    },
    hints=[
        "softmax does not change when the same number is taken off a whole "
        "row. Which number makes exp safe?",
        "ln softmax is a difference: the shifted logit, less the logarithm of "
        "its row's sum of exponentials. No share is formed on the way.",
        "The gradient with respect to the logits is p − target, with p as "
        "exp of that difference; and what divides the loss divides its "
        "gradient.",
    ],
    cases=_cases,
)
