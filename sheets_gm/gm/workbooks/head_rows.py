"""The first two rows of each board and form: the step with who is ahead and its end, and the state of the match.

The state says whom the match waits for, with links to their rows, where the readers' pieces are, and what happened
last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.log.reports import News
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone, short_clock_face
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.gm.workbooks.beginning import beginning
from sheets_gm.gm.workbooks.boards.score_row import ahead
from sheets_gm.gm.workbooks.form_lines import lines_on
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot, winners_line
from sheets_gm.gm.workbooks.turn_mark import duties_of
from sheets_gm.kernel.english import owner_name
from sheets_gm.sheet.grid import Cell, Grid, Run, place_link
from sheets_gm.sheet.reading import Lines
from sheets_gm.sheet.tabs import FormTab, Tab, ViewTab
from sheets_gm.sheet.template import HELP_LETTERS, HELP_LINE, HELP_SPACE, TabTemplate

NAMED = 6
"""The most people that the match waits for who are named. The others are only counted."""

STEP, STATE = 0, 1
"""The rows of the step and of the state of the match."""

MORE, STATUS = "step", "status"
"""The styles of the text below the title, and of the state of the match."""

STEP_HEIGHT, STAND_LINE = 60, 18
"""The heights in pixels of the row with the title, who is ahead and the end of the step, and of a line of the state."""

STAND_LINES = 8
"""Lines about the state: whom the match waits for, where the pieces are, and what happened."""

MOST_PLACED = 2
"""The most people of a workbook whose places are named there, and the lines for them, and for those of others. If there
are more people, their rows show them."""

STANDS_STILL = "stands still, and so does its clock, until the game master has mended what is wrong."
SET_ASIDE = f"Set aside: the match {STANDS_STILL}"
"""The state of a match that was set aside."""

SEEN = "You see "
"""The start of a line about the pieces of others."""

THIS, LAST, EARLIER, SO_FAR = "This turn: ", "Last turn: ", "Before that: ", "So far: "
NOTHING_YET = "Nothing has happened yet."
"""The starts of a line about what happened, and the text if nothing has."""

FOLLOWED = 3
"""The most other people named in a private workbook, which is written again whenever one of them is ready."""


class LinkedText(NamedTuple):
    """A text with its *runs*."""

    text: str = ""
    runs: tuple[Run, ...] = ()

    def joined(self, other: LinkedText, between: str = " · ") -> LinkedText:
        """Return this text followed by the *other*."""
        if not (self.text and other.text):
            return self if self.text else other
        start = len(self.text) + len(between)
        moved = (run._replace(start=run.start + start) for run in other.runs)
        return LinkedText(f"{self.text}{between}{other.text}", (*self.runs, *moved))


NOTHING = LinkedText()


class Whereabouts(NamedTuple):
    """A line about the pieces of each reader of a workbook (none if there are many), and of each other player."""

    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class Head(NamedTuple):
    """The content of the first two rows: *until* when the step lasts, who is *ahead*, the match's state (*stand*)."""

    until: str
    ahead: str
    stand: LinkedText


def head_of(snapshot: Snapshot, layout: WorkbookLayout, news: News, places: Whereabouts) -> Head:
    """Return the head of the boards and forms of one workbook. *news* are what its readers know of the newest turns.

    *places* says where the pieces are.
    """
    record = snapshot.record
    zone, since = record.policy.zone, snapshot.entry.when
    until = "" if snapshot.lock_at is None else f"until {short_clock_face(snapshot.lock_at, zone, since)}"
    over, gathers = record.status is Status.OVER, Pausing.of(record).gathers
    live = not over and not gathers and record.status is not Status.STUCK
    stand = _waited_for(snapshot, layout)
    if live:
        stand = _below(stand, [_line(each, MOST_PLACED // len(places.own)) for each in places.own])
        stand = _below(stand, [_fitting(SEEN, places.others, MOST_PLACED, "; ")] if places.others else [])
    if not gathers:
        room = STAND_LINES - len(stand.text.splitlines())
        stand = _below(stand, happened(news, room))
    return Head(until, ahead(snapshot), stand) if live else Head("", "", stand)


# -- how things stand --------------------------------------------------------------------------------------------------


def _waited_for(snapshot: Snapshot, layout: WorkbookLayout) -> LinkedText:
    """Return whom or what the match waits for, or how it ended."""
    record = snapshot.record
    if record.status is Status.OVER:
        return LinkedText(f"Over: {winners_line(snapshot.result, snapshot.seats)}" if snapshot.result else "Over")
    if record.status is Status.STUCK:
        return LinkedText(in_lines(SET_ASIDE))
    if Pausing.of(record).gathers:
        return LinkedText(beginning(record))
    line = LinkedText()
    if record.status is Status.PAUSED:
        end = "" if record.resumes is None else f" until {clock_face_in_zone(record.resumes, record.policy.zone)}"
        line = LinkedText(f"The game master has paused the match{end}")
    if record.pending is not None:
        line = line.joined(LinkedText("Waiting for the game master's dice"))
    else:
        line = line.joined(_waiting(snapshot, layout))
    line = line.joined(LinkedText(f"played {record.policy.hours}")) if record.policy.hours is not None else line
    return line._replace(text=in_lines(line.text))


def _waiting(snapshot: Snapshot, layout: WorkbookLayout) -> LinkedText:
    """Return whom the match waits for: “Waiting for Ana, Ben (Commands) and 3 more”. A name links to its row in this
    workbook. The tab of the row is named if what the person had to fill in elsewhere is done.

    The people of this workbook come first. A private workbook names few others and counts no more, so that it need not
    be written each time one of many players is ready.
    """
    rows = {owner: (link, where) for owner, link, where in reversed([*_due_rows(snapshot, layout)])}
    waited = [owner for owner, state in snapshot.attendance.items() if state in WAITED_FOR]
    own_people, others = ([owner for owner in waited if (owner in rows) is here] for here in (True, False))
    if not waited:
        return LinkedText()
    follows = layout.key in PUBLIC_WORKBOOKS or len(others) <= FOLLOWED
    named = [*own_people, *(others if follows else ())]
    shown = named if len(named) <= NAMED else named[: NAMED - 1]
    found = [(owner_name(owner, snapshot.seats), *rows.get(owner, ("", ""))) for owner in shown]
    parts = [(f"{name} ({where})" if where else name, link) for name, link, where in found]
    if left := named[len(shown) :]:
        parts.append((f"{len(left)} more", next((rows[owner][0] for owner in left if owner in rows), "")))
    return _linked("Waiting for ", parts if follows else [*parts, ("others", "")])


def _linked(before: str, parts: Sequence[tuple[str, str]]) -> LinkedText:
    """Return a list of words in a sentence, each with its link."""
    text, runs = before, list[Run]()
    for at, (word, link) in enumerate(parts):
        text += "" if at == 0 else " and " if at == len(parts) - 1 else ", "
        start = len(text)
        text += word
        if link:
            runs += [Run(start, link=link), Run(len(text))]
    return LinkedText(text, tuple(runs))


def _due_rows(snapshot: Snapshot, layout: WorkbookLayout) -> Iterator[tuple[str, str, str]]:
    """Yield the owners who have something to fill in, each with a link to the first row of it, and with the title of
    its tab if something else of the owner is done.
    """
    tabs = [tab for tab in snapshot.tabs if isinstance(tab, FormTab) and tab.key in layout.tabs]
    duties = duties_of(snapshot, layout)
    partly = {duty.part.awaited for duty in duties if duty.done}
    for tab in tabs:
        here = [duty for duty in duties if duty.form.key == tab.form and not duty.done]
        rows = _first_rows(lines_on(snapshot, layout, tab)) if here else {}
        for duty in here:
            row = rows.get((duty.form.seat, duty.part.who.authors))
            if row is not None:
                title = snapshot.template.tabs[tab.key].title if duty.part.awaited in partly else ""
                yield duty.part.awaited, place_link(tab.key, row), title


def _first_rows(lines: Lines) -> dict[tuple[str, tuple[str, ...]], int]:
    """Return the first of *lines* for each owner and group of authors."""
    first_rows: dict[tuple[str, tuple[str, ...]], int] = {}
    for at, (_, seat, _), form in lines:
        first_rows.setdefault((seat, form.who.authors), at)
    return first_rows


# -- what happened -----------------------------------------------------------------------------------------------------


def happened(news: News, room: int) -> list[str]:
    """Return what happened in a step that continues, and in the last step, in *room* lines.

    If the last step was quiet, the newest one that was not follows. No line ends in the middle of an event, unless that
    alone is too long.
    """
    parts = [(THIS, news.now), (LAST if news.is_played else SO_FAR, news.before)]
    if room > 1:
        parts.append((EARLIER, news.earlier))
    told = [(name, lines) for name, lines in parts if lines]
    texts: list[str] = []
    for at, (name, lines) in enumerate(told, start=1):
        used = sum(len(text.splitlines()) for text in texts)
        texts.append(_fitting(name, lines, max(1, room - used - (len(told) - at))))
    return texts or [NOTHING_YET]


def labelled(news: News, labels: Mapping[str, str]) -> News:
    """Return *news* with each name in it replaced by its label."""
    if not labels:
        return news
    longest_first = "|".join(re.escape(name) for name in sorted(labels, key=len, reverse=True))
    names = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)")
    now, before, earlier = (
        tuple([names.sub(lambda match: labels[match[0]], text) for text in texts])
        for texts in (news.now, news.before, news.earlier)
    )
    return news._replace(now=now, before=before, earlier=earlier)


def _fitting(start: str, lines: Sequence[str], most: int, between: str = " · ") -> str:
    """Return *start* and as many of *lines* as fit whole in *most* lines, and the number of the others."""
    for count in range(len(lines), 0, -1):
        more = [f"{len(lines) - count} more"] if count < len(lines) else []
        *before, last = [*lines[:count], *more]
        text = in_lines(start + between.join([*(each.removesuffix(".") for each in before), last]))
        if text.count("\n") < most:
            return text
    return _line(f"{start}{lines[0]}", most)


def in_lines(text: str) -> str:
    """Return *text* with line breaks in place of spaces, so that no line is too long for a phone."""
    at = 0
    while len(text) - at > HELP_LETTERS and (space := text.rfind(" ", at, at + HELP_LETTERS + 1)) > at:
        text, at = f"{text[:space]}\n{text[space + 1 :]}", space + 1
    return text


def _line(text: str, most: int = 1) -> str:
    """Return the first lines of *text*, at most *most*."""
    lines = in_lines(" ".join(text.split())).splitlines()
    if len(lines) > most:
        lines = [*lines[: most - 1], _cut(lines[most - 1])]
    return "\n".join(lines)


def _cut(line: str) -> str:
    """The beginning of *line* that has room with a mark that it goes on: whole parts, or else whole words."""
    text = line[: HELP_LETTERS - 1]
    end = max(map(text.rfind, (" · ", "; ", ", ")))
    return f"{text[:end] if end > HELP_LETTERS / 2 else text.rpartition(' ')[0]} …"


def _below(line: LinkedText, texts: Sequence[str]) -> LinkedText:
    for text in texts:
        line = line.joined(LinkedText(text), "\n")
    return line


# -- in cells ----------------------------------------------------------------------------------------------------------


def with_step(grid: Grid, until: str, ahead: str) -> Grid:
    """Return *grid* with *ahead* and *until* below its title, in small letters, a line each."""
    more = "\n".join(filter(None, (ahead, until)))
    if not grid.rows or not more:
        return grid
    cell = grid.at(STEP, 0)
    text = str(cell.value or "")
    cell = cell._replace(value=f"{text}\n{more}", runs=(*cell.runs, Run(len(text), MORE)))
    return grid.with_first(STEP, cell)


def with_stand(grid: Grid, stand: LinkedText) -> Grid:
    """Return the board *grid* with the match's state in row 2: for its help, or below the game's own line."""
    if len(grid.rows) < 2 or any(cell.value for cell in grid.rows[STATE][1:]) or not stand.text:
        return grid
    cell = grid.at(STATE, 0)
    if cell.style in ("help", "") or not cell.value:
        return grid.with_first(STATE, Cell(stand.text, STATUS, runs=stand.runs))
    line = LinkedText(str(cell.value), cell.runs).joined(stand, "\n")
    return grid.with_first(STATE, cell._replace(value=line.text, runs=line.runs))


def with_stand_above_help(grid: Grid, stand: LinkedText) -> Grid:
    """Return the form *grid* with the state of the match in its second row, above the lines of its help."""
    if not stand.text:
        return grid
    line, helping = stand, grid.at(STATE, 0)
    if helping.value:
        line = stand.joined(LinkedText(str(helping.value), (Run(0, "help"),)), "\n")
    return grid.with_first(STATE, Cell(line.text, STATUS, runs=line.runs))


def has_head(tab: Tab | None) -> bool:
    """Return whether *tab* is a board or a form of the game, which has these rows."""
    return (isinstance(tab, FormTab) and not tab.ask) or (isinstance(tab, ViewTab) and tab.board)


def template_with_head(tab_template: TabTemplate) -> TabTemplate:
    """Return the template of a board or a form with room for these rows."""
    helping = HELP_LINE * len((tab_template.help_text or "").splitlines()) if tab_template.is_form else 0
    needed = (STEP_HEIGHT, STAND_LINE * STAND_LINES + HELP_SPACE + helping)
    heights = (max(each) for each in zip_longest(tab_template.heights[:2], needed, fillvalue=0))
    return tab_template.but(heights=(*heights, *tab_template.heights[2:]))
