"""What comes of a computation on arrays: a result, or NumPy's words."""


def outcome(compute, *arrays):
    """Return what a computation gives, or the words of its error."""
    try:
        return compute(*arrays)
    except ValueError as error:
        return error
