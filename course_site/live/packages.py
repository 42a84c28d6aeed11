"""The course as wheels for the browser, and the lock that names all wheels."""

import hashlib
import io
import json
import re
import tomllib
import zipfile
from pathlib import PurePosixPath

import nbformat

from course_tools.lesson import NOTEBOOKS, pages

TOP = NOTEBOOKS.parent
NAME = "add-norm-course"
OURS = (
    "answer_check", "course_tools", "course_lib", "course_site",
    "derivation_check",
)  # fmt: skip
# module: what is fetched when it is first imported, and not before
LATER = {
    "fontTools": ["fonttools"],  # PDF and PostScript
    "mpmath": ["mpmath"],
    "sympy": ["sympy"],
    "lesson_parts.real_model.weights": ["add-norm-course-weights"],
    "lesson_parts.real_model.rare_pieces": ["add-norm-course-rare-pieces"],
}
STORED = "notebooks/lesson_parts/real_model/stored"
# Without these the lessons run: the book's pictures, and what builds sites.
LEFT_OUT = re.compile(
    r"__pycache__|course_site/book/(pages|recordings|static)/|course_site/live/"
    r"(page|[bpws]\w+\.(py|txt|json))|course_tools/jupyter/|/note\.md$|\.npz$"
)
METADATA = "Metadata-Version: 2.4\nName: {}\nVersion: {}\n{}"
WHEEL = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def of_the_course():
    """Return ``{file name: bytes}``: the course's wheel, and the weights'."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    version = project["project"]["version"]
    needs = project["project"]["dependencies"]
    points = project["project"]["entry-points"]
    folders = (
        *(TOP / name for name in OURS), NOTEBOOKS / "lesson_parts",
    )  # fmt: skip
    files = {
        name: path.read_bytes()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not LEFT_OUT.search(name := path.relative_to(TOP).as_posix())
    }
    for page in pages():  # the classroom's list and the links read them
        files[f"notebooks/{page.name}"] = without_outputs(page)
    made = wheel(NAME, version, files, needs, points)
    for name in ("weights", "rare-pieces"):
        stored = f"{STORED}/{name.replace('-', '_')}.npz"
        later = {stored: (TOP / stored).read_bytes()}
        made |= wheel(f"{NAME}-{name}", version, later)
    return made


def without_outputs(page):
    """Return a notebook as bytes, with its words and code alone."""
    notebook = nbformat.read(page, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return nbformat.writes(notebook).encode()


def wheel(name, version, files, needs=(), points=None):
    """Return ``{file name: bytes}`` of a wheel; the name tells its content.

    ``points`` are the entry points by group, as pyproject.toml has them.
    """
    requires = "".join(f"Requires-Dist: {each}\n" for each in needs)
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    listed = "".join(
        f"[{group}]\n"
        + "".join(f"{key} = {value}\n" for key, value in named.items())
        for group, named in (points or {}).items()
    )
    files = files | {
        f"{info}/METADATA": METADATA.format(name, version, requires).encode(),
        f"{info}/WHEEL": WHEEL.encode(),
        f"{info}/entry_points.txt": listed.encode(),
        f"{info}/RECORD": b"",
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:  # without dates: the same course, the same bytes
            archive.writestr(zipfile.ZipInfo(path), files[path], 8)
    data = made.getvalue()
    build = int(hashlib.sha256(data).hexdigest()[:12], 16)
    stem = f"{name.replace('-', '_')}-{version}"
    return {f"{stem}-{build}-py3-none-any.whl": data}


def lock(wheels, info):
    """Return Pyodide's lock of these wheels, which are loaded all at once.

    Parameters
    ----------
    wheels : dict
        Bytes of each wheel by its file name.
    info : dict
        What the official lock says of the interpreter.
    """
    packages = {}
    for file, data in wheels.items():
        name, version = file.split("-")[:2]
        name = re.sub(r"[-_.]+", "-", name).lower()
        packages[name] = {
            "name": name,
            "version": version,
            "file_name": file,
            "install_dir": "site",
            "sha256": hashlib.sha256(data).hexdigest(),
            "package_type": "package",
            "imports": sorted(imports(data)) if name == "sympy" else [],
            "depends": ["mpmath"] if name == "sympy" else [],
            "unvendored_tests": False,
        }
    return json.dumps({"info": info, "packages": packages})


def imports(data):
    """Return the names that a wheel lets one import."""
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    tops = {name.split("/")[0].removesuffix(".py") for name in names}
    return {top for top in tops if "." not in top}


def at_once(packages):
    """Return the names of the packages that the kernel starts with."""
    later = {name for names in LATER.values() for name in names}
    return [name for name in packages if name not in later]


def licences(wheels):
    """Yield ``(path, text)`` of each licence that a wheel holds."""
    for file, data in wheels.items():
        archive = zipfile.ZipFile(io.BytesIO(data))
        for name in archive.namelist():
            path = PurePosixPath(name)
            if re.search("licen[sc]e|copying|notice", path.name, re.I) and (
                path.suffix not in (".py", ".so")
            ):
                yield f"{file.split('-')[0]}/{name}", archive.read(name)
