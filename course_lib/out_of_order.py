"""What to do when a cell misses a name: run the cells above it."""

ADVICE = (
    "A name that a cell above makes is missing. Choose Run → Run All Above "
    "Selected Cell from the menu, then run this cell again."
)


def watch(shell):
    """Add the advice to every NameError that a cell of this kernel ends in.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
    """

    def advise(shell, kind, error, traceback, tb_offset=None):
        if ADVICE not in getattr(error, "__notes__", ()):
            error.add_note(ADVICE)
        shell.showtraceback((kind, error, traceback), tb_offset=tb_offset)

    shell.set_custom_exc((NameError,), advise)
