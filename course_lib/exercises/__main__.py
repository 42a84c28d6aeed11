"""``python -m course_lib.exercises``: sheets, progress, a class, grading."""

import argparse
import sys
from pathlib import Path

from course_lib.exercises import class_results, progress
from course_lib.exercises.exercise import every, find
from course_lib.exercises.sheets import sheet


def main(argv=None):
    """Run the command line; return the exit code."""
    args = _parser().parse_args(argv)
    try:
        args.run(args)
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    except OSError as error:
        why = error.strerror or type(error).__name__
        where = error.filename or getattr(args, "out", progress.path())
        print(
            f"{where} cannot be written: {why}. Nothing was changed.",
            file=sys.stderr,
        )
        return 1
    return 0


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.exercises",
        description="Sheets to print, and what is done.",
    )
    commands = parser.add_subparsers(required=True)

    one = commands.add_parser("sheet", help="write exercises as HTML to print")
    one.add_argument("names", nargs="*", help="exercises; none: all of them")
    one.add_argument("--lesson", help="those of one lesson, as in 05")
    one.add_argument(
        "--teacher", action="store_true",
        help="with mistakes, hints and solution in place of room to write",
    )  # fmt: skip
    one.add_argument("-o", "--out", type=Path, default=Path("sheet.html"))
    one.set_defaults(run=_sheet)

    shown = commands.add_parser("progress", help="say what is done")
    shown.add_argument("-o", "--out", type=Path, help="a copy, to hand in")
    shown.set_defaults(run=_progress)

    results = commands.add_parser(
        "class", help="what a class solved, and which mistakes it made"
    )
    results.add_argument("folder", type=Path, help="files handed in")
    results.add_argument("-o", "--out", type=Path, help="an HTML page as well")
    results.set_defaults(run=_class)

    graded = commands.add_parser(
        "nbgrader", help="write a lesson's exercises as an assignment"
    )
    graded.add_argument("--lesson", required=True, help="as in 05")
    graded.add_argument("folder", type=Path, help="nbgrader's course")
    graded.set_defaults(run=_nbgrader)

    forget = commands.add_parser("reset", help="forget what is done")
    forget.add_argument("name", nargs="?", help="one exercise; none: all")
    forget.set_defaults(run=_reset)
    return parser


def _sheet(args):
    lesson = args.lesson and args.lesson.zfill(2)
    chosen = [find(name) for name in args.names] or every(lesson)
    if not chosen:
        raise LookupError(f"Lesson {args.lesson!r} has no exercises.")
    page = sheet(chosen, teacher=args.teacher)
    args.out.write_text(page, encoding="utf-8")
    each = f"{len(chosen)} exercises, each begins a page"
    print(f"{args.out}: {each if len(chosen) > 1 else 'one exercise'}.")


def _progress(args):
    print(progress.summary())
    print(progress.trouble() or f"Kept in {progress.path() or 'no file'}.")
    if args.out:
        if not any(progress.kept()):
            raise LookupError("Nothing is kept, so there is nothing to copy.")
        args.out.write_bytes(progress.path().read_bytes())
        print(f"{args.out}: a copy, with your answers in it.")


def _class(args):
    learners, remarks = class_results.gather(args.folder)
    print(class_results.as_text(learners, remarks))
    if args.out:
        page = class_results.as_page(learners)
        args.out.write_text(page, encoding="utf-8")
        print(f"\n{args.out}: the same with bars.")


def _nbgrader(args):
    import nbformat  # comes with JupyterLab

    from course_lib.exercises.assignment import assignment

    name = f"lesson_{args.lesson.zfill(2)}"
    notebook = assignment(args.lesson.zfill(2))
    path = args.folder / "source" / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:  # edits are not lost
        nbformat.write(notebook, file)
    print(f"{path}: the exercises of the lesson, with their solutions.")


def _reset(args):
    if args.name:
        find(args.name)
    before = set().union(*progress.kept())
    if not before or args.name and args.name not in before:
        print(progress.trouble() or "Nothing was kept.")
        return
    progress.reset(args.name)
    print(
        f"Forgotten. {progress.path()} still holds the answers and mistakes; "
        "delete the file to be rid of them."
    )


if __name__ == "__main__":
    sys.exit(main())
