"""``python -m course_tools``: lessons, progress, sheets and a class."""

import argparse
import re
import sys
from pathlib import Path

from answer_check import progress, recall
from answer_check.exercise import every, find
from course_lib.sliders import remembered
from course_tools import class_results, lesson, own_files, update
from course_tools.quiz import NAMES, answer, quiz
from course_tools.sheets import sheet


def main(argv=None):
    """Run the command line; return the exit code."""
    args = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # whatever it can show
    try:
        return args.run(args) or 0
    except LookupError as error:
        said = error.args[0]
    except OSError as error:
        why = error.strerror or type(error).__name__
        where = error.filename or getattr(args, "out", progress.path())
        said = f"{where} cannot be written: {why}. Nothing was changed."
    print(said, file=sys.stderr)
    return 1


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m course_tools",
        description="Your lessons, what is done, and sheets to print.",
    )
    parser.set_defaults(run=lambda args: parser.print_help())
    commands = parser.add_subparsers()

    def add(name, run, words):
        command = commands.add_parser(name, help=words)
        command.set_defaults(run=run)
        return command.add_argument

    option = add("afresh", _afresh, "start a lesson anew; yours is kept")
    option("lesson", help="what its file's name begins with, as in 05")

    add("update", _update, "take the newest edition; what you wrote stays")

    option = add("sheet", _sheet, "write exercises as HTML to print")
    option("names", nargs="*", help="exercises; none: all of them")
    option("--lesson", help="those of one lesson, as in 05")
    option("--quiz", choices=NAMES, help="the quiz before or after the course")
    teacher = "with mistakes, hints and solution in place of room to write"
    option("--teacher", action="store_true", help=teacher)
    option("-o", "--out", type=Path, help="the file")

    option = add("progress", _progress, "say what is done, and due again")
    option("-o", "--out", type=Path, help="a copy, to hand in")
    saved = "take in a copy, such as one that the live pages saved"
    option("--load", type=Path, metavar="COPY", help=saved)

    solved = "what a class solved, gained, and which mistakes it made"
    option = add("class", _class, solved)
    option("folder", type=Path, help="files handed in")
    gained = "tell how many learners show a gain of so many questions"
    option("--gain", type=float, default=1.0, help=gained)

    option = add("quiz", _answer, "keep your letters of a quiz")
    option("name", choices=NAMES, help="before the course or after it")
    option("letters", help="one for each question, X for none")

    option = add("reset", _reset, "forget what is done")
    option("name", nargs="?", help="one exercise; none: all")

    add("forget", _forget, "forget the answers and sliders of all panels")
    return parser


def _afresh(args):
    here = Path.cwd()
    lessons = here / "notebooks"  # in the folder of the course
    try:
        kept = lesson.afresh(
            args.lesson, lessons if lessons.is_dir() else here
        )
    except ValueError as error:
        raise LookupError(f"Nothing is changed: {error}.") from error
    remembered.forget(re.sub(r"\.yours\d+$", "", kept.stem))
    print(f"Done. Your copy with your answers is {kept}.")
    print("If the lesson is open, close it and open it again.")


def _update(args):
    return update.main()


def _sheet(args):
    number = args.lesson and args.lesson.zfill(2)
    out = args.out or _name_of_the_sheet(args, number)
    if args.quiz:
        page = quiz(args.quiz, teacher=args.teacher)
        _write(out, page)
        print(f"{out}: ten questions.")
        return
    chosen = [find(name) for name in args.names] or every(number)
    if not chosen:
        raise LookupError(f"Lesson {args.lesson!r} has no exercises.")
    page = sheet(chosen, teacher=args.teacher)
    _write(out, page)
    each = f"{len(chosen)} exercises, each begins a page"
    print(f"{out}: {each if len(chosen) > 1 else 'one exercise'}.")


def _write(out, data):
    """Write what was asked for; say where a file of that name is kept."""
    try:
        kept = own_files.write(out, data)
    except own_files.Refused as error:
        raise LookupError(f"Nothing is written: {error}.") from None
    if kept:
        print(f"{kept}: what {out} was before.")


def _name_of_the_sheet(args, number):
    """Return a name that no other sheet has, but those of chosen names."""
    if args.quiz:
        name = f"quiz_{args.quiz}"
    elif args.names:
        name = "sheet"
    else:
        name = f"lesson_{number}" if number else "exercises"
    return Path(f"{name}_teacher.html" if args.teacher else f"{name}.html")


def _progress(args):
    if args.load:
        try:
            new = progress.take_in(args.load.read_text("utf-8"))
        except FileNotFoundError:
            raise LookupError(f"There is no file {args.load}.") from None
        except ValueError as error:
            raise LookupError(f"{args.load}: {error}.") from None
        print(f"{args.load}: {new} {'entry' if new == 1 else 'entries'} new.")
    print(progress.summary())
    if due := recall.summary():
        print(due)
    print(progress.trouble() or f"Kept in {progress.path() or 'no file'}.")
    if args.out:
        if not any(progress.kept()):
            raise LookupError("Nothing is kept, so there is nothing to copy.")
        _write(args.out, progress.path().read_bytes())
        print(f"{args.out}: a copy, with your answers in it.")


def _answer(args):
    count = answer(args.name, args.letters)
    print(f"{count} answers are kept in {progress.path() or 'no file'}.")


def _class(args):
    if not args.gain > 0:
        raise LookupError("Give --gain a number of questions above 0.")
    learners, remarks = class_results.gather(args.folder)
    print(class_results.as_text(learners, remarks, args.gain))


def _reset(args):
    forgotten = {*progress.done(), *progress.kept()[1]}
    if args.name:
        forgotten &= {find(args.name).name}
    if not forgotten:
        print(progress.trouble() or "Nothing was kept.")
        return
    progress.reset(args.name)
    print(
        f"Forgotten. {progress.path()} still holds the answers and mistakes; "
        "delete the file to be rid of them."
    )


def _forget(args):
    kept = remembered.forget()
    print("Every panel asks again." if kept else "Nothing was kept.")


if __name__ == "__main__":
    sys.exit(main())
