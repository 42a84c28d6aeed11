"""What to do when a cell misses a name: run the cells above it."""

import sys

ADVICE = (
    "A name that a cell above makes is missing. Run all cells above (in "
    "JupyterLab: Run → Run All Above Selected Cell), then this one again."
)


def watch(shell):
    """Say the advice above every NameError that a cell of this kernel ends in.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
    """

    def advise(shell, kind, error, traceback, tb_offset=None):
        print(ADVICE, file=sys.stderr, flush=True)  # a traceback is long
        shell.showtraceback((kind, error, traceback), tb_offset=tb_offset)

    shell.set_custom_exc((NameError,), advise)
