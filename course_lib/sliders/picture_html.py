"""A panel's picture as HTML: the still part, the moving part, the trouble."""

import base64
import json
from html import escape

from course_lib.sliders.words_html import unbroken

DESCRIBED = "Picture, described by the next sentence."


def error_html(error):
    """Say what went wrong, and that the panel still works."""
    what = f"{type(error).__name__}: {error}".rstrip(".")
    return (
        '<div role="alert" class="course-error"><b>This picture could not '
        f"be drawn.</b> {escape(what)}. You see the last one that could; "
        "move on, or press Reset.</div>"
    )


def background_html(picture):
    """Show the part of the picture that stands still; it says nothing."""
    data = base64.b64encode(picture.background).decode("ascii")
    image = (
        f'<image width="{picture.width:g}" height="{picture.height:g}" '
        f'href="data:image/png;base64,{data}"/>'
    )
    return parts_html(
        "still", image + picture.words, picture, 'aria-hidden="true"'
    )


def frame_html(picture, frame, sentence, settings):
    """Show the part that moves, and the sentence that says what it shows.

    A screen reader meets the sentence once, right behind the picture.
    ``settings`` are the values of the controls in words, by label, for it
    as well.
    """
    spoken = escape(json.dumps(settings, ensure_ascii=False))
    named = f'role="img" aria-label="{DESCRIBED}" data-words="{spoken}"'
    shown = parts_html("frame", frame, picture, named)
    return f'{shown}<div class="course-sentence">{unbroken(sentence)}</div>'


def parts_html(name, drawing, picture, attributes):
    """Show one drawing through windows, which can stand below each other."""
    name, windows = f"{name}-{picture.id}", ""
    shown = f'<g id="{name}">{drawing}</g>'
    for start, end in picture.windows:
        wide = end - start
        windows += (
            f'<svg {attributes} stroke-linejoin="round" '
            f'style="flex:{wide:.1f};max-width:{wide / 12:.1f}rem;'
            f'--wide:{wide:.1f}" '
            f'viewBox="{start:.1f} 0 {wide:.1f} {picture.height:g}">'
            f"{shown}</svg>"
        )
        shown, attributes = f'<use href="#{name}"/>', 'aria-hidden="true"'
    widest = max(end - start for start, end in picture.windows)
    size = (
        f"--ratio: {picture.width / picture.height:.4g}; "
        f"--points: {picture.width:g}; --widest: {widest:.1f}; "
        f"--stacked: {len(picture.windows) * picture.height:g}"
    )
    return f'<div class="course-parts" style="{size}">{windows}</div>'
