"""What the exercise `affine` claims."""

CLAIMS = {
    "Scale and shift every token: row t of the answer is `gamma[t]` times "
    "row t of `x`, plus `beta[t]`":
        "same(right[..., 1, :], gamma[1] * x[..., 1, :] + beta[1])",
    "Write the shapes below each other, right-aligned. Which axes meet?":
        "np.broadcast_shapes((2, 3, 4), (3, 1)) == (2, 3, 4)",
    "(num_tokens, 1) lines up with (num_tokens, d_model): one number for "
    "each row":
        "same(np.arange(3.0)[:, None] + np.zeros((3, 4)), np.repeat([[0.0], "
        "[1], [2]], 4, axis=1))",
    "You scaled and shifted columns: one gamma and one beta per feature":
        "gamma * x + beta",
    "so (n,) meets the features":
        "same(np.arange(3.0) + np.zeros((2, 3)), np.array([[0.0, 1, 2]] * "
        "2))",
    "With as many tokens as features no error tells you":
        "x.shape[-1] != x.shape[-2] or np.shape(wrong) == x.shape",
    "gamma goes by token, but beta goes by feature":
        "gamma[:, np.newaxis] * x + beta",
    "beta goes by token, but gamma goes by feature":
        "gamma * x + beta[:, np.newaxis]",
    "A vector of shape (n,) lines up with the last axis":
        "np.broadcast_shapes((2, 3), (3,)) == (2, 3)",
    "You shifted first and scaled afterwards. gamma · (x + beta) multiplies "
    "beta as well":
        "gamma[:, np.newaxis] * (x + beta[:, np.newaxis])",
    "Try gamma = 0: the answer should be beta":
        "same(asked(gamma=0), 0 * x + beta[:, np.newaxis])",
    "`gamma @ x` is a sum of rows weighted by gamma":
        "same(gamma @ x, (gamma[:, np.newaxis] * x).sum(axis=-2))",
    "gamma and beta have changed places":
        "beta[:, np.newaxis] * x + gamma[:, np.newaxis]",
    "gamma multiplies, beta is added":
        "same(asked(gamma=2, beta=1), 2 * x + 1)",
    "You forgot to multiply by gamma. With gamma = 1 you would not notice":
        "unseen(gamma=1)",
    "You forgot to add beta. With beta = 0 you would not notice":
        "unseen(beta=0)",
    "Your loop runs over axis 0, which is the batch when x has three axes":
        "same(wrong, np.array([gamma[t] * x[t] + beta[t] for t in "
        "range(len(gamma))]))",
    "is token t only in a single block":
        "len(gamma) == 2 or unseen(x=np.ones((len(gamma), 5)) * gamma[:, "
        "None])",
    "You turned round all axes": "(gamma * x.T + beta).T",
    "That brings the tokens to the end only where x has two axes":
        "x.T.shape[-1] == len(gamma) if x.ndim == 2 else x.T.shape == "
        "x.shape[::-1]",
    "You scaled and shifted every token by the gamma and the beta of token 0":
        "gamma[0] * x + beta[0]",
    "Make columns of gamma and of beta":
        "same(right, gamma.reshape(-1, 1) * x + beta.reshape(-1, 1))",
}  # fmt: skip
