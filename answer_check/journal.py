"""Reads a journal: a file with a line of JSON for each thing a learner did.

Each line tells when it was written, so the order of lines means nothing, and
neither does a line that stands twice: two journals are merged by putting one
behind the other.
"""

import errno
import json
import os
import stat
from contextlib import suppress
from pathlib import Path

BEGINS = b'{"event": "'  # every line of ours
BESIDE = "panel ", "derivation "  # how names begin that are no exercises
ELSEWHERE = {"cell", "panel"}  # what a browser's page saves beside events
NO_FILE, NOT_OURS = "it is not an ordinary file", "no line of it is progress"


class Journal:
    """What the lines of a file amount to.

    ``done`` is ``{name: {"on": date, "source": text or None}}`` and
    ``wrong`` ``{name: mistakes named}``, an empty set where none had a name.
    ``mark`` tells a copy of the journal from another one, and ``latest``
    when its last event was. ``events`` and ``unread`` count the lines that
    can be read and those that cannot.

    For the questions that come back: ``done_at`` and ``wrong_at`` tell when
    each exercise was done and each ``(name, mistake)`` was last named, where
    the empty text is a mistake without a name, ``asked`` the answers to each,
    ``{(name, mistake): {at: (date, whether right)}}``, and ``put_off`` the
    days on which the learner wanted none. ``quiz`` has the first answers to
    each quiz: ``{name: (at, letters, edition)}``.
    """

    def __init__(self, file):
        self.file, self._seen = file, None
        self._amount_to([], 0)

    def read(self):
        """Read the file if it is another than before; return the journal.

        Raises OSError, also if the file is not a journal.
        """
        found = os.stat(self.file)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, NO_FILE)
        seen = found.st_ino, found.st_size, found.st_mtime_ns
        if seen != self._seen:
            text = Path(self.file).read_bytes()
            lines = [*filter(None, map(bytes.strip, text.splitlines()))]
            events = [*filter(None, map(_event, lines))]
            if not (events or _begun(lines)):
                raise OSError(errno.EINVAL, NOT_OURS)
            self._amount_to(events, len(lines) - len(events))
            self._seen = seen
        return self

    def _amount_to(self, events, unread):
        events = [e for e in events if e["event"] not in ELSEWHERE]
        events.sort(key=lambda e: (e["at"], e["event"]))
        done, wrong, self.asked = {}, {}, {}
        self.put_off, self.quiz = set(), {}
        for event in events:
            name, at, mistakes = map(event.get, ("exercise", "at", "mistakes"))
            match event["event"]:
                case "done":
                    entry = {"on": event["on"], "source": event["source"]}
                    done[name] = at, entry
                case "wrong":  # the empty text: wrong, with no name
                    met = wrong.setdefault(name, {})
                    met |= dict.fromkeys(["", *mistakes], at)
                case "forgotten":
                    for known in (done, wrong):
                        for each in [*known] if name is None else [name]:
                            known.pop(each, None)
                case "asked":
                    item = name, "".join(mistakes[:1])
                    answer = event["on"], event.get("right") is True
                    self.asked.setdefault(item, {})[at] = answer
                case "later":
                    self.put_off.add(event["on"])
                case "quiz":
                    given = at, *[*mistakes, "", ""][:2]
                    self.quiz.setdefault(
                        str(name).removeprefix("quiz "), given
                    )
        self.done = {name: entry for name, (_, entry) in done.items()}
        self.wrong = {name: {*met} - {""} for name, met in wrong.items()}
        self.done_at = {name: at for name, (at, _) in done.items()}
        self.wrong_at = {
            (name, mistake): at
            for name, met in wrong.items() if name
            for mistake, at in met.items()
        }  # fmt: skip
        marks = (str(e["journal"]) for e in events if e.get("journal"))
        self.mark = next(marks, "")
        self.latest = events[-1]["at"] if events else 0
        self.events, self.unread = len(events), unread


def new_lines(text, old):
    """Return the lines of a text that are events and not among the old ones.

    Raises ValueError if no line of the text is an event.
    """
    lines = dict.fromkeys(map(bytes.strip, text.encode().splitlines()))
    events = {line: event for line in lines if (event := _event(line))}
    if not events:
        raise ValueError(NOT_OURS)
    known = {*map(bytes.strip, old.splitlines())}
    return [
        line for line, event in events.items()
        if line not in known and event["event"] not in ELSEWHERE
    ]  # fmt: skip


def _begun(lines):
    """Whether lines may be a first event that was cut short."""
    first = (lines or [b""])[0][: len(BEGINS)]
    return first == BEGINS or len(lines) < 2 and BEGINS.startswith(first)


def _event(line):
    with suppress(AttributeError, ValueError, TypeError, RecursionError):
        event = {"source": None, "mistakes": []}
        event |= json.loads(line.decode("utf-8", "replace"))
        if event.get("event") in ELSEWHERE:
            return event
        match event:
            case {
                "event": str(),
                "exercise": str() | None,
                "on": str(),
                "at": int(),
                "source": str() | None,
                "mistakes": [*mistakes],
            } if all(isinstance(each, str) for each in mistakes):
                return event
    return None
