"""``python -m course_site.live build/live``: the course, run in the browser.

The folder can be served by any static host; it asks no other host. What it
is built with is fetched once and kept in the user's cache folder.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from course_site.lacks import lacks
from course_tools import own_files
from course_tools.lesson import needs_its_folder, pages

try:
    import nbformat

    from course_site.live import bytecode, packages, sources
except ImportError as error:
    sys.exit(lacks(error, "requirements.txt"))

PAGE = Path(__file__).parent / "page"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
KIND = "site with Python in the browser"
NAME = "Everything but Attention"
OURS = "course-live"  # the name of our extension of JupyterLite
OUR_FILES = ["extension.js", "worker.js", "kept.js", "cells.js", "page.css"]
# Pages run, and keep what is written, without a service worker.
NOT_NEEDED = ["@jupyterlite/application-extension:service-worker-manager"]
# The kernel looks in this list for what it would install one by one.
ITS_OWN = ["ssl", "jedi", "pyodide_kernel"]


def main(argv=None):
    """Build the site; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_site.live", description=__doc__
    )
    parser.add_argument("out", type=Path, help="folder of the site")
    parser.add_argument(
        "--pyodide",
        default=sources.SOURCE,
        metavar="SOURCE",
        help="where Pyodide's files come from: a folder, or name==version of "
        "a package (default: %(default)s)",
    )
    parser.add_argument(
        "--book",
        default="",
        metavar="ADDRESS",
        help="where the book lies, seen from the site: .. if around it",
    )
    arguments = parser.parse_args(argv)
    out = arguments.out.expanduser().resolve()
    try:
        needs_its_folder()
        own_files.check_folder(out, KIND)  # before minutes of work
        with tempfile.TemporaryDirectory() as folder:
            made = build(Path(folder), arguments.pyodide, arguments.book)
            own_files.put_folder(made, out, KIND)
        if arguments.book:
            lead_from_the_book(out, arguments.book)
    except (sources.NotBuilt, own_files.Refused, LookupError) as error:
        print(f"No site was built: {str(error).rstrip('.')}.", file=sys.stderr)
        return 1
    print(f"python -m http.server --directory {arguments.out}")
    return 0


def lead_from_the_book(out, book):
    """Give the pages of a book that lies around the site their buttons."""
    pages = (out / book).resolve()
    script = pages / "_static" / "live.js"
    if out.is_relative_to(pages) and script.exists():
        address = out.relative_to(pages).as_posix()
        text = script.read_text("utf-8")
        text = re.sub('LIVE = ".*"', f'LIVE = "{address}"', text)
        own_files.rewrite(pages, "_static/live.js", text.encode())


def build(folder, source, book):
    """Build the site in a folder; return where it lies."""
    pyodide, pure = sources.pyodide(source), sources.wheels()
    made = lite(folder)
    extension = made / "extensions" / KERNEL / "static" / "pypi"
    kernel = {
        path.name: path.read_bytes()
        for path in extension.glob("*.whl")
        if not path.name.startswith("widgetsnbextension")
    }
    course = packages.of_the_course()
    core = {name: pyodide.pop(name) for name in sources.PINNED["core"]}
    wheels = pyodide | pure | kernel | course
    write_licences(made / "licences", wheels)
    core, wheels = bytecode.with_bytecode(core, wheels)
    write_python(made / "static" / "pyodide", core, wheels)
    write_pages(made, book)
    configure(made, wheels)
    return made


def lite(folder):
    """Let JupyterLite build its part: one notebook on a page."""
    words = ["--apps=notebooks", "--no-sourcemaps"]
    words += ["--no-unused-shared-packages", f"--lite-dir={folder}"]
    words += [f"--output-dir={folder / 'made'}"]
    command = [sources.tools(), "-m", "jupyterlite_core", "build", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        raise sources.NotBuilt(f"JupyterLite says: {done.stderr[-2000:]}")
    return folder / "made"


def write_python(folder, core, wheels):
    """Write Pyodide, the wheels, their lock, and what loads them."""
    folder.mkdir(parents=True)
    for name, data in (core | wheels).items():
        if name != "pyodide.js":
            (folder / name).write_bytes(data)
    lock = packages.lock(wheels, sources.PINNED["info"])
    (folder / lock_name(lock)).write_text(lock, "utf-8")
    known = json.loads(lock)["packages"]
    later = {
        module: [
            (known[name]["file_name"], known[name]["sha256"]) for name in names
        ]
        for module, names in packages.LATER.items()
    }
    first = [known[name]["file_name"] for name in packages.at_once(known)]
    sizes = {name: len((core | wheels)[name]) for name in [*core, *first]}
    del sizes["pyodide.js"]
    course = json.dumps({"sizes": sizes, "later": later})
    loader = core["pyodide.js"].decode().partition("//# sourceMappingURL")[0]
    loader += f"\nself.course = {course};\n"
    loader += (PAGE / "loader.js").read_text("utf-8")
    (folder / f"course-{digest(loader)}.js").write_text(loader, "utf-8")


def lock_name(lock):
    """Return the name of the lock's file, new for every content."""
    return f"lock-{digest(lock)}.json"


def mark():
    """Return what stands behind the addresses of our files, as an edition."""
    texts = [(PAGE / name).read_text("utf-8") for name in OUR_FILES]
    return f"?{digest(''.join(texts))}"


def digest(text):
    """Return some letters that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def write_pages(made, book):
    """Write the notebooks, the list of them, and the page around each."""
    files, listed = made / "files", []
    files.mkdir(exist_ok=True)
    for page in pages():
        notebook = nbformat.read(page, as_version=4)
        notebook.metadata["kernelspec"]["name"] = "python"
        # The page takes a text of several lines as it stands in the file.
        nbformat.write(notebook, files / page.name, split_lines=False)
        listed.append((page.name, notebook.cells[0].source.splitlines()[0]))
    index = made / "api" / "contents"
    index.mkdir(parents=True, exist_ok=True)
    (index / "all.json").write_text(json.dumps(listing(files)), "utf-8")
    icons = made / "static" / "favicons"
    icons.mkdir(parents=True)
    own = made / "notebooks" / "favicon.ico"
    for name in ("busy-1", "notebook"):
        shutil.copy(own, icons / f"favicon-{name}.ico")
    shutil.copy(own, made / "favicon.ico")
    shell, bar = made / "notebooks" / "index.html", (PAGE / "bar.html")
    text = shell.read_text("utf-8")
    head = (PAGE / "head.html").read_text("utf-8").replace("{mark}", mark())
    bar = bar.read_text("utf-8").replace("{book}", book)
    for place, ours in {
        "Jupyter Notebook - Notebooks": lambda _: NAME,
        "  </head>": lambda end: f"{head}{end[0]}",
        "<body.*>": lambda body: f"{body[0]}\n{bar}",
    }.items():
        text, times = re.subn(place, ours, text)
        if not times:
            raise sources.NotBuilt(
                f"The page of JupyterLite has no {place!r} any more, where "
                "ours is put in: look at notebooks/index.html, and mend "
                "write_pages in course_site/live/__main__.py"
            )
    shell.write_text(text, "utf-8")
    links = "\n".join(
        f'<li><a href="notebooks/index.html?path={name}">{title[2:]}</a></li>'
        for name, title in listed
    )
    cover = (PAGE / "index.html").read_text("utf-8")
    (made / "index.html").write_text(cover.replace("{links}", links), "utf-8")


def listing(files):
    """Return a folder as Jupyter's contents service lists it."""
    never = "2026-01-01T00:00:00Z"
    same = {"content": None, "created": never, "last_modified": never}
    same |= {"format": None, "mimetype": None, "writable": True}
    found = [(p.name, p.stat().st_size) for p in files.glob("*.ipynb")]
    notebooks = [
        same | {"name": name, "path": name, "size": size, "type": "notebook"}
        for name, size in sorted(found)
    ]
    own = {"name": "", "path": "", "size": None, "type": "directory"}
    return same | own | {"content": notebooks, "format": "json"}


def write_licences(folder, wheels):
    """Write the licences of all that is bundled, and a page about them."""
    for name, text in packages.licences(wheels):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text)
    shutil.copy(PAGE / "licences.md", folder / "README.md")
    shutil.copy(PAGE / "MPL-2.0.txt", folder)
    shutil.copy(packages.TOP / "LICENSE", folder / "LICENSE.txt")
    python = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    if python.exists():
        shutil.copy(python, folder / "Python-LICENSE.txt")


def configure(made, wheels):
    """Tell JupyterLite of Pyodide and of our part of the page."""
    target = made / "extensions" / OURS / "static"
    target.mkdir(parents=True)
    for file in OUR_FILES:
        shutil.copy(PAGE / file, target)
    path = made / "jupyter-lite.json"
    settings = json.loads(path.read_text("utf-8"))
    data = settings["jupyter-config-data"]
    lock = next((made / "static" / "pyodide").glob("lock-*.json"))
    loader = next(lock.parent.glob("course-*.js"))
    names = json.loads(lock.read_text("utf-8"))["packages"]
    kernel = data.setdefault("litePluginSettings", {})
    kernel[f"{KERNEL}:kernel"] = {
        "disablePyPIFallback": True,
        "pyodideUrl": f"./static/pyodide/{loader.name}",
        "loadPyodideOptions": {
            "lockFileURL": f"./static/pyodide/{lock.name}",
            "packages": [*packages.at_once(names), *ITS_OWN],
        },
    }
    data["federated_extensions"].append(
        {
            "name": OURS,
            "load": f"static/extension.js{mark()}",
            "extension": "./live",
        }
    )
    data["disabledExtensions"] = NOT_NEEDED
    overrides = json.loads((PAGE / "overrides.json").read_text("utf-8"))
    data |= {"appName": NAME, "settingsOverrides": overrides}
    path.write_text(json.dumps(settings), "utf-8")
    # Wheels of the kernel lie in static/pyodide now.
    for old in (made / "extensions" / KERNEL / "static" / "pypi").glob(
        "*.whl"
    ):
        old.unlink()


if __name__ == "__main__":
    sys.exit(main())
