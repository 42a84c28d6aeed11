"""The form of the committed notebooks: what nbval does not look at.

nbval passes a notebook that was never executed, so the counters are
demanded here. The other rules keep the lessons readable.
"""

import ast
import re
import statistics
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))

# name: (fewest and most code cells, fewest and most words)
USUAL = (18, 26), (1400, 2000)
BUDGETS = {
    "00_start_here": ((4, 14), (500, 1400)),
    "05_layernorm": ((18, 45), (1400, 3500)),
    "08_feed_forward": ((18, 40), (1400, 2000)),
    "06_layernorm_jacobian": ((18, 26), (1400, 2300)),
    "07_add_norm_backward": ((18, 26), (1400, 2300)),
    "09_train_a_stack": ((18, 28), (1400, 2400)),
}
# Words that keep their capital inside a heading.
NAMES = set(
    re.split(
        r"\W+",
        "Add, BatchNorm, Chromium, FFN, India, Jacobian, JupyterLab, N, "
        "LayerNorm, Norm, NumPy, Python, PyTorch, ReLU, SymPy, Taylor, "
        "Transformer, I",
    )
)
LONGEST_CELL = 25
COLUMNS = 79


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def lesson(request):
    return request.param.stem, nbformat.read(request.param, as_version=4)


def code_cells(notebook):
    return [c for c in notebook.cells if c.cell_type == "code"]


def lines_of_code(source):
    """Lines without those that hold only words, such as a picture's."""
    words = re.compile(r'f?"[^"]*",?')
    return [
        line
        for line in source.splitlines()
        if line.strip() and not words.fullmatch(line.strip())
    ]


def prose(notebook):
    return "\n".join(
        c.source for c in notebook.cells if c.cell_type == "markdown"
    )


def without_code_and_math(text):
    text = re.sub(r"```.*?```", " ", text, flags=re.S)
    text = re.sub(r"\$\$.*?\$\$", " ", text, flags=re.S)
    return re.sub(r"<[^>]+>", " ", text)


def headings(notebook):
    text = re.sub(r"```.*?```", "", prose(notebook), flags=re.S)
    return re.findall(r"^(#+) +(.+)$", text, flags=re.M)


def test_there_are_notebooks():
    assert PATHS


def test_executed_top_to_bottom(lesson):
    _, notebook = lesson
    nbformat.validate(notebook)
    counts = [c.execution_count for c in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1)), (
        "execute it with: python tests/run_notebooks.py"
    )


def test_errors_are_the_tagged_ones(lesson):
    _, notebook = lesson
    for cell in code_cells(notebook):
        tagged = "raises-exception" in cell.metadata.get("tags", [])
        errors = [o for o in cell.outputs if o.output_type == "error"]
        assert bool(errors) == tagged, cell.source
        assert not (tagged and "check(" in cell.source), (
            "a check answers in words and never raises"
        )


def test_nothing_is_hidden_from_the_comparison(lesson):
    _, notebook = lesson
    for cell in code_cells(notebook):
        assert "NBVAL" not in cell.source
        assert set(cell.metadata.get("tags", [])) <= {"raises-exception"}


def test_no_stderr_no_state_no_path(lesson):
    _, notebook = lesson
    assert "widgets" not in notebook.metadata
    for cell in code_cells(notebook):
        assert set(cell.metadata) <= {"tags"}
        for output in cell.outputs:
            assert output.get("name") != "stderr", cell.source
            assert "application/vnd.jupyter.widget-view+json" not in (
                output.get("data", {})
            )
            text = re.sub(r"base64,[A-Za-z0-9+/=]+", "", str(output))
            found = re.search(
                r"(/home/|/root/|/tmp/|/work/|/Users/|[A-Z]:\\\\| at 0x)", text
            )
            assert not found, text[max(0, found.start() - 80) :][:200]


def test_cell_ids_are_names(lesson):
    _, notebook = lesson
    for cell in notebook.cells:
        assert re.fullmatch(r"[a-z][a-z0-9-]{2,63}", cell.id), cell.id


def test_one_title_and_sentence_case(lesson):
    _, notebook = lesson
    found = headings(notebook)
    assert [level for level, _ in found].count("#") == 1
    for _, heading in found:
        words = re.findall(
            r"[A-Za-z][A-Za-z’'-]*", re.sub(r"`[^`]*`|\$[^$]*\$", "", heading)
        )
        # After a colon or a number a heading may start anew.
        starts = {
            w for w in re.findall(r"(?:^|[.:?–—] ?)\s*([A-Za-z’'-]+)", heading)
        }
        for word in words[1:]:
            plain = word.split("’")[0].split("'")[0]
            assert (
                plain.islower()
                or plain in NAMES
                or word in starts
                or plain.isupper()
            ), f"{heading!r}: {word}"


def test_every_picture_has_words(lesson):
    _, notebook = lesson
    for cell in code_cells(notebook):
        for output in cell.outputs:
            data = output.get("data", {})
            page = data.get("text/html", "")
            assert "image/png" not in data or page, (
                f"show it with show(figure, words): {cell.source}"
            )
            for image in re.findall(r"<img[^>]*>", page):
                alt = re.search(r'alt="([^"]*)"', image)
                assert alt and len(alt.group(1)) >= 30, (
                    f"this picture needs words: {cell.source}"
                )
    for image in re.findall(r"!\[([^\]]*)\]\(", prose(notebook)):
        assert len(image) >= 30, f"this picture needs words: {image}"


def test_budget(lesson):
    name, notebook = lesson
    (fewest, most), (short, long) = BUDGETS.get(name, USUAL)
    cells = len(code_cells(notebook))
    words = len(without_code_and_math(prose(notebook)).split())
    assert fewest <= cells <= most, f"{cells} code cells"
    assert short <= words <= long, f"{words} words"


def test_rhythm(lesson):
    _, notebook = lesson
    code = code_cells(notebook)
    assert max(len(c.source.splitlines()) for c in code) <= LONGEST_CELL
    lengths = [len(lines_of_code(c.source)) for c in code]
    assert 2 <= statistics.median(lengths) <= 5, statistics.median(lengths)
    kinds = "".join(c.cell_type[0] for c in notebook.cells)
    assert "ccc" not in kinds, "three code cells in a row"
    checks = sum(c.source.startswith("check(") for c in code)
    after_prose = kinds.count("mc") + checks  # a check follows its exercise
    assert after_prose >= 0.9 * len(code), (
        f"{after_prose} of {len(code)} code cells follow prose"
    )


def test_code_is_narrow_and_parses(lesson):
    _, notebook = lesson
    for cell in code_cells(notebook):
        ast.parse(cell.source)
        for line in cell.source.splitlines():
            assert len(line) <= COLUMNS, line


def test_plain_tone(lesson):
    _, notebook = lesson
    text = prose(notebook)
    assert not re.search("[\U0001f300-\U0001faff✅❌✨]", text), "no emoji"
    for word in ("simply", "obviously", "trivial"):
        found = re.search(rf"\b{word}", text, flags=re.I)
        assert not found, text[max(0, found.start() - 40) : found.end() + 40]
