"""Numbers inside sentences and labels: fixed digits, a true minus sign."""


def number(value, digits=2):
    """Write a number for a sentence: fixed digits, a true minus, no −0.

    Examples
    --------
    >>> number(-1.219)
    '−1.22'
    >>> number(-0.001)
    '0.00'
    """
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def counted(count, thing):
    """Write how many there are of a thing.

    Examples
    --------
    >>> counted(1, "mean"), counted(6, "mean")
    ('1 mean', '6 means')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def numbers(values, digits=2):
    """Write a short vector for a sentence.

    Examples
    --------
    >>> numbers([1.2295, -1.2199, -0.0096])
    '[1.23, −1.22, −0.01]'
    """
    return "[" + ", ".join(number(value, digits) for value in values) + "]"
