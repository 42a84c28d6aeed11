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

LESSONS = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
# Most code cells and most words: a sitting, and a page beside the main line.
LESSON, SIDE = (24, 2000), (30, 2500)
# Words that keep their capital inside a heading.
NAMES = set(
    re.split(
        r"\W+",
        "Add, BatchNorm, Chromium, FFN, India, Jacobian, JupyterLab, N, "
        "LayerNorm, Norm, NumPy, Python, PyTorch, ReLU, RMSNorm, SymPy, "
        "Taylor, Transformer, I",
    )
)
LONGEST_CELL = 25
SHOWS_NAN = {
    "one-pass-thousand",
    "constant-row-check",
    "eps-place-check",
    "eps-place-constant-row",
    "printed-loss",
}
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
    assert [path.stem[:2] for path in LESSONS] == [
        f"{number:02}" for number in range(11)
    ]


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
        assert set(cell.metadata) <= {"tags", "jupyter"}
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
    text = prose(notebook)
    images = re.findall(r"!\[([^\]]*)\]", text)
    for tag in re.findall(r"<img[^>]*>", text):
        images += re.findall(r'alt="([^"]*)"', tag) or [""]
    for words in images:
        assert len(words) >= 30, f"a picture needs words, not {words!r}"


def test_what_is_last_is_shown(lesson):
    _, notebook = lesson
    for cell in code_cells(notebook):
        *_, last = ast.parse(cell.source).body
        quiet = "set_printoptions" in cell.source
        assert cell.outputs or quiet or not isinstance(last, ast.Expr), (
            f"nothing is shown: {cell.source}"
        )


def test_not_a_number_is_shown_on_purpose(lesson):
    _, notebook = lesson
    for cell in code_cells(notebook):
        shown = "\n".join(
            text
            for output in cell.outputs
            for text in (
                output.get("text", ""),
                *output.get("data", {}).values(),
            )
        )
        shown = re.sub(r"base64,[A-Za-z0-9+/=]+", "", shown)
        found = re.search(r"(?<![A-Za-z])(nan|inf)(?![a-z])", shown, re.I)
        assert not found or cell.id in SHOWS_NAN, (
            f"{cell.id} shows {found[0]}: mend it or list it in SHOWS_NAN"
        )


def predictions(notebook):
    """Say which answers to a prediction stand in the open."""
    for cell, answer in zip(notebook.cells, notebook.cells[1:]):
        if cell.cell_type == "markdown" and "**Predict" in cell.source:
            folded = answer.metadata.get("jupyter", {})
            if not folded.get("outputs_hidden"):
                yield f"cell {answer.id} answers a prediction: outputs_hidden"


# Of a folded output JupyterLab shows the first line of the first of these.
SHOWN_FOLDED = "text/html", "image/svg+xml", "text/markdown", "text/plain"


def first_line(output):
    """Return what JupyterLab shows of a folded output."""
    data = {"text/plain": output.get("text", "")} | output.get("data", {})
    text = next(data[kind] for kind in SHOWN_FOLDED if kind in data)
    return next(filter(None, text.splitlines()), "")


def leaks(notebook):
    """Say which folded outputs show their answer in their first line."""
    for cell in code_cells(notebook):
        if cell.metadata.get("jupyter", {}).get("outputs_hidden"):
            line = first_line(cell.outputs[0]) if cell.outputs else ":"
            if not line.endswith(":") and not line.startswith("<!--"):
                yield f"cell {cell.id}: no head:, so it shows {line[:60]!r}"


def exercises(notebook):
    """Say which exercises are not a card and a cell that checks itself."""
    code = [c.source for c in code_cells(notebook)]
    for cell, after in zip(code, [*code[1:], ""]):
        card = re.search(r'^card\("(\w+)"\)\Z', cell, re.M)
        if card and not after.endswith(f"\n\ncheck({card[1]})"):
            yield f"the cell after {cell} is not one that ends in its check"


def budget(name, notebook):
    """Say what is more than a reader does in one sitting."""
    most, long = LESSON if name[0].isdigit() else SIDE
    cells = len(code_cells(notebook))
    words = len(without_code_and_math(prose(notebook)).split())
    if cells > most:
        yield f"{cells} code cells, at most {most}"
    if words > long:
        yield f"{words} words, at most {long}"


def links(name, notebook):
    """Say where a page does not lead on, or back."""
    names = [path.stem for path in LESSONS]
    text = prose(notebook)
    if name in names[:-1]:
        following = names[names.index(name) + 1]
        if f"]({following}.ipynb" not in notebook.cells[-1].source:
            yield f"its last cell has no link to {following}"
    if name.startswith("side_"):
        if not re.search(r"\A# .+\n+.{0,4}Side page \(optional\)", text):
            yield "no `Side page (optional)` under the title"
        if not any(f"]({each}.ipynb" in text for each in names):
            yield "no link back to a lesson"


def pencil(name, notebook):
    """Say that there is no task on paper with its answer folded."""
    tasks = [
        c.source.partition("**Pencil and paper.**")[2]
        for c in notebook.cells
        if c.cell_type == "markdown"
    ]
    if name[0].isdigit() and not any("<details" in task for task in tasks):
        yield "no **Pencil and paper.** with a folded answer below it"


def second_edition(name, notebook):
    """List what keeps a page from the form of the second edition."""
    return [
        *predictions(notebook),
        *exercises(notebook),
        *budget(name, notebook),
        *links(name, notebook),
        *pencil(name, notebook),
    ]


def test_second_edition(lesson):
    name, notebook = lesson
    problems = second_edition(name, notebook)
    assert not problems, "\n".join(problems)


def test_a_folded_output_begins_with_a_head(lesson):
    _, notebook = lesson
    found = list(leaks(notebook))
    assert not found, "\n".join(found)


def test_only_outputs_and_sources_are_folded(lesson):
    _, notebook = lesson
    for cell in notebook.cells:
        folded = cell.metadata.get("jupyter", {})
        assert set(folded) <= {"outputs_hidden", "source_hidden"}
        assert cell.cell_type == "code" or not folded, cell.id


def test_rhythm(lesson):
    _, notebook = lesson
    code = code_cells(notebook)
    assert max(len(c.source.splitlines()) for c in code) <= LONGEST_CELL
    lengths = [len(lines_of_code(c.source)) for c in code]
    assert 2 <= statistics.median(lengths) <= 5, statistics.median(lengths)
    kinds = "".join(c.cell_type[0] for c in notebook.cells)
    assert "ccc" not in kinds, "three code cells in a row"
    bare = [
        cell.source
        for before, cell in zip(notebook.cells, notebook.cells[1:])
        if before.cell_type == cell.cell_type == "code"
        and not re.search(r"^check\(", cell.source, re.M)  # after its card
    ]
    assert len(bare) <= 0.1 * len(code), "code without prose before it"


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
