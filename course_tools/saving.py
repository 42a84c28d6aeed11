"""What Jupyter's server leaves out when it saves a lesson, and puts back.

A saved widget view points to a widget of a kernel that is gone tomorrow, and
JupyterLab shows an error in its place. Without the view it shows what stands
below it: a panel's last picture and its sentence, a card's statement.

A lesson on disk does not say which Python ran it. JupyterLab would write that
into every lesson that is opened, which then counts as changed and asks to be
saved. So the server adds it when it reads a lesson, as the kernel tells it.
Installing the course switches this on (jupyter/etc holds the switch).
"""

from functools import wraps
from inspect import iscoroutinefunction

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# By the last two nbconvert names a script, and they are Python's everywhere.
NO_VERSION = {
    "name": "python",
    "file_extension": ".py",
    "nbconvert_exporter": "python",
}


def as_committed(notebook):
    """Drop what depends on the program that saves, and widget views.

    Parameters
    ----------
    notebook : dict
        A notebook of format 4; it is changed in place.
    """
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET_VIEW, None)
        if "outputs" in cell:
            cell["outputs"] = [
                o for o in cell["outputs"] if o.get("data") != {}
            ]
    if "language_info" in notebook["metadata"]:
        notebook["metadata"]["language_info"] = {**NO_VERSION}


def before_saving(model, **kwargs):
    """Tidy a notebook that uses the course; leave every other file alone."""
    if uses_the_course(model):
        as_committed(model["content"])


def after_reading(model):
    """Say which Python runs a notebook that uses the course; return it."""
    if uses_the_course(model):
        from ipykernel.ipkernel import IPythonKernel

        info = model["content"]["metadata"].get("language_info", {})
        if info.get("name") == "python" and info.keys() <= NO_VERSION.keys():
            info.update(IPythonKernel.language_info)
    return model


def uses_the_course(model):
    """Whether a file, as Jupyter's server has it, is a notebook of ours."""
    notebook = model.get("content")
    return (
        model["type"] == "notebook"
        and notebook is not None
        and notebook.get("nbformat") == 4
        and any(
            name in "".join(cell["source"])
            for cell in notebook["cells"]
            for name in ("course_lib", "answer_check", "lesson_parts")
        )
    )


def _jupyter_server_extension_points():
    return [{"module": "course_tools.saving"}]


def _load_jupyter_server_extension(server):
    attend(server)
    if loop := getattr(server, "io_loop", None):
        # Jupytext, which is loaded later, puts another manager in its place.
        loop.add_callback(attend, server)


def attend(server):
    """Look after what the server's contents manager reads and saves."""
    files = server.contents_manager
    if not hasattr(files.get, "_looks_after_lessons"):
        files.register_pre_save_hook(before_saving)
        files.get = then(files.get, after_reading)  # there is no hook for it
        files.get._looks_after_lessons = True


def then(get, change):
    """Return a method, which may be asynchronous, with its answer changed."""
    if not iscoroutinefunction(get):
        return wraps(get)(lambda *args, **kw: change(get(*args, **kw)))

    @wraps(get)
    async def got(*args, **kwargs):
        return change(await get(*args, **kwargs))

    return got
