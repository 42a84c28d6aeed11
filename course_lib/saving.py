"""What Jupyter's server leaves out when it saves a lesson.

A saved widget view points to a widget of a kernel that is gone tomorrow, and
JupyterLab shows an error in its place. Without the view it shows what stands
below it: a panel's last picture and its sentence, a card's statement.
Installing the course switches this on (jupyter/etc holds the switch).
"""

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def as_committed(notebook):
    """Drop what depends on the program that saves, and widget views.

    Parameters
    ----------
    notebook : dict
        A notebook of format 4; it is changed in place.
    """
    for cell in notebook["cells"]:
        # JupyterLab adds it beside jupyter.outputs_hidden, which stays.
        cell["metadata"].pop("collapsed", None)
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET_VIEW, None)
        if "outputs" in cell:
            cell["outputs"] = [
                o for o in cell["outputs"] if o.get("data") != {}
            ]
    if "language_info" in notebook["metadata"]:
        notebook["metadata"]["language_info"] = {"name": "python"}


def before_saving(model, **kwargs):
    """Tidy a notebook that uses the course; leave every other file alone."""
    notebook = model.get("content")
    if model["type"] != "notebook" or notebook.get("nbformat") != 4:
        return
    if any("course_lib" in "".join(c["source"]) for c in notebook["cells"]):
        as_committed(notebook)


def _jupyter_server_extension_points():
    return [{"module": "course_lib.saving"}]


def _load_jupyter_server_extension(server):
    server.contents_manager.register_pre_save_hook(before_saving)
