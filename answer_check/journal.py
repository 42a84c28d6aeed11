"""Reads a journal: a file with a line of JSON for each thing a learner did.

Each line tells when it was written, so the order of lines means nothing, and
neither does a line that stands twice: two journals are merged by putting one
behind the other.
"""

import errno
import json
import os
import stat
import threading
from contextlib import suppress

BEGINS = b'{"event": "'  # every line of ours
LONGEST = 1 << 20  # bytes of a line; a longer one is not ours
MOST = 100  # mistakes of one exercise, or unknown exercises, that are kept
NAMES = 500  # characters of each
BESIDE = "panel ", "derivation "  # how names begin that are no exercises
ELSEWHERE = {"cell", "panel"}  # what a browser's page saves beside events
NO_FILE, NOT_OURS = "it is not an ordinary file", "no line of it is progress"


class Journal:
    """What the lines of a file amount to; each is read once.

    ``done`` is ``{name: {"on": date, "source": text or None}}`` and
    ``wrong`` ``{name: mistakes named}``, an empty set where none had a name.
    ``mark`` tells a copy of the journal from another one, and ``latest``
    when its last event was. ``events`` and ``skipped`` count the lines that
    can be read and those that cannot. ``put_off`` are the days on
    which the learner put off the questions that come back, and ``quiz`` the
    first answers to each quiz: ``{name: (at, letters, edition)}``.
    With ``known``, as for a class, sources are let go, and exercises by
    other names are only listed in ``unknown``.
    """

    def __init__(self, file, known=None):
        self.file, self.known = file, known
        self._one_at_a_time = threading.Lock()
        self._begin()

    def _begin(self):
        self._done, self._wrong, self.unknown = {}, {}, set()
        self._forgotten, self._mark, self.latest = {}, (), 0
        self._asked, self.put_off, self.quiz = {}, set(), {}
        self.events, self.skipped, self._half = 0, 0, 0
        self._end, self._last, self._seen, self._first = 0, b"", None, b""

    def read(self):
        """Take in what is new in the file; return the journal.

        Raises OSError, also if the file is not a journal.
        """
        with self._one_at_a_time:
            found = os.stat(self.file)
            if stat.S_IFMT(found.st_mode) not in (stat.S_IFREG, stat.S_IFDIR):
                raise OSError(errno.EINVAL, NO_FILE)
            seen = found.st_ino, found.st_size, found.st_mtime_ns
            if seen != self._seen:
                with open(self.file, "rb") as raw:
                    if not self._grew(raw, *seen):
                        self._begin()
                    raw.seek(self._end)
                    self._take_lines(raw)
                self._seen = seen
        begun = BEGINS.startswith(self._first) and not self.skipped
        if not (self.events or begun or self._first == BEGINS):
            raise OSError(errno.EINVAL, NOT_OURS)
        return self

    def _grew(self, raw, inode, size, _):
        """Whether the file holds what it held, with more behind it."""
        if not self._seen or inode != self._seen[0] or size <= self._seen[1]:
            return False
        raw.seek(self._end - len(self._last))
        return raw.read(len(self._last)) == self._last

    def _take_lines(self, raw):
        rest, self._half = False, 0  # rest: of a line that is too long
        while line := raw.readline(LONGEST):
            text, whole = line.strip(), line.endswith(b"\n")
            event = None if rest else _event(text)
            self._first = self._first or text[: len(BEGINS)]
            if event:
                self._take(event)
            elif not whole and len(line) < LONGEST and not rest:
                self._half = 1  # it may be growing at this moment
                break
            elif text and not rest:
                self.skipped += 1
            rest = not whole
            self._end += len(line)
            self._last = line[-64:]

    def _take(self, event):
        kind, name, at = map(event.get, ("event", "exercise", "at"))
        if kind in ELSEWHERE:
            return
        self.events += 1
        self.latest = max(self.latest, at)
        if mark := str(event.get("journal", ""))[:64]:
            self._mark = min(self._mark or (at, mark), (at, mark))
        if kind in ("asked", "later"):  # again, by a card on a lesson's page
            if kind == "later":
                self.put_off.add(event["on"])
            elif len(self._asked) < 100 * MOST:
                item = name, "".join(event["mistakes"][:1])
                answer = event["on"], event.get("right") is True
                self._asked.setdefault(item, {})[at] = answer
        elif kind == "quiz":
            letters, edition, *_ = *event["mistakes"], "", ""
            answered = at, letters[:NAMES], edition[:NAMES]
            name = str(name).removeprefix("quiz ")
            if name in self.quiz or len(self.quiz) < MOST:
                self.quiz[name] = min(answered, self.quiz.get(name, answered))
        elif not self._knows(name):
            if len(self.unknown) < MOST:
                self.unknown.add(name[:NAMES])
        elif kind == "done":
            entry = {"on": event["on"], "source": event.get("source")}
            if self.known:
                entry["source"] = None
            if at >= self._done.get(name, (0,))[0]:
                self._done[name] = at, entry
        elif kind == "wrong":
            met = self._wrong.setdefault(name, {})
            named = [each[:NAMES] for each in event["mistakes"][:MOST]]
            for each in ["", *named]:  # the empty one: wrong, with no name
                if each in met or len(met) <= MOST:
                    met[each] = max(at, met.get(each, 0))
        elif kind == "forgotten":
            self._forgotten[name] = max(at, self._forgotten.get(name, 0))

    def _knows(self, name):
        """Whether what is said of a name counts: every name, or the known."""
        known = self.known is None or name in self.known | {None}
        return known or name.startswith(BESIDE)

    def _forgot(self, name):
        """Return when an exercise was last forgotten."""
        forgotten = self._forgotten
        return max(forgotten.get(name, 0), forgotten.get(None, 0))

    @property
    def mark(self):
        """What the oldest event with a mark has."""
        return self._mark[1] if self._mark else ""

    @property
    def done(self):
        """What is done, by name, and not forgotten since."""
        return {
            name: entry
            for name, (at, entry) in self._done.items()
            if at > self._forgot(name)
        }

    @property
    def wrong(self):
        """The mistakes named, by exercise, since it was forgotten."""
        since = {
            name: {each for each, at in met.items() if at > self._forgot(name)}
            for name, met in self._wrong.items()
        }
        return {name: met - {""} for name, met in since.items() if met}

    @property
    def times(self):
        """When each exercise was done, and each mistake was last named.

        Also when a card asked for one of these again, with the day and
        whether the answer was right: ``{name: at}, {(name, mistake): at},
        {(name, mistake): {at: (date, bool)}}``; a mistake without a name is
        the empty text.
        """
        done = {name: self._done[name][0] for name in self.done}
        wrong = {
            (name, mistake): at
            for name, met in self._wrong.items()
            for mistake, at in met.items()
            if name and at > self._forgot(name)
        }
        return done, wrong, self._asked

    @property
    def unread(self):
        """How many lines cannot be read, the last one in part included."""
        return self.skipped + self._half


def new_lines(text, old):
    """Return the lines of a text that are events and not among the old ones.

    Raises ValueError if no line of the text is an event.
    """
    lines = dict.fromkeys(line.strip() for line in text.encode().splitlines())
    events = [line for line in lines if _event(line)]
    if not events:
        raise ValueError(NOT_OURS)
    ours = {line.strip() for line in old.splitlines()}
    return [
        line
        for line in events
        if line not in ours and _event(line)["event"] not in ELSEWHERE
    ]


def _event(line):
    with suppress(AttributeError, ValueError, TypeError, RecursionError):
        said = json.loads(line.decode("utf-8", "replace"))
        if said.get("event") in ELSEWHERE:
            return said
        match {"source": None, "mistakes": []} | said:
            case {
                "event": str(),
                "exercise": str() | None,
                "on": str(),
                "at": int(),
                "source": str() | None,
                "mistakes": [*mistakes],
            } as event if all(isinstance(each, str) for each in mistakes):
                return event
    return None
