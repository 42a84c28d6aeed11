"""Numbers inside sentences and labels: fixed digits, a true minus sign."""

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


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


def power(value, digits=3):
    """Write a number of any size in one way, with a few digits that count.

    Examples
    --------
    >>> power(1e-5), power(0.000178), power(0.0316), power(10.0)
    ('10⁻⁵', '1.78·10⁻⁴', '0.0316', '10')
    """
    if not 0 < value < 0.001:
        return f"{value:.{digits}g}"
    factor, raised = f"{value:.{digits - 1}e}".split("e")
    factor = factor.rstrip("0").rstrip(".") if "." in factor else factor
    shown = f"10{str(int(raised)).translate(RAISED)}"
    return shown if factor == "1" else f"{factor}·{shown}"


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
