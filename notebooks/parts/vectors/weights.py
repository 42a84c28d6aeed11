"""What an exercise on a mean as a product of weights rules out."""

WITHOUT = ("mean", "sum", "average", "nanmean", "fsum", "cumsum", "reduce")


def sums_without_weights(words):
    """Complain about a mean that is no product, for a `style`."""
    products = {"@", "*", "dot", "matmul", "inner", "vecdot", "tensordot"}
    several = any("->" in w and "," in w for w in words if type(w) is str)
    if words & products or several:  # einsum of two arrays, that is
        return None
    return (
        "The numbers are right, but you added the entries up without "
        "weights. Multiply by weights of 1/N, and let the product add."
    )
