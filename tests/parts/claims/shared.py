"""What several exercises say, in the same words."""

import numpy as np

from course_lib.layers import FeedForward, LayerNorm, RMSNorm

fresh = [LayerNorm(4), RMSNorm(4)]
STARTS = all((layer.gamma == 1).all() for layer in fresh)
LEVEL = not fresh[0].beta.any()
USUAL = fresh[0].eps
DARK = not (FeedForward(4, 5).b1.any() or FeedForward(4, 5).b2.any())
FAR = np.array([1e8, 1e8 + 1, 1e8 + 3])  # its variance is 14/9

CLAIMS = {
    # Python
    "Python divides before it subtracts": "6 - 4 / 2 == 4",
    "Python divides before it adds": "6 + 4 / 2 == 8",
    "which divides by 2 and multiplies by h": "same(1 / 2 * h, h / 2)",
    "so 2 * h needs brackets": "1 / 2 * h != 1 / (2 * h)",
    "The power comes first": "3**1 / 2 == (3**1) / 2 != 3 ** (1 / 2)",
    "3 + 0.1 is 3": "np.array([3 + 0.1]).astype(int)[0] == 3",
    "Indices begin with 0": "list('ab').index('a') == 0",
    "indices begin with 0": "list('ab').index('a') == 0",
    "NumPy keeps the dtype of x when you assign to an entry. Copy x to float "
    "first": "not unseen(x=np.full_like(x, 3, int))"
        " and unseen(x=np.full_like(x, 3.0, float))",
    "a range already leaves out its end": "[*range(3)] == [0, 1, 2]",
    "`range(1, N)` starts at the second one": "range(9)[1] == range(1, 9)[0]",
    "`range(N - 1)` ends one early": "len(range(9 - 1)) == 9 - 1",
    # the variance
    "It is equal on paper; far from 0":
        "np.std(FAR / 1e8) > 0 and not same((FAR**2).mean() - FAR.mean() ** 2,"
        " FAR.var())",
    "Those below the mean cancel those above it":
        "same((FAR - FAR.mean()).sum(), 0)",
    "√(σ²+ε) and σ+ε are different numbers":
        "not same(np.sqrt(x.var() + eps), x.std() + eps)",
    "The root of a sum is not the sum of the roots":
        "9**0.5 + 16**0.5 != (9 + 16) ** 0.5",
    "The length is √N times the standard deviation":
        "same(length(x - mean_of(x)), std_of(x) * N**0.5)",
    "10⁻⁵ is the usual value": "USUAL == 10**-5",
    "the check uses larger ones": "eps > 1e-5 or x.std() < 0.01",
    # where a mistake does not show
    "With gamma = 1, its starting value, you would not notice":
        "STARTS and unseen(gamma=1) and not unseen()",
    "With beta = 0, its starting value, you would not notice":
        "LEVEL and unseen(beta=0)",
    "With b1 = 0, its starting value, you would not notice":
        "DARK and unseen(b1=0)",
    "With b2 = 0, its starting value, you would not notice":
        "DARK and unseen(b2=0)",
    "At γ = 1, where every layer starts, you would not notice":
        "STARTS and unseen(gamma=1)",
    "twice the gamma, twice the output":
        "same(asked(gamma=2 * gamma) - asked(gamma=0),"
        " 2 * (right - asked(gamma=0)))",
}  # fmt: skip

# What says nothing about the numbers.
EXEMPT = {
    "if the loss has one, is already inside dy": "of the loss, not of this",
    "belongs to Add & Norm, outside of this layer": "of the course's layers",
    "belongs to the block, outside of this layer": "of the course's layers",
    "within 1e-6, and never looks at shapes": "of the check in the lesson",
    "one was trained with the mean of all tokens": "of the published model",
    "model was trained with the mean of all tokens": "of the published model",
    "was fixed before the runs": "of the plan",
    "to estimate the variance of a larger population": "what it is for",
    "the first that comes to mind": "why it is tempting",
    "That is what `backward` leaves behind": "of time, not of order",
    "comes to mind first": "why it is tempting",
    "Play with the ε laboratory above": "where the panel stands",
}
