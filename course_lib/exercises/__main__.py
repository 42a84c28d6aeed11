"""``python -m course_lib.exercises``: sheets to print, progress, reset."""

import argparse
import sys
from pathlib import Path

from course_lib.exercises import progress
from course_lib.exercises.catalogue import every, find
from course_lib.exercises.sheets import sheet


def main(argv=None):
    """Run the command line; return the exit code."""
    args = _parser().parse_args(argv)
    try:
        return args.run(args)
    except (LookupError, OSError) as error:
        print(error.args[0] if error.args else error, file=sys.stderr)
        return 1


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.exercises",
        description="Sheets to print, and what is done.",
    )
    commands = parser.add_subparsers(required=True)

    one = commands.add_parser("sheet", help="write exercises as HTML to print")
    one.add_argument("names", nargs="*", help="exercises; none: all of them")
    one.add_argument("--lesson", help="those of one lesson, as in 05")
    one.add_argument("--no-solutions", action="store_true")
    one.add_argument("-o", "--out", type=Path, default=Path("sheet.html"))
    one.set_defaults(run=_sheet)

    shown = commands.add_parser("progress", help="say what is done")
    shown.set_defaults(run=_progress)

    forget = commands.add_parser("reset", help="forget what is done")
    forget.add_argument("name", nargs="?", help="one exercise; none: all")
    forget.set_defaults(run=_reset)
    return parser


def _sheet(args):
    chosen = [find(name) for name in args.names] or every(args.lesson)
    if not chosen:
        raise LookupError(f"Lesson {args.lesson!r} has no exercises.")
    page = sheet(chosen, solutions=False if args.no_solutions else None)
    args.out.write_text(page, encoding="utf-8")
    pages = f"{len(chosen)} pages" if len(chosen) > 1 else "one page"
    print(f"{args.out}: {pages} to print.")


def _progress(args):
    print(progress.summary())
    print(f"Kept in {progress.path() or 'no file'}.")


def _reset(args):
    if args.name:
        find(args.name)
    kept = progress.reset(args.name)
    print(f"Forgotten. A copy is in {kept}." if kept else "Nothing was kept.")


if __name__ == "__main__":
    sys.exit(main())
