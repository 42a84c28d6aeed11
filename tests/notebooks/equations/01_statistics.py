"""The equations of lesson 01."""

import statistics

import numpy as np

x, c, N = np.array([3.16, 0.61, 1.87]), 1.3, 3
mu = statistics.fmean(x)
sigma = statistics.pstdev(x)

EQUATIONS = {
    r"\mu = \frac{1}{N} \sum_{i=1}^{N} x_i": [(mu, (x[0] + x[1] + x[2]) / N)],
    r"\sigma^2 = \frac{1}{N} \sum_{i=1}^{N} (x_i - \mu)^2": [
        (statistics.pvariance(x), sum((x[i] - mu) ** 2 for i in range(N)) / N),
    ],
    r"\sigma = \sqrt{\sigma^2}": [(sigma, statistics.pvariance(x) ** 0.5)],
    r"(x_i - c)^2 = (x_i - \mu)^2 + 2(x_i - \mu)(\mu - c) + (\mu - c)^2": [
        ((x - c) ** 2,
         (x - mu) ** 2 + 2 * (x - mu) * (mu - c) + (mu - c) ** 2),
    ],
    r"\sigma^2 (1 - 1/N) \cdot N/(N - 1) = \sigma^2": [
        (sigma**2 * (1 - 1 / N) * N / (N - 1), sigma**2),
    ],
    r"\hat{x}_i = \frac{x_i - \mu}{\sigma}": [
        ([statistics.NormalDist(mu, sigma).zscore(each) for each in x],
         (x - mu) / sigma),
    ],
}  # fmt: skip
