"""What people do in their own cells: they fill in rows, change their minds, and type what nobody foresees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from sheets_gm.adapters.google.calls.api import SHEETS, batch_update
from sheets_gm.adapters.google.calls.cell_requests import grid_range, value_at
from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.finding import game
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.between.exchanges import Exchanges
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.free_seats import takers
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.desk.seats_tab import SEATS
from sheets_gm.gm.match_record.plans import PLANS
from sheets_gm.gm.match_record.seats.hand_over import FREE, openings
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsRefused, TabRange
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.layout import WorkbookLayout, layouts_of
from sheets_gm.kernel.dice import Dice, uniform
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import NEVER_DUE, Close, Form, Typed
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.people import names_of
from sheets_gm.sheet.reading import Key, row_name
from sheets_gm.sheet.tabs import FormTab
from tests.simulation.blueprint import GM_ACCOUNT, SYNC
from tests.simulation.ledger import Ledger, Spot
from tests.simulation.settings import lively
from tests.simulation.texts import HARMFUL, HOSTILE, TYPED
from tests.simulation.world import World

DEEDS = (
    "rows filled in",
    "ticks of Ready",
    "scribbles",
    "numbers and dates of other locales",
    "boxes of the GM",
    "rows of the Desk",
    "rows of the tab “Your seat”",
    "rows of the Free seats tab",
    "rows of the Plan ahead tab",
    "rolls of real dice",
    "rows that are meant to harm",
    "refused edits",
)
"""What people do, as it is counted."""


HARMED: Mapping[str, tuple[str, ...]] = {
    desk_forms.DESK: ("rule", "claim", "extend", "pause", "away", "rewind", "override"),
    SEATS: ("away", "quiet hours"),
    desk_forms.CLAIMS: (),
    PLANS: (),
}
"""The desk forms whose rows somebody fills in to stop the match, and what the rows ask for."""

LIVELY = 0.9
"""How often somebody lively fills in a form of a lively match."""


EAGER = 0.2
"""How often somebody fills in a form of a lively match that nobody must."""


WHISPERED = "Between us:"
"""How each line begins that somebody says to their team."""


class Place(NamedTuple):
    """Where a row is: its workbook, where it is named there, and the column of each field."""

    book: Workbook
    spot: Spot
    columns: Mapping[str, int]


class People:
    """The people of *world*, each at their own cells."""

    def __init__(self, world: World, ledger: Ledger) -> None:
        self.world, self.ledger = world, ledger

    # -- where things are ------------------------------------------------------------------------------------------

    def _tabs(self, session: Session, form: Form) -> Iterator[tuple[WorkbookLayout, Workbook, FormTab]]:
        books = {book.key: book for book in session.record.workbooks}
        for layout in layouts_of(session.game, session.record):
            for tab in (*session.journal.tabs, *desk_forms.TABS):
                if isinstance(tab, FormTab) and tab.form == form.key and layout.holds(tab, form):
                    yield layout, books[layout.key], tab

    def place(self, session: Session, key: Key, form: Form) -> Place | None:
        """Where a row is now; None if it is not there."""
        for _, book, tab in self._tabs(session, form):
            sheet = self.world.sheet(book, tab.key)
            if sheet is None:
                return None
            texts = {
                place: str(cell["userEnteredValue"]["stringValue"])
                for place, cell in sheet.cells.items()
                if "stringValue" in cell.get("userEnteredValue", {})
            }
            headings = {plain(column.heading): column.field for column in session.template.tabs[tab.key].columns}
            name = plain(row_name(key, form.at(key[2]), names_of(session.people.seats)))
            columns: dict[str, int] = {}
            for place, text in sorted(texts.items()):
                if place[0] < 12 and plain(text) in headings:
                    columns.setdefault(headings[plain(text)], place[1])
            # other cells may name this row too
            found = [at for at, text in texts.items() if plain(text) == name and at[0] > 1]
            here = [at for at in found if at[1] == columns.get("seat")]
            named = min(here or found, key=_column_first, default=None)
            if named is not None:
                return Place(book, Spot(book.document, sheet.id, *named, texts[named]), columns)
        return None

    def held(self, session: Session, form: str) -> dict[tuple[Key, str], tuple[Typed, Spot]]:
        """What the open rows with the key *form* hold now, by row and field, and where they are named."""
        found: dict[tuple[Key, str], tuple[Typed, Spot]] = {}
        for each in session.all_forms:
            for row in range(each.rows if each.key == form else 0):
                key = (each.key, each.seat, row)
                place = self.place(session, key, each)
                if place is not None:
                    values = self._values(place)
                    found |= {
                        (key, name): (_at(values, place.spot.row, at), place.spot) for name, at in place.columns.items()
                    }
        return found

    def _values(self, place: Place) -> list[list[Typed]]:
        """The values of the tab on which a row is."""
        tab = next(each for each, sheet in place.book.tabs.items() if sheet == place.spot.sheet)
        return self.world.person(SYNC).read(place.book, [TabRange(tab)])[tab]

    # -- typing ----------------------------------------------------------------------------------------------------

    def type(self, account: str, session: Session, key: Key, form: Form, cells: Mapping[str, Typed]) -> bool:
        """*account* types *cells* into a row, in one go; whether the sheet let them."""
        found = self.place(session, key, form)
        if found is None:
            return False
        book, spot, columns = found
        typed = {name: value for name, value in cells.items() if name in columns}
        requests = [value_at(spot.sheet, spot.row, columns[name], value) for name, value in typed.items()]
        if not requests:
            return False
        there = self.world.service.documents[spot.document].sheets[spot.sheet].cells
        before = {name: _typed_in(there.get((spot.row, columns[name]), {})) for name in typed}
        try:
            batch_update(self.world.person(account), book.document, requests)
        except SheetsRefused:
            self.world.count("refused edits")
            return False
        behind = self.world.shown(book) != self.ledger.entries[-1].number
        for name, value in typed.items():
            self.ledger.typed(key, name, value, spot, before=[before[name]], behind=behind)
        return True

    def account_of(self, session: Session, form: Form) -> str:
        """Who fills in *form*."""
        owners = [
            seat for seat in session.record.seats_of(form.seat) if not form.who.authors or seat.id in form.who.authors
        ]
        return next((seat.account for seat in owners if seat.account), GM_ACCOUNT) if form.seat != GM else GM_ACCOUNT

    def fill(
        self,
        luck: Random,
        how: str,
        form: Form | None = None,
        *,
        ticked: bool = True,
        only: str = "",
        account: str = "",
    ) -> None:
        """Its players fill in a form as the rules allow, and tick Ready unless it is not *ticked*.

        *only* is the one seat whose rows are filled in, *account* who does that in the place of its player.
        """
        session = self.ledger.session
        forms = [each for each in session.forms if each.close is not Close.ASK]
        if not forms:
            return
        form = form or luck.choice(forms)
        bot = self._bot(luck, how)
        seat = next((each.id for each in session.record.seats_of(form.seat)), GM)
        own = tuple(each for each in forms if each.seat == form.seat) if bot is not random_bot else (form,)
        secret = luck.randbytes(16)
        dice = Dice(lambda sides, why, _hidden: uniform(secret, why, sides))
        rows: tuple[Filled, ...] = bot(session.game.view(session.state, seat), own, dice)
        for row in rows:
            of = next(each for each in own if each.key == row.form)
            ready = ticked and of.has_ready_box(row.row)
            cells = row.cells if ready else {name: each for name, each in row.cells.items() if name != "ready"}
            part = of.at(row.row)
            if only and only not in {each.id for each in session.record.seats_of(part.seat, part.who.authors)}:
                continue
            who = account or self.account_of(session, part)
            self.type(who, session, (of.key, of.seat, row.row), of, cells)
        self.world.count("rows filled in")

    def _bot(self, luck: Random, how: str) -> Bot:
        """Who fills a form in: somebody at random, a bot of the game, or in a lively match mostly somebody lively."""
        name = self.world.setting.game
        found = lively(name) if self.world.setting.lively else None
        if found is not None and luck.random() < LIVELY:
            bot: Bot = found.people
            return bot
        bots = list(game(name).people.bots.values())
        return luck.choice(bots) if how == "bot" and bots else random_bot

    def everybody(self, luck: Random) -> None:
        """Everybody fills in what is due, and in a lively match now and then what is not."""
        session, eager = self.ledger.session, self.world.setting.lively
        for form in session.forms:
            if form.due or (eager and form.close is not Close.ASK and luck.random() < EAGER):
                self.fill(luck, luck.choice(["random", "bot"]), form)

    def ready(self, luck: Random, ticked: bool) -> None:
        """Somebody ticks or unticks Ready."""
        session = self.ledger.session
        forms = [each for each in session.forms if each.close is not Close.ASK and each.has_ready_box(0)]
        if forms:
            form = luck.choice(forms)
            boxes = [row for row in range(form.rows) if form.has_ready_box(row)]
            key = (form.key, form.seat, luck.choice(boxes))
            self.type(self.account_of(session, form), session, key, form, {"ready": ticked})
            self.world.count("ticks of Ready")

    def scribble(self, luck: Random) -> None:
        """Somebody types what nobody foresees into a cell of their own."""
        session = self.ledger.session
        forms = [each for each in session.all_forms if each.close is not Close.ASK]
        form = luck.choice(forms)
        row = luck.randrange(form.rows)
        fields = [each.name for each in form.at(row).fields]
        if fields:
            value = luck.choice(HOSTILE)
            self.type(
                self.account_of(session, form), session, (form.key, form.seat, row), form, {luck.choice(fields): value}
            )
            self.world.count("scribbles")

    def enter(self, luck: Random) -> None:
        """Somebody types a number, a date or a formula as the spreadsheet's locale writes it."""
        session = self.ledger.session
        form = luck.choice([each for each in session.all_forms if each.close is not Close.ASK])
        key = (form.key, form.seat, luck.randrange(form.rows))
        found, fields = self.place(session, key, form), [each.name for each in form.at(key[2]).fields]
        name = luck.choice(fields) if fields else ""
        if found is None or name not in found.columns:
            return
        book, spot, columns = found
        sheet, row, column = spot.sheet, spot.row, columns[name]
        area = grid_range(sheet, (row, column, row + 1, column + 1))
        entered = {"dataFilter": {"gridRange": area}, "majorDimension": "ROWS", "values": [[luck.choice(TYPED)]]}
        body = {"valueInputOption": "USER_ENTERED", "data": [entered]}
        address = f"{SHEETS}/{book.document}/values:batchUpdateByDataFilter"
        try:
            self.world.person(self.account_of(session, form)).call("post", address, body)
        except SheetsRefused:
            self.world.count("refused edits")
            return
        value = _at(self._values(found), row, column)
        behind = self.world.shown(book) != self.ledger.entries[-1].number
        self.ledger.typed(key, name, value, spot, behind=behind)
        self.world.count("numbers and dates of other locales")

    # -- the game master -------------------------------------------------------------------------------------------

    def control(self, name: str) -> None:
        """The GM ticks a box on the GM tab."""
        session = self.ledger.session
        for layout, book in zip(layouts_of(session.game, session.record), session.record.workbooks, strict=True):
            if "gm" not in layout.tabs:
                continue
            words = session.template.tabs["gm"]
            sheet = self.world.sheet(book, "gm")
            for (row, column), cell in list(sheet.cells.items()) if sheet else ():
                if column == 0 and cell.get("userEnteredValue", {}).get("stringValue") == words.word(name):
                    old = (sheet.cells.get((row, 1)) or {}).get("userEnteredValue", {}) if sheet else {}
                    ticked = not (name == "pause" and old.get("boolValue"))
                    self.ledger.asked[name if ticked else "resume"] += 1
                    try:
                        batch_update(
                            self.world.person(GM_ACCOUNT), book.document, [value_at(book.tabs["gm"], row, 1, ticked)]
                        )
                    except SheetsRefused:
                        self.world.count("refused edits")
                    self.world.count("boxes of the GM")
                    self.ledger.now += 1
                    return

    def rolls(self, luck: Random, *, some: bool) -> None:
        """The GM types what the dice show that are asked for, or only *some* of them, a few of them wrong."""
        session = self.ledger.session
        form = next((each for each in session.all_forms if each.key == ROLLS), None)
        for row in range(form.rows) if form else ():
            fields = form.at(row).fields if form else ()
            if form is None or not fields or (some and luck.random() < 0.5):
                continue
            most = int(fields[0].high or 1)
            wrong: tuple[Typed, ...] = (0, most + 1, "x", "")
            is_wrong = some and luck.random() < 0.2
            value: Typed = luck.choice(wrong) if is_wrong else luck.randint(1, most)
            if self.type(GM_ACCOUNT, session, (ROLLS, GM, row), form, {"value": value}):
                self.world.count("rolls of real dice")

    def desk(self, luck: Random) -> None:
        """The GM fills in a row of the Desk."""
        session = self.ledger.session
        form = next(each for each in session.all_forms if each.key == desk_forms.DESK)
        seat = luck.choice(session.record.people)
        numbers = [entry.number for entry in self.ledger.entries]
        act, on, value = luck.choice(
            [
                ("pause", "", ""),
                ("resume", "", ""),
                ("extend", "", "2h"),
                ("extend", seat.player, "1h"),
                ("excuse", seat.player, ""),
                ("away", seat.player, luck.choice(["2h", "2d", "2027-01-20 to 2027-01-21"])),
                ("back", seat.player, ""),
                ("put back", "", ""),
                ("rewind", f"#{luck.choice(numbers)}", ""),
                ("rewind", f"#{numbers[-1] + 3}", ""),
                ("substitute", seat.player, f"Sub{luck.randrange(90)}"),
            ]
        )
        self.on_the_desk(act, on, value, luck.randrange(form.rows))

    def on_the_desk(self, act: str, on: str, value: str, row: int = 0) -> None:
        """The GM asks for *act* in a row of the Desk."""
        session = self.ledger.session
        form = next(each for each in session.all_forms if each.key == desk_forms.DESK)
        cells: dict[str, Typed] = {"act": act, "on": on, "value": value, "why": "so", "ready": True}
        self.ledger.asked[act] += 1
        self.type(GM_ACCOUNT, session, (form.key, GM, row), form, cells)
        self.world.count("rows of the Desk")

    def seat(self, luck: Random) -> None:
        """A player fills in their own row of the tab “Your seat”."""
        session = self.ledger.session
        form = luck.choice([each for each in session.all_forms if each.key == SEATS])
        cells: dict[str, Typed] = luck.choice(
            [
                {"act": "away", "since": "", "until": luck.choice(["2h", "2d", "2027-01-21"])},
                {"act": "away", "since": "2027-01-20", "until": "2027-01-21"},
                {"act": "away", "since": luck.choice(HOSTILE), "until": luck.choice(HOSTILE)},
                {"act": "back now", "since": "", "until": ""},
                {"act": "deputy", "who": f"Dep{luck.randrange(9)} <dep{luck.randrange(9)}@table>"},
                {"act": "deputy", "who": luck.choice(session.record.people).player},
                {"act": "no deputy", "who": ""},
                {"act": "offer the seat", "who": luck.choice(["", f"Zoe <zoe{luck.randrange(9)}@table>"])},
                {"act": "keep the seat", "who": ""},
                {"act": "leave for good", "who": ""},
                {"act": "quiet hours", "since": luck.choice(["22", "8:30"]), "until": luck.choice(["7", "18:15"])},
                {"act": luck.choice(["one notice a day", "no notices", "every notice"]), "since": ""},
                {"act": "say", "who": luck.choice(["", "Hello!", "=1+1", "x" * 600])},
                {"act": "say to my team", "who": luck.choice(["", f"{WHISPERED} {luck.randrange(99)}"])},
                {"act": "nudge", "who": luck.choice(["", luck.choice(session.record.people).player])},
                {"act": luck.choice(["vote: extend", "vote: pause", "vote: go on", "take back my vote"]), "who": ""},
                {"act": "vote: excuse", "who": luck.choice(session.record.people).player},
            ]
        )
        self.about_seat(session, form, cells)

    def about_seat(self, session: Session, form: Form, cells: Mapping[str, Typed]) -> None:
        account = session.people.seats[form.seat].account or GM_ACCOUNT
        if self.type(account, session, (form.key, form.seat, 0), form, {**cells, "ready": True}):
            self.world.count("rows of the tab “Your seat”")

    def harm(self, luck: Random) -> None:
        """Somebody fills in and ticks a row that is meant to stop the match."""
        session = self.ledger.session
        form = luck.choice(
            [each for each in session.all_forms if each.key in HARMED or not desk_forms.is_desk_form(each)]
        )
        acts = HARMED.get(form.key, ())
        cells: dict[str, Typed] = {each.name: luck.choice((*HARMFUL, None)) for each in form.at(0).fields}
        if acts:
            cells["act"] = luck.choice(acts)
            self.ledger.asked[str(cells["act"])] += form.key == desk_forms.DESK
        if form.has_ready_box(0):
            cells["ready"] = True
        if self.type(self.account_of(session, form), session, (form.key, form.seat, 0), form, cells):
            self.world.count("rows that are meant to harm")

    def plan(self, luck: Random) -> None:
        """A player plans an order, with what a bot would do now, or types what nobody foresees."""
        session = self.ledger.session
        forms = [each for each in session.all_forms if each.key == PLANS]
        due = [each for each in session.forms if each.due and each.close not in NEVER_DUE]
        if not forms or not due:
            return
        form = luck.choice(forms)
        own = luck.choice(due)
        cells = {
            field.name: luck.choice(field.choices)
            for field in own.at(0).fields
            if field.choices and luck.random() < 0.7
        }
        order = ", ".join(f"{name}={value}" for name, value in cells.items()) or luck.choice(HOSTILE)
        number = luck.randrange(form.rows)
        typed: dict[str, Typed] = {
            "when": luck.choice(["", "every time", "next time", luck.choice(HOSTILE)]),
            "condition": luck.choice(
                ["", "", *(each.shown for each in session.game.checks.conditions), luck.choice(HOSTILE)]
            ),
            "order": order,
            "otherwise": luck.choice(["", order]),
            "tick": luck.random() < 0.5,
        }
        account = session.people.seats[form.seat].account or GM_ACCOUNT
        if self.type(account, session, (form.key, form.seat, number), form, typed):
            self.world.count("rows of the Plan ahead tab")

    def free(self, luck: Random) -> None:
        """A player offers their seat, leaves it, or asks somebody to change places."""
        session = self.ledger.session
        form = luck.choice([each for each in session.all_forms if each.key == SEATS])
        who = luck.choice(["", f"Zoe <zoe{luck.randrange(9)}@table>"])
        act = luck.choice(["offer the seat", "leave for good", "exchange seats"])
        if act == "exchange seats":
            own = next((each for each in Exchanges.of(session.record).wishes if each.other == form.seat), None)
            who = own.seat if own else luck.choice(session.record.people).id
        self.about_seat(session, form, {"act": act, "who": who})

    def take(self, luck: Random) -> None:
        """Somebody takes each seat that is free, or tries to."""
        session = self.ledger.session
        for free in [each for each in session.all_forms if each.key == FREE]:
            self._take(luck, session, free)

    def _take(self, luck: Random, session: Session, form: Form) -> None:
        """Somebody takes a free seat, or tries to."""
        row = luck.randrange(form.rows)
        opening = next(each for each in openings(session.record) if each.seat == form.seat)
        taker = [*takers(session.record, opening)][row]
        name = f"New{luck.randrange(90)}"
        who = f"{name} <{name.lower()}@table>" if taker.accounts else name
        cells: dict[str, Typed] = {"ready": True} if taker.who else {"who": who, "ready": True}
        account = next(iter(taker.accounts or ()), GM_ACCOUNT)
        if self.type(account, session, (form.key, form.seat, row), form, cells):
            self.world.count("rows of the Free seats tab")


def _typed_in(cell: Mapping[str, Any]) -> Typed:
    """What was typed into a cell."""
    return next(iter(cell.get("userEnteredValue", {}).values()), None)


def _column_first(at: tuple[int, int]) -> tuple[int, int]:
    return at[1], at[0]


def _at(values: Sequence[Sequence[Typed]], row: int, column: int) -> Typed:
    """The value of a cell; None where nothing was read."""
    return values[row][column] if row < len(values) and column < len(values[row]) else None
