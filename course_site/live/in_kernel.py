"""What the browser's Python does before the learner's first cell."""

import hashlib
import importlib
import io
import json
import os
import re
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

SITE = Path(__file__).parents[2]
HOME = Path("/tmp/course")  # gone with the page, which keeps it elsewhere


def begin(page, known):
    """Get ready for a page; the page sends this before any cell.

    Parameters
    ----------
    page : str
        The name of the notebook's file.
    known : str
        Records of what the browser keeps, as JSON.
    """
    from IPython import get_ipython

    sys.path.append(str(SITE / "notebooks"))  # where `lesson_parts` lies
    os.chdir(SITE / "notebooks")  # links look for the other lessons here
    os.environ["JPY_SESSION_NAME"] = page
    os.environ["COURSE_PROGRESS"] = str(HOME / "progress.jsonl")
    get_ipython().Completer.use_jedi = False  # 1.7 MB that nobody misses
    list_the_fonts(SITE / "matplotlib")
    sys.meta_path.insert(0, Later())
    HOME.mkdir(exist_ok=True)
    records = json.loads(known)
    (HOME / "progress.jsonl").write_text("\n".join([*lines(records), ""]))
    write_panels(records)


def list_the_fonts(matplotlib):
    """Mend the list of fonts that Pyodide's Matplotlib comes with.

    It was made by another version, so that Matplotlib would read every font
    again on each visit, and it names fonts of the machine that made it. The
    site leaves out some of Matplotlib's own.
    """
    file = matplotlib / "fontlist.json"
    known = json.loads(file.read_text("utf-8"))
    code = (matplotlib / "font_manager.py").read_text("utf-8")
    known["_version"] = int(re.search(r"__version__ = (\d+)", code)[1])
    for kind in ("ttflist", "afmlist"):
        known[kind] = [
            font for font in known[kind]
            if font["fname"][0] != "/"
            and (matplotlib / "mpl-data" / font["fname"]).exists()
        ]  # fmt: skip
    file.write_text(json.dumps(known), "utf-8")


def listen():
    """Tell the page from now on what is kept; this imports the engine."""
    from answer_check import progress

    progress.listeners.append(tell_the_page)


def take_in(known):
    """Add what another tab kept to the files that the course reads."""
    from answer_check import progress

    records = json.loads(known)
    with suppress(ValueError):  # none of them is of the journal
        progress.take_in("\n".join(lines(records)))
    write_panels(records)


def lines(records):
    """Return the lines of the journal among some records."""
    return [each["name"] for each in records if each["kind"] == "line"]


def write_panels(records):
    """Write what was set in panels, as `panels/remembered.py` reads it."""
    folder = HOME / "progress_panels"
    folder.mkdir(exist_ok=True)
    for each in records:
        if each["kind"] == "panel":
            file = folder / Path(each["name"]).name
            file.write_text(each.get("value") or "", "utf-8")


def tell_the_page(*kept):
    """Let the page keep what was written here: kind, name and text."""
    import js
    from pyodide.ffi import to_js

    said = {"course": {"kept": kept}}
    js.postMessage(to_js(said, dict_converter=js.Object.fromEntries))


class Later:
    """Fetches heavy wheels when a module of theirs is first imported."""

    def find_spec(self, module, path=None, target=None):
        """Fetch what belongs to a module; the usual finders then find it."""
        import js

        wheels = js.course.later.to_py()
        for file, digest in wheels.get(module, ()):
            unpack(file, digest, f"{js.course.base}{file}")
        return None


def unpack(file, digest, address):
    """Fetch a wheel and put it beside the others; raise ImportError."""
    mark = SITE / f".{file}"
    if mark.exists():
        return
    data = fetched(address)
    if hashlib.sha256(data).hexdigest() != digest:
        raise ImportError(
            f"{file} did not arrive as it was published. Look at your "
            "network, and run the cell again."
        )
    zipfile.ZipFile(io.BytesIO(data)).extractall(SITE)
    mark.touch()
    importlib.invalidate_caches()


def fetched(address):
    """Return what an address answers; a worker may wait for it."""
    from js import XMLHttpRequest
    from pyodide.ffi import JsException

    request = XMLHttpRequest.new()
    request.open("GET", address, False)
    request.responseType = "arraybuffer"
    try:
        request.send()
    except JsException:
        return b""
    return request.response.to_bytes() if request.status == 200 else b""
