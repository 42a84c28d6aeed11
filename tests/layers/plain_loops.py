"""The layers once more, in plain Python loops on lists of floats.

Every function returns values and, beside each, the size of its terms: the
sum of their absolute values. Rounding is measured by that size, because a sum
may be small where its terms are large.
"""

from math import fsum, log, sqrt


def total(terms):
    """Return the sum of the terms and the sum of their sizes."""
    return fsum(terms), fsum(abs(term) for term in terms)


def linear(x, W, b):
    """Return x W + b for one token, as (value, size) for each feature."""
    return [
        total([x[i] * W[i][j] for i in range(len(x))] + [b[j]])
        for j in range(len(b))
    ]


def values(pairs):
    """Drop the sizes."""
    return [value for value, _ in pairs]


def feed_forward(x, W1, b1, W2, b2):
    """Return pre-activation, hidden and y for every token."""
    pre = [linear(token, W1, b1) for token in x]
    hidden = [[v if v > 0 else 0.0 for v in values(token)] for token in pre]
    y = [linear(token, W2, b2) for token in hidden]
    return pre, hidden, y


def feed_forward_backward(x, W1, b1, W2, b2, dy):
    """Return dx, dW1, db1, dW2, db2, each entry as (value, size)."""
    pre, hidden, _ = feed_forward(x, W1, b1, W2, b2)
    tokens, d_model, d_ff = range(len(x)), range(len(b2)), range(len(b1))
    dpre = [
        [
            fsum(dy[t][j] * W2[k][j] for j in d_model)
            if pre[t][k][0] > 0
            else 0.0
            for k in d_ff
        ]
        for t in tokens
    ]
    dx = [
        [total([dpre[t][k] * W1[i][k] for k in d_ff]) for i in d_model]
        for t in tokens
    ]
    dW1 = [
        [total([x[t][i] * dpre[t][k] for t in tokens]) for k in d_ff]
        for i in d_model
    ]
    db1 = [total([dpre[t][k] for t in tokens]) for k in d_ff]
    dW2 = [
        [total([hidden[t][k] * dy[t][j] for t in tokens]) for j in d_model]
        for k in d_ff
    ]
    db2 = [total([dy[t][j] for t in tokens]) for j in d_model]
    return dx, dW1, db1, dW2, db2


def normalize(row, eps):
    """Return x_hat and 1/sqrt(var + eps) of one row."""
    mean = fsum(row) / len(row)
    var = fsum((v - mean) ** 2 for v in row) / len(row)
    rstd = 1 / sqrt(var + eps)
    return [(v - mean) * rstd for v in row], rstd


def add_norm(prev, orig, gamma, beta, eps):
    """Return y; gamma and beta are given for every token and feature."""
    y = []
    for t, (a, b) in enumerate(zip(prev, orig)):
        x_hat, _ = normalize([p + o for p, o in zip(a, b)], eps)
        y.append(
            [total([g * h, s]) for g, h, s in zip(gamma[t], x_hat, beta[t])]
        )
    return y


def add_norm_backward(prev, orig, gamma, eps, dy):
    """Return dz by the whole Jacobian, and dy * x_hat for dgamma.

    dx_hat_k/dz_i = rstd (delta_ik - 1/N - x_hat_i x_hat_k / N).
    """
    dz, products = [], []
    for t, (a, b) in enumerate(zip(prev, orig)):
        x_hat, rstd = normalize([p + o for p, o in zip(a, b)], eps)
        n = len(x_hat)
        dz.append(
            [
                total(
                    [
                        dy[t][k] * gamma[t][k] * rstd * part
                        for k in range(n)
                        for part in (
                            float(i == k),
                            -1 / n,
                            -x_hat[i] * x_hat[k] / n,
                        )
                    ]
                )
                for i in range(n)
            ]
        )
        products.append([d * h for d, h in zip(dy[t], x_hat)])
    return dz, products


def squared_error(y, target):
    """Return the loss as (value, size)."""
    terms = [(a - b) ** 2 for a, b in zip(y, target)]
    return total([term / len(y) for term in terms])


def cross_entropy(y, target):
    """Return the loss as (value, size)."""
    return total([-t * log(v) / len(y) for v, t in zip(y, target)])
