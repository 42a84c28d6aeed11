"""Numbers as a page prints them."""

import re

RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
POWER = r"10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
PLAIN = r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?"
E = r"(?:e[-+]\d+)?"  # as Python writes 1.2e-07
NUMBER = rf"(?<![\w.,])(?:{PLAIN} ?[·×] ?{POWER}|[−-]?{POWER}|{PLAIN}{E})"


def printed(text):
    """Return the numbers of a text, as they are printed."""
    return [each.replace(" ", "") for each in re.findall(NUMBER, text)]


def parsed(written):
    """Return a written number, and what its last digit counts: 0.1 in 3.2."""
    figure, _, power = re.fullmatch(
        rf"({PLAIN}{E})?([·×])?([−-]?{POWER})?", written
    ).groups()
    figure = (figure or "1").translate(RAISED).replace(",", "")
    if power:
        figure += "e" + power.lstrip("−-")[2:].translate(RAISED)
    digits, _, exponent = figure.partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
    sign = -1 if power and power.startswith(("-", "−")) else 1
    return sign * float(figure), unit


def says(written, number):
    """Whether a written number is this one, to the digits it is given in."""
    said, unit = parsed(written)
    return abs(said - number) <= unit * 0.5000001
