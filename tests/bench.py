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

from sheets_gm.adapters.google import opening
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.spreadsheet.store import SheetStore, open_sheet_store
from sheets_gm.adapters.sync_process import garbage_collection
from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import play_out
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.session import Ports, Session
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.english import counted
from sheets_gm.localsheets.api.open_turns import open_turns
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import listening, server
from tests import ticks
from tests.balance import report
from tests.games.war_game import sixty
from tests.gm.table import Evening, create_gvg_match, document_on, poller_of, sheets_on
from tests.peers import compare

SEED = bytes(32)


def stages(turns: int) -> list[tuple[str, str]]:
    """The median CPU time of each stage of a turn of ten seats."""
    taken: dict[str, list[float]] = {}
    with collected_less_often():
        for turn in islice(ticks.each_turn_of_gvg(), turns):
            for name, seconds in turn.items():
                taken.setdefault(name, []).append(seconds)
    middle = {name: median(seconds) for name, seconds in taken.items()}
    own = sum(middle[name] for name in ("validate", "render", "plan"))
    return [
        *((f"{name} a turn of ten seats", f"{seconds * 1e6:.0f} µs") for name, seconds in middle.items()),
        ("validate, render and plan, to the rules", f"{own / middle['resolve']:.1f}"),
    ]


@contextmanager
def collected_less_often() -> Iterator[None]:
    """Collect garbage as seldom as the sync does, within the block."""
    garbage_collection.collect_less_often()
    yield
    gc.unfreeze()


def whole_ticks(turns: int) -> list[tuple[str, str]]:
    """The median CPU time of a whole tick in which everybody is ready, in memory."""
    with collected_less_often():
        one, other = (ticks.Table("gvg", {"max_turns": ticks.LONGEST, "archery": "off"}) for _ in range(2))
        every = [seconds for seconds, _ in zip(ticks.turns(one), range(turns), strict=False)]
        evening = [seconds for seconds, _ in zip(ticks.evenings(other), range(turns // 4), strict=False)]
    return [
        ("a whole tick of ten seats that are ready, in memory", f"{median(every) * 1e3:.2f} ms"),
        ("an evening's turn, in which ten type one after another, in memory", f"{median(evening) * 1e3:.2f} ms"),
        ("an evening's turn to that tick", f"{median(evening) / median(every):.1f}"),
    ]


def quiet_polls(polls: int = 50) -> list[tuple[str, str]]:
    """The median CPU time of a poll in which nobody has typed, for each game."""
    found = []
    with collected_less_often():
        for name in games():
            table = ticks.under_way(name)
            seconds = median(table.tick() for _ in range(polls))
            books = counted(len(table.session.record.workbooks), "workbook")
            found.append((f"a poll of {name} in which nobody typed ({books})", f"{seconds * 1e3:.2f} ms"))
    return found


def beside_peers(turns: int) -> list[tuple[str, str]]:
    """A turn of ours beside one of other engines, measured in one run."""
    played = ticks.each_turn_of_gvg()

    def play(count: int) -> list[compare.Times]:
        return [(turn["validate"] + turn["resolve"], turn["render"]) for turn in islice(played, count)]

    with collected_less_often():
        return compare.compare(OURS, play, turns, compare.install())


OURS = "sheets_gm: validate + resolve of ten seats"


def calls() -> list[tuple[str, str]]:
    """API calls of an idle poll, a changed poll and a resolved turn."""
    evening = Evening(on="google")
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
    evening = Evening(on="google", service=service, settings={"max_turns": 200}, store=store)  # type: ignore[arg-type]
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
        ports = Ports(fresh, lambda: evening.now)
        poller_of(Session(evening.game, evening.table.session.template, ports, evening.name), sync, "run").tick()

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


def late(turns: int) -> list[tuple[str, str]]:
    """Whole ticks (poll, resolve, journal on disk, show) early and late in a match, the two by turns in one run."""
    with tempfile.TemporaryDirectory() as home, collected_less_often():
        store = open_store(Path(home) / "matches.db")
        last = min(compare.EDGE, turns)
        old, young = (_ticks_of(store, name, turns + last) for name in ("old", "young"))
        for number, _ in enumerate(islice(old, turns - last), start=1):
            if number % 500 == 0:
                click.echo(f"  … turn {number} of {turns}", err=True)
        for _ in islice(young, EARLY):
            pass
        took = [(next(young), next(old)) for _ in range(last)]
        early, end = (median(times) for times in zip(*took, strict=True))
    return [
        (f"a whole tick near turn {EARLY}, on disk", f"{early * 1000:.2f} ms"),
        (f"a whole tick near turn {turns}, on disk", f"{end * 1000:.2f} ms"),
        ("late to early", f"{end / early:.2f}"),
    ]


EARLY = 30
"""The turn from which the early ticks are measured."""


def _ticks_of(store: DatabaseStore, name: str, turns: int) -> Iterator[float]:
    """The CPU seconds of each tick of a match that nobody fills in. Before the rules would end it, it is rewound."""
    longest = min(turns + 50, ticks.LONGEST)
    table = ticks.Table("gvg", {"max_turns": longest, "archery": "off"}, store, name)
    for number in range(turns):
        if number % longest == longest - 1:
            table.tick(actions=[Rewind(to=0, why="so that the match goes on")])
        yield table.tick(resolve=True)


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
            table = poller_of(Session(rules, templates.template("gvg"), Ports(store, time.time), "m"), sync, "bench")
            table.tick()
            book = record.workbooks[0]
            places = templates.template("gvg").tabs["orders"].places
            took: list[float] = []
            for number in range(times):
                sync.type_in(book, [(book.tabs["orders"], 3, places["move_to"], "A1" if number % 2 else "C1")])
                with ticks.watch(took, time.perf_counter):
                    table.tick()
                answer = sync.read(book, [TabRange("orders")])["orders"][3][places["receipt"]]
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


SEEN = """new MutationObserver(() => {
  if (!window.seen && document.querySelector('#play:not([hidden]) .tile') && document.querySelector('#play .ready'))
    requestAnimationFrame(() => { window.seen ??= performance.now() });
}).observe(document, { childList: true, subtree: true, attributes: true })"""
"""Notes when the board and the open duty of the play view are drawn."""

PAN = """async () => {
  const map = document.querySelector('#play .map');
  const gaps = [];
  for (let at = 0, last = performance.now(); at < 120; at++) {
    map.scrollBy(at < 60 ? 6 : -6, at % 2 ? 3 : -3);
    await new Promise(requestAnimationFrame);
    gaps.push(performance.now() - last);
    last = performance.now();
  }
  return gaps.sort((one, two) => one - two)[60];
}"""
"""Moves a board for 120 frames; returns how many milliseconds a frame takes, the median."""


def play_view(times: int) -> list[tuple[str, str]]:
    """In a real browser: from the address to the play view of a war game, and a frame while its board is moved."""
    from tests import browsing

    if browsing.missing():
        return []
    evening = Evening(on="google", plays="war_game", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.play(3)
    evening.tick()
    documents = evening.service.documents.values()
    accounts = [seat.account or "" for seat in evening.seats if not seat.neutral]
    account, turn = next((each, turn) for each in accounts for turn in open_turns(documents, each) if turn["tab"])
    key = evening.service.add_account(account)
    seen: list[float] = []
    with apart(evening.service) as base, browsing.chromium() as browser:
        for _ in range(times):
            context = browsing.visitor(browser, base, key, plays=True)
            looked = context.new_page()
            looked.add_init_script(SEEN)
            looked.goto(f"{base}/d/{turn['document']}")
            browsing.true_soon(looked, "window.seen")
            seen.append(looked.evaluate("window.seen"))
            frame = looked.evaluate(PAN)
            context.close()
    return [
        ("from the address to the play view of a war game", f"{median(seen):.0f} ms"),
        ("a frame while its board is moved", f"{frame:.1f} ms"),
    ]


def page(times: int) -> list[tuple[str, str]]:
    """In a real browser: from the address to the board, and from one person's key to another person's eyes."""
    from tests import browsing

    reason = browsing.missing()
    if reason:
        return [("the page in a browser", f"not measured: {reason}")]
    evening = Evening(on="google")
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
    bots = {seat.id: rules.people.bots["keen"] for seat in seats}
    states = (step.state for step in play_out(rules, settings, seats, bots, SEED))
    state = next(state for state in states if len(state.units) >= units and state.actions == 0)
    own = sum(unit.seat == state.acting for unit in state.units)
    took: list[float] = []
    for _ in range(100):
        fresh = state.but()  # nothing is known of a new position
        with ticks.watch(took):
            rules.open(fresh)
    return [(f"legal choices of {own} units, {len(state.units)} on the map", f"{median(took) * 1000:.1f} ms")]


def sixty_armies(turns: int = 6) -> list[tuple[str, str]]:
    """What a step of the largest game takes: the rules alone, and the whole tick for 40 players and a judge."""
    with collected_less_often():
        table = ticks.Table("war_game", sixty.settings().model_dump(mode="json"))
        taken: list[float] = []
        rules: list[float] = []
        for seconds, _ in zip(ticks.turns(table), range(2 * turns), strict=False):
            taken.append(seconds)
            rules.append(sum(table.resolved))
            table.resolved.clear()
    return [
        ("a step of 60 armies: the rules", f"{max(rules) * 1000:.0f} ms at most"),
        ("a step of 60 armies: the whole tick in memory", f"{max(taken) * 1000:.0f} ms at most"),
    ]


LINES = """\b
What each line is. All times are CPU time of this process, but for those over HTTP and in a browser; the work
of the spreadsheet in memory is left out.
\b
  API calls …, store in a sheet …   calls of the spreadsheet's API that a poll makes
  legal choices …                   listing all that is legal in a large position of Wesnoth
  validate                          from the values of the sheet to rows, orders and a lock
  resolve                           the rules alone
  journal                           the rules again in their place: the entry, with its digests, in the store
  render, plan                      all tabs as they should look; what must be written for that
  … to the rules, to that tick      one figure to the other, as both were measured in this run
  requests                          the spreadsheet's requests for these writes; a tick in memory makes none
  a whole tick …                    one poll from its read to its write, all seats ready; on disk: nobody typed
  a poll … in which nobody typed    what a match costs while people think
  a step of 60 armies …             the largest War Game: 40 players, a judge, five workbooks
  late to early                     the same tick at the end of a long match and at its beginning
  a changed cell to its receipt     seconds on the clock, from the beginning of the tick
  from the address …, from one …    seconds on the clock, in a browser
\b
With --peers: a turn of ten seats beside one of other engines, by turns in one run. “Rules alone” is validate +
resolve beside the whole of their turn; “everything drawn” adds render, and the board of diplomacy as SVG.
boardgame.io draws nothing.
"""


@click.command(epilog=LINES)
@click.option("--turns", default=3000, show_default=True, help="Length of the long match.")
@click.option("--balance", metavar="GAME", help="Instead: how often each choice of GAME's roster wins among bots.")
@click.option("--matches", default=600, show_default=True, help="Matches to balance by.")
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of that game; may be repeated.")
@click.option("--peers", is_flag=True, help="Instead: a turn beside one of diplomacy and boardgame.io.")
@click.option("--ticks", "only_ticks", is_flag=True, help="Only the CPU time of stages, ticks and polls.")
def main(
    turns: int,
    balance: str | None,
    matches: int,
    assigned: tuple[str, ...],
    *,
    peers: bool,
    only_ticks: bool,
) -> None:
    """Print the figures."""
    if turns < 1:
        raise click.BadParameter("play at least 1 turn.", param_hint="--turns")
    if balance:
        for line in report(balance, matches, assigned):
            click.echo(line)
    elif peers:
        show(beside_peers(turns) + late(turns))
    else:
        on_cpu = stages(300) + whole_ticks(300) + quiet_polls() + sixty_armies()
        if only_ticks:
            show(on_cpu)
        else:
            show(
                calls()
                + without_a_disk()
                + legal_choices()
                + on_cpu
                + late(turns)
                + receipt(50)
                + page(20)
                + play_view(20)
            )


def show(rows: list[tuple[str, str]]) -> None:
    """Print a figure a line."""
    width = max(len(name) for name, _ in rows)
    for name, figure in rows:
        click.echo(f"{name:<{width}}  {figure}")


if __name__ == "__main__":
    main()
