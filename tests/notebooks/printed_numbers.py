"""Numbers as a page prints them."""

import re

RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
POWER = r"10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
PLAIN = r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?"
NUMBER = rf"(?<![\w.,])(?:{PLAIN} ?[·×] ?{POWER}|[−-]?{POWER}|{PLAIN})"


def printed(text):
    """Return the numbers of a text, as they are printed."""
    return [each.replace(" ", "") for each in re.findall(NUMBER, text)]


def says(written, value):
    """Whether a written number is the value, to the digits it is given in."""
    figure, _, power = re.fullmatch(
        rf"({PLAIN})?([·×])?([−-]?{POWER})?", written
    ).groups()
    figure = (figure or "1").translate(RAISED).replace(",", "")
    if power:
        figure += "e" + power.lstrip("−-")[2:].translate(RAISED)
    digits, _, exponent = figure.partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
    sign = -1 if power and power.startswith(("-", "−")) else 1
    return abs(sign * float(figure) - value) <= unit * 0.5000001
