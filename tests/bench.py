"""Measurements: what an idle poll, a changed poll and a turn cost, and that none of it grows with a match.

Everything is measured in one run on one machine, so that the ratios mean something; nothing here is a test.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import click

from sheets_gm.adapters import garbage_collection, templates
from sheets_gm.adapters.google import opening
from sheets_gm.adapters.roster import made_up
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.spreadsheet.store import SheetStore, open_sheet_store
from sheets_gm.games.contract import Filled
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import bot_dice, play_out
from sheets_gm.gm.intake.submissions import OpenStep, collect
from sheets_gm.gm.log.log_lines import log_lines
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.match.recorder import Locked
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import listening, server
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.reading import read_row
from tests.balance import report
from tests.games.war_game.whole_turns import whole_turns
from tests.gm.fake_sheets import FakeSheets
from tests.gm.table import Evening, create_gvg_match, document_on, poller_of, sheets_on
from tests.peers import compare

SEED = bytes(32)

LONGEST = 1000
"""Turns that a match of GvG may last."""


@contextmanager
def watch(into: list[float], clock: Callable[[], float] = time.perf_counter) -> Iterator[None]:
    """Add the seconds that the block takes to *into*."""
    started = clock()
    yield
    into.append(clock() - started)


def pure_turns(turns: int) -> dict[str, float]:
    """The median CPU seconds of a turn of ten seats in memory, by stage."""
    stages: dict[str, list[float]] = {}
    gc.collect()
    gc.disable()
    for turn in islice(each_pure_turn(turns), turns):
        for name, seconds in turn.items():
            stages.setdefault(name, []).append(seconds)
    gc.enable()
    return {name: median(times) for name, times in stages.items()}


def each_pure_turn(turns: int) -> Iterator[dict[str, float]]:
    """Validate, resolve, render and plan turns of ten seats, *turns* at most; the CPU seconds of each, by stage."""
    rules = game("gvg")
    longest = min(turns + 10, LONGEST)
    settings = rules.settings(max_turns=longest, archery="off", board="")
    seats = made_up(rules.places(settings))
    evening = Evening(settings={"max_turns": longest, "archery": "off"}, accounts=False)
    garbage_collection.collect_less_often()  # as the sync does
    table = evening.table
    layout = table.workbooks.layouts[0]
    entry, state, forms = table.session.entry, table.session.state, table.session.forms
    shown = draw(table.workbooks.snapshot({}), layout)
    for number in range(turns):
        stages: dict[str, list[float]] = {name: [] for name in STAGES}
        filled = [(seat.id, row) for seat in seats for row in _keen(rules, state, forms, seat.id, number)]
        cells = {(each.form, seat, each.row): each.cells for seat, each in filled}
        with watch(stages["validate"], time.thread_time):
            keys = [(form.key, form.seat, row, form) for form in forms for row in range(form.rows)]
            rows = {key[:3]: read_row(key[:3], key[3], cells.get(key[:3], {}), {}) for key in keys}
            submissions = collect(OpenStep(game=rules, state=state, forms=forms, format_time=str), rows, 0.0)
            locked = Locked(orders=submissions.orders(), typed=submissions.typed(), attendance=submissions.attendance)
        with watch(stages["resolve"], time.thread_time):
            rules.resolve(state, locked.orders, Dice(Keyed(b"open", b"hidden")))
        with watch(stages["resolve + journal"], time.thread_time):
            step = table.session.recorder.play(entry, state, locked)
        with watch(stages["render"], time.thread_time):
            entry, state = step.entry, step.state
            forms = rules.open(state)
            table.session.entry, table.session.state, table.session.forms = entry, state, forms
            table.session.log = log_lines(rules, evening.record, entry, step.events)
            wanted = draw(table.workbooks.snapshot(submissions.attendance), layout)
        with watch(stages["plan"], time.thread_time):
            for key, grid in wanted.items():
                plan(key, shown.get(key), None, grid)
            shown = wanted
        yield {name: seconds for name, (seconds,) in stages.items()}
        if rules.result(state) is not None:
            state = state.but(
                result=None, phase="orders", fish={"blue": 6, "red": 6}, bulwarks=dict.fromkeys(state.bulwarks, 3)
            )
            start = rules.start(settings, seats, bot_dice(f"again {number}")).state
            state = start if state.turn >= longest else start.but(turn=state.turn + 1)
            forms = rules.open(state)
            entry = entry.but(state=state.model_dump(mode="json"))


STAGES = ("validate", "resolve", "resolve + journal", "render", "plan")
COMPARED = ("validate", "resolve", "render")
"""The stages that other engines have too."""
OURS = "sheets_gm: validate + resolve + render of ten seats"


def beside_peers(turns: int) -> list[tuple[str, str]]:
    """A turn of ours beside one of other engines, measured in one run."""
    played = each_pure_turn(turns)

    def play(count: int) -> list[float]:
        return [sum(turn[name] for name in COMPARED) for turn in islice(played, count)]

    return compare.compare(OURS, play, turns, compare.install())


def _keen(rules: Any, state: Any, forms: tuple[Form, ...], seat: str, number: int) -> tuple[Filled, ...]:
    own = tuple(form for form in forms if form.seat == seat)
    made: tuple[Filled, ...] = rules.bots["keen"](rules.view(state, seat), own, bot_dice(f"bench {number} {seat}"))
    return made


def calls() -> list[tuple[str, str]]:
    """API calls of an idle poll, a changed poll and a resolved turn."""
    evening = Evening()
    evening.tick()
    evening.tick()
    found = []

    def count(name: str, do: Callable[[], Any]) -> None:
        before = dict(evening.sync.calls)
        do()
        after = evening.sync.calls
        found.append((name, f"{after['read'] - before['read']} read, {after['write'] - before['write']} write"))

    count("API calls of an idle poll", evening.tick)
    evening.order("blue1", as_account="ana@table", move_to="A1")
    count("API calls of a changed poll", evening.tick)
    evening.all_ready()
    count("API calls of a resolved turn", evening.tick)
    return found


def without_a_disk() -> list[tuple[str, str]]:
    """What a store in a spreadsheet costs beside the match's own calls, early and late, and a run that begins anew."""
    service = Service(Storage(None))
    sheets = sheets_on(service, "keeper@table")
    store = open_sheet_store(sheets, document_on(sheets))
    evening = Evening(service=service, settings={"max_turns": 200}, store=store)  # type: ignore[arg-type]
    found = []

    def count(name: str, do: Callable[[], Any]) -> None:
        evening.now += 60.0
        store.heads.expire()  # as after a pause
        before = dict(sheets.calls)
        do()
        after = sheets.calls
        found.append((name, f"{after['read'] - before['read']} read, {after['write'] - before['write']} write"))

    def run() -> None:
        fresh = SheetStore(sheets, store.document)
        sync = evening.sync
        poller_of(
            Session(evening.game, evening.table.session.template, fresh, lambda: evening.now, evening.name), sync, "run"
        ).tick()

    evening.tick()
    count("store in a sheet: an idle poll", evening.tick)
    evening.order("blue1", as_account="ana@table", move_to="A1")
    count("store in a sheet: a changed poll", evening.tick)
    count("store in a sheet: turn 1", lambda: evening.table.tick(resolve=True))
    for _ in range(98):
        evening.table.tick(resolve=True)
    count("store in a sheet: turn 100", lambda: evening.table.tick(resolve=True))
    count("store in a sheet: a process that begins anew", run)
    return found


def late(turns: int, clock: Callable[[], float] = time.perf_counter) -> list[tuple[str, str]]:
    """Whole ticks (poll, resolve, journal on disk, show) early and late in a match, the two by turns in one run."""
    with tempfile.TemporaryDirectory() as home:
        store = open_store(Path(home) / "matches.db")
        garbage_collection.collect_less_often()  # as the sync does
        last = min(compare.EDGE, turns)
        old, young = (_ticks_of(store, name, turns + last, clock) for name in ("old", "young"))
        for number, _ in enumerate(islice(old, turns - last), start=1):
            if number % 500 == 0:
                click.echo(f"  … turn {number} of {turns}", err=True)
        for _ in islice(young, EARLY):
            pass
        took = [(next(young), next(old)) for _ in range(last)]
        early, end = (median(times) for times in zip(*took, strict=True))
    return [
        (f"a whole tick near turn {EARLY}", f"{early * 1000:.2f} ms"),
        (f"a whole tick near turn {turns}", f"{end * 1000:.2f} ms"),
        ("late to early", f"{end / early:.2f}"),
    ]


EARLY = 30
"""The turn from which the early ticks are measured."""


def _ticks_of(store: DatabaseStore, name: str, turns: int, clock: Callable[[], float]) -> Iterator[float]:
    """The seconds of each tick of a match. Before the rules would end it, it is rewound, and goes on."""
    rules, longest, sheets = game("gvg"), min(turns + 50, LONGEST), FakeSheets()
    create_gvg_match(store, sheets, name, {"max_turns": longest, "archery": "off"})
    table = poller_of(Session(rules, templates.template("gvg"), store, time.time, name), sheets, "bench")
    for number in range(turns):
        if number % longest == longest - 1:
            table.tick(actions=[Rewind(to=0, why="so that the match goes on")])
        took: list[float] = []
        with watch(took, clock):
            table.tick(resolve=True)
        yield took[0]


def receipt(times: int) -> list[tuple[str, str]]:
    """From a changed cell to its receipt, over HTTP, from the beginning of the tick."""
    from sheets_gm.gm.ports.sheets import TabRange

    with tempfile.TemporaryDirectory() as home:
        service = server.open_service(Path(home) / "sheets")
        with server.running(service) as base:
            rules = game("gvg")
            sync = opening.connect(service.add_account("sync@bench"), base)
            store = open_store(Path(home) / "matches.db")
            record = create_gvg_match(store, sync, "m")
            table = poller_of(Session(rules, templates.template("gvg"), store, time.time, "m"), sync, "bench")
            table.tick()
            book = record.workbooks[0]
            took: list[float] = []
            for number in range(times):
                sync.type_in(book, [(book.tabs["orders"], 3, 6, "A1" if number % 2 else "C1")])
                with watch(took):
                    table.tick()
                answer = sync.read(book, [TabRange("orders")])["orders"][3][10]
                if not str(answer).startswith("✓"):
                    raise click.ClickException(f"no receipt: {answer}")
    return [("a changed cell to its receipt, over HTTP", f"{median(took) * 1000:.1f} ms")]


@contextmanager
def apart(service: Service) -> Iterator[str]:
    """The local spreadsheet answering from a process of its own, as it does for people; gives its address."""
    held = listening.listen(listening.LOOPBACK, 0)
    service.address = f"http://{listening.LOOPBACK}:{held.getsockname()[1]}"
    process = get_context("fork").Process(target=server.serve, args=(service, held), daemon=True)
    process.start()
    held.close()
    try:
        yield service.address
    finally:
        process.terminate()
        process.join()


def page(times: int) -> list[tuple[str, str]]:
    """In a real browser: from the address to the board, and from one person's key to another person's eyes."""
    from tests import browsing

    reason = browsing.missing()
    if reason:
        return [("the page in a browser", f"not measured: {reason}")]
    evening = Evening()
    evening.play(5)
    book = evening.record.workbooks[0]
    board = f"/d/{book.document}#gid={book.tabs['board']}"
    orders = f"/d/{book.document}#gid={book.tabs['orders']}"
    cell = evening.cell("orders", "blue1", "move_to")
    keys = [evening.service.add_account(who) for who in ("ana@table", "finn@table")]
    with apart(evening.service) as base, browsing.chromium() as browser:
        people = [browsing.visitor(browser, base, key) for key in keys]
        painted = []
        for _ in range(times):
            looked = people[0].new_page()
            looked.goto(f"{base}{board}")
            looked.locator("#state.live").wait_for()
            painted.append(looked.evaluate("performance.getEntriesByName('drawn')[0].startTime"))
            looked.close()
        typist, reader = (person.new_page() for person in people)
        for each in (typist, reader):
            each.goto(f"{base}{orders}")
            each.locator("#state.live").wait_for()
        at = f"td[data-address={cell}]"
        typist.evaluate(
            "at => document.querySelector(at).addEventListener('keydown', () => window.typed = Date.now())", at
        )
        reader.evaluate(
            "at => new MutationObserver(() => window.seen = Date.now())"
            ".observe(document.querySelector(at), {childList: true, subtree: true})",
            at,
        )
        seen = []
        for number in range(times):
            text = "A1" if number % 2 else "C1"
            typist.locator(at).click()
            typist.keyboard.type(text)
            sent = typist.evaluate("Date.now()")
            typist.keyboard.press("Enter")
            reader.locator(at, has_text=text).wait_for()
            seen.append(reader.evaluate("window.seen") - sent)
    return [
        ("from the address to the board on the screen", f"{median(painted):.0f} ms"),
        ("from one person's Enter to another's screen", f"{median(seen):.0f} ms"),
    ]


def legal_choices(units: int = 30) -> list[tuple[str, str]]:
    """What it takes to list everything that is legal where one player after the other moves a whole army."""
    rules = game("wesnoth")
    settings = rules.settings.model_validate({"gold": 200})
    seats = made_up(rules.places(settings))
    bots = {seat.id: rules.bots["keen"] for seat in seats}
    states = (step.state for step in play_out(rules, settings, seats, bots, SEED))
    state = next(state for state in states if len(state.units) >= units and state.actions == 0)
    own = sum(unit.seat == state.acting for unit in state.units)
    took: list[float] = []
    for _ in range(100):
        fresh = state.but()  # nothing is known of a new position
        with watch(took):
            rules.open(fresh)
    return [(f"legal choices of {own} units, {len(state.units)} on the map", f"{median(took) * 1000:.1f} ms")]


def sixty_armies(turns: int = 6) -> list[tuple[str, str]]:
    """What a whole turn of the largest game takes: read, checked, resolved, drawn for everybody, planned."""

    def seconds(work: Callable[[], None]) -> float:
        begun = time.thread_time()
        work()
        return time.thread_time() - begun

    taken = [sum(each.values()) for each in whole_turns(turns, seconds)]
    return [("a whole turn of 60 armies, 40 players and a judge", f"{min(taken) * 1000:.0f} ms of CPU")]


@click.command()
@click.option("--turns", default=3000, show_default=True, help="Length of the long match.")
@click.option("--balance", metavar="GAME", help="Instead: how often each choice of GAME's roster wins among bots.")
@click.option("--matches", default=600, show_default=True, help="Matches to balance by.")
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of that game; may be repeated.")
@click.option("--peers", is_flag=True, help="Instead: a turn beside one of diplomacy and boardgame.io.")
def main(turns: int, balance: str | None, matches: int, assigned: tuple[str, ...], *, peers: bool) -> None:
    """Print the figures."""
    if turns < 1:
        raise click.BadParameter("play at least 1 turn.", param_hint="--turns")
    if balance:
        for line in report(balance, matches, assigned):
            click.echo(line)
        return
    if peers:
        show(beside_peers(turns) + late(turns, time.thread_time))
        return
    rows = calls() + without_a_disk() + legal_choices() + sixty_armies()
    short, long = pure_turns(300), pure_turns(turns)
    for name, seconds in short.items():
        rows.append((f"{name} a turn of ten seats", f"{seconds * 1e6:.0f} µs"))
    fast = sum(short[name] for name in ("validate", "resolve", "render"))
    rows.append(("validate + resolve + render, one core", f"{1 / fast:.0f} turns a second"))
    slow = sum(long[name] for name in ("validate", "resolve", "render"))
    rows.append((f"the same over {turns} turns, to 300 turns", f"{slow / fast:.2f}"))
    rows += late(turns)
    rows += receipt(50)
    rows += page(20)
    show(rows)


def show(rows: list[tuple[str, str]]) -> None:
    """Print a figure a line."""
    width = max(len(name) for name, _ in rows)
    for name, figure in rows:
        click.echo(f"{name:<{width}}  {figure}")


if __name__ == "__main__":
    main()
