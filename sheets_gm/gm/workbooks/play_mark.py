"""The mark that lets a page show a match as a game, on the first tab of each workbook.

It says where the workbook has boards, forms, the report, lists and the GM's controls. It follows from the tabs of the
game and from its template, so a game need not do anything for it. It also says who plays in this workbook, who is out
of the game, and the score, which are public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.changes import changeable
from sheets_gm.gm.between.finding import desk_actions
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.desk_forms import CLAIMS, DESK
from sheets_gm.gm.intake.desk.seats_tab import SEATS
from sheets_gm.gm.match_record.claims import Claims, Stage
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.plans import PLANS
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Deputy, Openings, deputies
from sheets_gm.gm.match_record.seats.presence import absences
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.workbooks.beginning import beginning
from sheets_gm.gm.workbooks.boards.score_row import ahead, figures, limits, sides_of
from sheets_gm.gm.workbooks.form_lines import lines_on
from sheets_gm.gm.workbooks.head_rows import SET_ASIDE
from sheets_gm.gm.workbooks.layout import (
    DICE,
    GM_TAB,
    LOG,
    PUBLIC,
    REPORT,
    RULES,
    WorkbookLayout,
    controls,
    has_own_desk,
    seats_by_name,
    workbook_layouts,
)
from sheets_gm.gm.workbooks.snapshot import Snapshot, winners_line
from sheets_gm.kernel.english import owner_name, with_names
from sheets_gm.kernel.forms import Close, Field, Form, Kind
from sheets_gm.kernel.match.journal import Attendance, Charter
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.marks import PLAY, Marks, hashed, marked
from sheets_gm.sheet.reading import lines_of
from sheets_gm.sheet.tabs import FormTab, HistoryTab, ViewTab
from sheets_gm.sheet.template import Style, TabTemplate, Template

STYLES = ("team", "seat", "line", "player")
"""The styles that most likely have the colour of a side, such as `team.blue`. Other styles may have it too."""


class _Tab(NamedTuple):
    """The part of the mark about the tab of a form that never changes, with its headings by field."""

    tab: FormTab
    headings: Mapping[str, str]
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    def mark(self, rows: Sequence[Form]) -> dict[str, Any]:
        """Return the mark of the tab. *rows* are the forms of its open rows."""
        return {**self.before, **_now(self.headings, rows), **self.after}


class _Page(NamedTuple):
    """The part of a workbook's mark that is the same in every turn, as long as nobody joins or leaves."""

    boards: list[str]
    forms: tuple[_Tab, ...]
    lists: Mapping[str, Any]
    books: Mapping[str, list[list[str]]]
    sides: list[list[str]]
    gm: Mapping[str, Any]


def play_mark(snapshot: Snapshot, layout: WorkbookLayout) -> Marks:
    """Return the mark of one workbook; none if nobody fills in anything of the game there."""
    record = snapshot.record
    page = snapshot.drawn.made(
        layout.key,
        "page",
        _page,
        Same(layout),
        Same(snapshot.game),
        Same(snapshot.template),
        Same(snapshot.seats),
        Same(record.charter),
        Same(record.policy),
        snapshot.drawn.made("", "documents", _documents, Same(record.workbooks)),
        Same(deputies(record)),
    )
    if page is None:
        return ()
    return marked(
        PLAY,
        {
            "boards": page.boards,
            "forms": [_form_now(snapshot, layout, tab) for tab in page.forms],
            **page.lists,
            "out": _out(snapshot),
            **({"left": left} if (left := _left(snapshot)) else {}),
            **({"away": away} if (away := _away(snapshot)) else {}),
            **({"grace": int(record.policy.grace)} if record.policy.grace else {}),
            "zone": record.policy.zone,
            "turned": [*snapshot.game.showing.turned(snapshot.state)],
            "books": page.books,
            "sides": page.sides,
            "score": figures(snapshot),
            "limits": limits(snapshot),
            "ahead": ahead(snapshot),
            "step": snapshot.heading,
            "due": None if record.due is None or record.status is Status.STUCK else int(record.due),
            "paused": _paused(record),
            "played": record.pending is not None,
            "result": winners_line(snapshot.result, snapshot.seats) if snapshot.result else "",
            **({"gm": {**page.gm, "undo": _undo(snapshot), "claims": _claims(snapshot)}} if page.gm else {}),
        },
    )


def _paused(record: Record) -> str | bool:
    """Return why the match stands still; True if the game master has paused it."""
    if record.status is Status.STUCK:
        return SET_ASIDE
    return beginning(record) if Pausing.of(record).gathers else record.status is Status.PAUSED


def _form_now(snapshot: Snapshot, layout: WorkbookLayout, form: _Tab) -> dict[str, Any]:
    """Return the mark of a form's tab. Its readers must not learn from it about the forms of other workbooks."""
    rows = lines_on(snapshot, layout, form.tab).forms
    return snapshot.drawn.made(layout.key, f"{form.tab.key} mark", _Tab.mark, Same(form), Same(rows))


def _page(
    layout: WorkbookLayout,
    game: Game[Any, Any],
    template: Template,
    people: Mapping[str, Seat],
    charter: Charter,
    policy: Policy,
    documents: Mapping[str, str],
    deputies: Iterable[Deputy],
) -> _Page | None:
    """Return the part that does not change from turn to turn; None if nobody fills in anything of the game there."""
    first = {seat.id for seat in charter.seats}
    places = seats_by_name((*charter.seats, *(each for each in people.values() if each.id not in first)), people)
    tabs, tables = [tab for tab in game.tabs_for(charter.settings) if tab.key in layout.tabs], template.tabs
    forms = [tab for tab in tabs if isinstance(tab, FormTab)]
    aside = [tab for tab in desk_forms.TABS if isinstance(tab, FormTab) and tab.key in ASIDE and tab.key in layout.tabs]
    gm = _gm(layout, template, policy)
    if not (forms or gm) or layout.key == PUBLIC:
        return None
    views = [tab for tab in tabs if isinstance(tab, ViewTab)]
    histories = [tables[tab.key].title for tab in tabs if isinstance(tab, HistoryTab)]
    titles = {name: tables[key].title if key in layout.tabs else "" for name, key in NAMED.items()}
    readers = [seat for seat in layout.readers(people.values()) if seat.account]
    return _Page(
        boards=[tables[tab.key].title for tab in views if tab.board],
        forms=(
            *(_form(tab, tables[tab.key]) for tab in forms),
            *(_form(tab, tables[tab.key], aside=True) for tab in aside),
        ),
        lists={
            "lists": [tables[tab.key].title for tab in views if not tab.board and tab.key != RULES],
            "history": next(iter(histories), ""),
            **titles,
            "seats": _seats([*readers, *_deputies(deputies, layout, people)]),
        },
        books=_books(layout, _layouts(game, charter, places, policy, documents), policy, people, documents),
        sides=_sides(people, template),
        gm=gm,
    )


ACTS = ("extend", "excuse", "fill in", "substitute", "rewind", "change")
"""The most frequent actions of a game master, each with its fields. A page offers them first."""

MOST_NUMBERS = 10
"""The largest range of a number field whose values a page offers one by one."""

ASIDE = (CLAIMS, SEATS, PLANS)
"""The forms of every match that are not part of the game's turns."""

NAMED = {"report": REPORT, "log": LOG, "dice": DICE, "rules": RULES}
"""The tabs that a page looks for, by their purpose."""


def _now(headings: Mapping[str, str], rows: Sequence[Form]) -> dict[str, Any]:
    """Return what the *rows* of a tab have: rows played one by one, questions, free texts, small number ranges."""
    queue = {"queue": True} if any(row.close is Close.AT_ONCE for row in rows) else {}
    asked = {"asked": True} if any(row.clock.reaction for row in rows) else {}
    fields = {field.name: field for row in rows for field in row.fields}
    free = [heading for name, heading in headings.items() if name in fields and fields[name].suggests]
    numbers = {heading: limits for name, heading in headings.items() if (limits := _few_numbers(fields.get(name)))}
    return {**queue, **asked, **({"free": free} if free else {}), **({"numbers": numbers} if numbers else {})}


def _few_numbers(field: Field | None) -> list[int] | None:
    """Return the limits of *field* if it takes whole numbers from a small range; else None."""
    if field is None or field.kind is not Kind.WHOLE or field.low is None or field.high is None:
        return None
    return [int(field.low), int(field.high)] if field.high - field.low <= MOST_NUMBERS else None


def _gm(layout: WorkbookLayout, template: Template, policy: Policy) -> dict[str, Any]:
    """Return where the GM's controls are, if the workbook has them, by the words beside them."""
    if not {GM_TAB, DESK} <= {*layout.tabs}:
        return {}
    tables = template.tabs
    word = tables[GM_TAB].word
    desk = next(tab for tab in desk_forms.TABS if isinstance(tab, FormTab) and tab.key == DESK)
    return {
        "seat": GM,
        "who": sorted(hashed(account) for account in policy.gm),
        "tab": tables[GM_TAB].title,
        "boxes": {name: word(name) for name in controls(layout)},
        "people": word("seat"),
        "desk": _form(desk, tables[DESK]).mark(lines_of(desk_forms.forms(())).forms),
        "fields": {column.field: column.heading for column in tables[DESK].columns if column.field in desk.fields},
        "acts": {act: [action.on, action.value, action.about] for act in ACTS if (action := desk_actions().get(act))},
        "changes": [*changeable()],
    }


def _undo(snapshot: Snapshot) -> str:
    """Return the newest turn that the GM may undo; "" before the first."""
    played = next((each.entry for each in reversed(snapshot.timeline) if each.entry.kind == "turn"), None)
    return with_names(played.label, snapshot.seats) if played is not None else ""


def _claims(snapshot: Snapshot) -> list[str]:
    """Return the claims that wait for a ruling, a line each."""
    open_ones = [case for case in Claims.of(snapshot.record).cases if case.stage in (Stage.OPEN, Stage.APPEALED)]
    return [f"Claim {case.number} of {owner_name(case.by, snapshot.seats)}: {case.text}" for case in open_ones]


def _books(
    here: WorkbookLayout,
    layouts: Iterable[WorkbookLayout],
    policy: Policy,
    people: Mapping[str, Seat],
    documents: Mapping[str, str],
) -> dict[str, list[list[str]]]:
    """Return a person's other private workbooks by hashed account: the end of the title, the document."""
    books_by_person: dict[str, list[list[str]]] = {}
    readers = _people(here, policy, people)
    for each in layouts:
        if each.key not in (PUBLIC, here.key) and each.key in documents:
            for person in sorted(readers & _people(each, policy, people)):
                books_by_person.setdefault(person, []).append([each.title, documents[each.key]])
    return books_by_person


def _layouts(
    game: Game[Any, Any], charter: Charter, places: Sequence[Seat], policy: Policy, documents: Mapping[str, str]
) -> tuple[WorkbookLayout, ...]:
    own_desk = has_own_desk(documents)
    return workbook_layouts(game, charter.settings, places, policy, own_desk=own_desk)


def _documents(workbooks: Iterable[Workbook]) -> dict[str, str]:
    return {book.key: book.document for book in workbooks}


def _people(layout: WorkbookLayout, policy: Policy, people: Mapping[str, Seat]) -> set[str]:
    """Return the hashed accounts of those who fill in something in a workbook."""
    gm = policy.gm if layout.has(GM, team=False) else ()
    players = (seat.account for seat in layout.readers(people.values()))
    return {hashed(account) for account in (*gm, *players) if account}


def _out(snapshot: Snapshot) -> list[str]:
    """Return the seats that no longer play: those that are out by the rules, and those of teams that have conceded."""
    gone = snapshot.drawn.made("", "out", snapshot.game.people.out, Same(snapshot.state))
    return [seat.id for seat in snapshot.seats.values() if seat.id in gone or seat.team in snapshot.record.conceded]


def _left(snapshot: Snapshot) -> list[str]:
    """Return the hashed accounts of those who have left the match."""
    return sorted(hashed(each.account) for each in Openings.of(snapshot.record).people if each.account)


def _away(snapshot: Snapshot) -> dict[str, str]:
    """Return until when each seat is away for which the match therefore does not wait."""
    excused = {seat for seat, state in snapshot.attendance.items() if state is Attendance.EXCUSED}
    record = snapshot.record
    return {
        each.seat: clock_face_in_zone(each.until, record.policy.zone)
        for each in absences(record)
        if each.seat in excused
    }


def _form(tab: FormTab, tab_template: TabTemplate, *, aside: bool = False) -> _Tab:
    """Return what the mark says about a form: its headings, its rare columns, the column for clicks, and its words.

    A form that is *aside* is offered after all others, and never opened by itself.
    """
    headings = {column.field: column.heading for column in tab_template.columns}
    own_headings = {
        name: headings[name] for name in ("seat", "player", "whose", "ready", "receipt", "keep") if name in headings
    }
    before: dict[str, Any] = {"tab": tab_template.title, "own": own_headings}
    if tab.clicks is not None and tab.clicks.piece in headings:
        before["key"] = headings[tab.clicks.piece]
    folded = tab.says.rare if tab.says is not None else ()
    rare = [column.heading for column in tab_template.columns if column.rare or column.field in folded]
    signs = {"ask": tab.ask, "aside": aside}
    says = {"says": tab.says.mark(headings)} if tab.says is not None else {}
    after = {**({"rare": rare} if rare else {}), **{name: True for name, on in signs.items() if on}, **says}
    return _Tab(tab, headings, before, after)


def _seats(seats: list[Seat]) -> dict[str, list[list[str]]]:
    """Return the seats by hashed account: the seat, its player and its side."""
    seats_by_account: dict[str, list[list[str]]] = {}
    for seat in seats:
        seats_by_account.setdefault(hashed(seat.account or ""), []).append([seat.id, seat.player, seat.team])
    return seats_by_account


def _deputies(deputies: Iterable[Deputy], layout: WorkbookLayout, people: Mapping[str, Seat]) -> Iterator[Seat]:
    """Yield the seats with a deputy, each with the deputy's account."""
    of = {seat.id: seat for seat in layout.readers(people.values())}
    return (of[each.seat].but(account=each.account) for each in deputies if each.account and each.seat in of)


def _sides(seats: Mapping[str, Seat], template: Template) -> list[list[str]]:
    """Return the sides in order, each with its name, its sign and its colour ("" if the template has none)."""
    return [[side, name, sign, _colour(side, template)] for side, name, sign in sides_of(seats)]


def _colour(side: str, template: Template) -> str:
    named = [name for name in template.styles if name.endswith(f".{side}")]
    first = [f"{kind}.{side}" for kind in STYLES]
    chosen = next((name for name in (*first, *named) if name in template.styles), "")
    return max(_colours(template.styles[chosen]), key=_saturation, default="") if chosen else ""


def _colours(style: Style) -> Iterator[str]:
    return (colour for colour in (style.fill, style.border, style.ink) if colour)


def _saturation(colour: str) -> int:
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(parts) - min(parts)
