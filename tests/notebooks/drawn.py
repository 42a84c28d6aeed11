"""What stands in a picture, in the order in which the eye meets it."""


def titles(figure):
    """Return the titles of the panels, from the left or from above."""
    return [axes.get_title(loc="left") for axes in figure.axes]


def across(axes, height=0):
    """Return the words that stand at a height, from left to right."""
    return _words(axes, 1, height, 1)


def down(axes, place=0):
    """Return the words that stand at a place, from top to bottom."""
    return _words(axes, 0, place, -1)


def _words(axes, along, at, sign):
    texts = [
        each
        for each in axes.texts
        if each.get_text() and abs(each.get_position()[along] - at) < 1e-9
    ]
    texts.sort(key=lambda each: sign * each.get_position()[1 - along])
    return [each.get_text() for each in texts]
