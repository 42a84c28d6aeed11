"""What the browser's Python does before the learner's first cell."""

import hashlib
import importlib
import io
import os
import sys
import zipfile
from pathlib import Path

SITE = Path(__file__).parents[2]
JOURNAL = "/tmp/progress.jsonl"  # kept until the page is closed


def begin(page):
    """Get ready for a page; the page sends this before any cell.

    Parameters
    ----------
    page : str
        The name of the notebook's file.
    """
    from IPython import get_ipython

    sys.path.append(str(SITE / "notebooks"))  # where `parts` lies
    os.environ["JPY_SESSION_NAME"] = page
    os.environ["COURSE_PROGRESS"] = JOURNAL
    get_ipython().Completer.use_jedi = False  # 1.7 MB that nobody misses
    sys.meta_path.insert(0, Later())


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
