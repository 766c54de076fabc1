"""What the kernel makes of made-up boards, positions and journals, as texts that are kept in `goldens`.

Each chapter is a function that yields lines. Other tests say the rules; these hold the rest: each distance, each way,
each message. `python -m tests.kept tests.kernel.goldens` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from sheets_gm.gm.between.pauses import Pause
from sheets_gm.kernel.actions import BadAction, Override, Rewind
from sheets_gm.kernel.beacon import GENESIS, BeaconRound, clock, due, round_after
from sheets_gm.kernel.dice import Dice, Keyed, Manual, Secrets, uniform
from sheets_gm.kernel.english import (
    capitalized,
    counted,
    describe_winners,
    listed,
    number_range,
    owner_name,
    side_name,
    sides_left,
    with_names,
)
from sheets_gm.kernel.explore import TooManyOutcomes, explore, odds_of
from sheets_gm.kernel.forms import Close, Counting, Field, Form, FormRow, Given, Who
from sheets_gm.kernel.geometry.cheapest_paths import cheapest_paths
from sheets_gm.kernel.geometry.graph import Graph
from sheets_gm.kernel.geometry.hex import Hex, Hexes, Shift, sight
from sheets_gm.kernel.geometry.naming import TileNaming
from sheets_gm.kernel.geometry.square import Squares, Step
from sheets_gm.kernel.letters import letters, number_of
from sheets_gm.kernel.match.applying_actions import overridden, value_at
from sheets_gm.kernel.match.integrity import Fault, intact
from sheets_gm.kernel.match.journal import Entry, seal
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order
from sheets_gm.kernel.report import line_by_line, runs
from sheets_gm.kernel.seats import Seat, authors_of, members_of, teams_of
from tests.kept import Kept, chapters
from tests.kernel.toy import SEED, TOY, Added, Hid, played

HOME = Path(__file__).parent / "goldens"


def hexes() -> Iterator[str]:
    """Boards of hexes: places, names, distances, rings, and what is seen past some blocking hexes."""
    for shift, naming in product(Shift, TileNaming):
        board = Hexes((4, 3, 4, 5), shift, naming)
        yield f"== {shift} {naming}: {' '.join(board.tiles)}"
        if naming is TileNaming.ROW_LETTER:
            middle = board.tiles[5]
            yield f"places: {[(tuple(board.hex(name)), shift.place(board.hex(name))) for name in board.tiles]}"
            yield f"near: {[board.neighbours(name) for name in board.tiles]}"
            yield f"from {middle}: {[board.distance(middle, name) for name in board.tiles]}"
            yield f"rings: {[board.ring(middle, distance) for distance in range(4)]} {board.within(middle, 1)}"
    wide = Hexes((7,) * 7, Shift.ODD_Q)
    blocks = {"C3", "C4", "E5", "B6", "F2"}
    for one, edges in product(("A1", "D4", "G2"), (True, False)):
        seen = [name for name in wide.tiles if wide.sees(one, name, blocks.__contains__, edges=edges)]
        yield f"{one} sees {'past' if edges else 'between'}: {' '.join(seen)}"
    for q, r in product(range(-3, 4), range(-2, 4)):
        line = sight(Hex(q, r))
        crossed = " ".join(f"{each.q},{each.r}" for each in line.crossed)
        yield f"line to {q},{r}: {crossed} | {[(tuple(one), tuple(other)) for one, other in line.edges]}"


def squares() -> Iterator[str]:
    """Boards of squares, and the names of tiles."""
    for across, down, step in product((False, True), (False, True), Step):
        board = Squares(4, 3, wrap_columns=across, wrap_rows=down)
        yield f"== wraps {across} {down}, {step}"
        for square in ("A1", "D3", "B2"):
            yield f"{square}: {board.neighbours(square, step)}"
            yield f"{square}: {[board.distance(square, other, step) for other in board.tiles]}"
            yield f"{square}: {[board.ring(square, distance, step) for distance in range(4)]}"
            yield f"{square}: {board.within(square, 1, step)} {board.place(square)}"
        places = ((-1, 0), (4, 0), (0, -1), (0, 3), (3, 2), (9, 9))
        yield f"names: {[board.name(column, row) for column, row in places]}"
    small = Squares(2, 1, wrap_columns=True, wrap_rows=True)
    yield f"two squares: {[small.neighbours(square) for square in small.tiles]}"
    for naming, name in product(TileNaming, ("B3", "C2", "2C", "AA10", "10AA", "A0", "0A", "a1", "A01", "A", "1", "")):
        yield f"{naming} {name!r}: {naming.place(name)}"
    for number in (0, 1, 25, 26, 51, 52, 701, 702, 18277):
        yield f"{number}: {letters(number)} {number_of(letters(number))}"


def graphs() -> Iterator[str]:
    """Ways on a board with some blocked tiles, and where a piece can go for its points."""
    board = Squares(4, 4).graph(Step.ORTHOGONAL)
    blocked = frozenset({"B2", "C2", "C3"})
    for start, end in (("A1", "D4"), ("A1", "A1"), ("B2", "D4"), ("A1", "B2"), ("D1", "A4"), ("B2", "B2")):
        for block in (frozenset[str](), blocked, frozenset({"A2", "B1"})):
            ways = board.count_shortest_paths(start, end, block)
            paths = [" ".join(board.shortest_path(start, end, index, block)) for index in range(min(ways, 4))]
            steps = [board.toward(start, end, number, block) for number in range(4)]
            yield f"{start} to {end} past {sorted(block)}: {board.distance(start, end, block)} {ways} {paths} {steps}"
    for index in (-1, 20):
        yield f"way {index}: {_said(board.shortest_path, 'A1', 'D4', index)}"
    yield f"reach: {[board.reach('B2', steps, frozenset({'B1'})) for steps in range(3)]}"
    for wrong in ({"a": ["b"]}, {"a": ["b"], "b": []}):
        yield f"{wrong}: {_said(Graph, wrong)}"
    costs = {tile: (1, 2, 3, 0)[at % 4] for at, tile in enumerate(board.tiles) if tile != "D2"}
    for points in (-1, 0, 1, 2, 3, 5, 9):
        reach = cheapest_paths("B2", points, board.adjacency, costs, stops={"C3", "B3"}, passed={"A2", "B3", "C2"})
        yield f"{points} points: {dict(reach.ends)}"
        yield f"  {dict(reach.reached)} {[reach.path(end) for end in reach.ends][-2:]}"


SEATS = {
    each.id: each
    for each in (
        Seat(id="red", player="Ana", team="warm"),
        Seat(id="orange", player="Ben", team="warm"),
        Seat(id="blue", player="Cas", team="blue"),
        Seat(id="judge", player="Dot", team="bench", neutral=True),
        Seat(id="cool", player="Eve", team="cold", traits={"class": "Mage"}),
    )
}


def phrases() -> Iterator[str]:
    """Counts, lists, names of sides and owners, and who wins."""
    yield f"{[counted(number, 'coin') for number in range(-1, 3)]}"
    yield f"{[counted(number, 'ox', 'oxen') for number in (1, 2)]}"
    words = ["a", "b", "c"]
    yield f"{[listed(words[:number]) for number in range(4)]} {listed(words, 'or')} {listed((), none='no one')}"
    for numbers in ((), (3,), (3, 4), (3, 4, 5), (3, 5, 6), (2, 4, 6)):
        yield f"{numbers}: {number_range(numbers) if numbers else ''}"
    for side in ("warm", "blue", "cold", "cool", "bench", "judge", "gm", "nobody"):
        yield f"{side}: {side_name(side, SEATS)}; {owner_name(side, SEATS)}; {describe_winners((side,), SEATS)}"
    yield f"{describe_winners(('warm', 'blue'), SEATS)}; {describe_winners((), SEATS)}"
    yield f"{sides_left(SEATS.values(), ())} {sides_left(SEATS.values(), ('warm',))} {teams_of(SEATS.values())}"
    yield f"{[seat.id for seat in members_of('warm', SEATS.values())]}"
    yield f"{[capitalized(text) for text in ('', 'a', 'aB')]}"
    for authors in ((), ("red",), ("red", "blue")):
        yield f"{authors}: {[seat.id for seat in authors_of('warm', authors, SEATS.values())]}"
    for label in ("Red to move", "Round 2, Blue and Orange", "The reds", "Warm to move", "Infrared", "Red's turn"):
        yield f"{label}: {with_names(label, SEATS)}"
    yield f"{SEATS['cool'].trait('class')} {_said(SEATS['red'].trait, 'class')}"


def dice() -> Iterator[str]:
    """Rolls of all kinds by some keys, the secrets of a seed, and the rounds of the beacon."""
    for sides in (1, 2, 3, 6, 100, 2**31 + 1, 2**32):
        yield f"{sides}: {[uniform(b'key', f'why {number}', sides) for number in range(12)]}"
    some = Dice(Keyed(b"open", b"hidden"))
    yield f"{some.rolls_of(4, 6, 'four')} {some.heads('coin')} {some.pick('abcde', 'letter')}"
    yield f"{some.shuffle('abcde', 'deck')} {some.shuffle('ab', 'two', hidden=True)} {some.shuffle('a', 'one')}"
    yield f"{[(roll.why, roll.sides, roll.value, roll.hidden) for roll in some.rolls]}"
    for sides in (0, -1, 2**32 + 1):
        yield f"{sides} sides: {_said(Dice(Keyed(b'', b'')).roll, sides, 'why')}"
    for highs in ((False,), (True,), (False, True)):
        real = Manual({"one": 1, "six": 6, "seven": 7, "none": 0}, highs)
        yield f"{highs}: {[real(6, why, False) for why in ('one', 'six', 'seven', 'none', 'other')]} {real.missing}"
    secrets = Secrets(SEED)
    for number in (0, 1, 31, 32, 33, 1023, 1024, 1025):
        salts = f"{secrets.salt(number, 'red').hex()[:8]} {secrets.state_salt(number).hex()[:8]}"
        yield f"{number}: {secrets.turn(number).hex()[:16]} {salts}"
    yield f"tops {secrets.top(0)[:16]} {secrets.top(1)[:16]}; hidden {secrets.hidden.hex()[:16]}"
    for lock in (0.0, GENESIS - 10.0, GENESIS - 9.9, GENESIS - 7.0, GENESIS - 6.9, GENESIS + 2000.5):
        number = round_after(lock)
        yield f"lock {lock - GENESIS:+.1f}: round {number}, {due(number) - GENESIS:+.1f}, {clock(number)}"


def exploring() -> Iterator[str]:
    """All ways in which dice can fall."""

    def until_six(dice: Dice) -> int:
        first = dice.roll(3, "first")
        return first if first < 3 else first + dice.roll(2, "again")

    yield f"{[(value, str(chance)) for value, chance in explore(until_six)]}"
    yield f"{ {str(even): str(chance) for even, chance in odds_of(until_six, lambda value: value % 2 == 0).items()} }"
    for most in (3, 4):
        try:
            yield f"{most}: {len(list(explore(until_six, most=most)))}"
        except TooManyOutcomes as error:
            yield f"{most}: {error}"


class Piece(Model):
    id: str
    name: str
    at: str


class Place(Model):
    pieces: tuple[Piece, ...]
    gold: dict[str, int]
    plain: tuple[int, ...] = (7, 8)
    over: bool = False
    leader: Piece | None = None


POSITION = Place(
    pieces=(
        Piece(id="a1", name="Spear", at="B2"),
        Piece(id="a2", name="Spear", at="B3"),
        Piece(id="b1", name="Axe", at="C1"),
    ),
    gold={"red": 3, "blue": 4},
)


def overriding() -> Iterator[str]:
    """Values of a position by their paths, and what is said of wrong ones."""
    paths = (
        *(
            "gold.red",
            "gold.rde",
            "gold",
            "gold.",
            "pieces",
            "pieces.a1.at",
            "pieces.0.at",
            "pieces.2.at",
            "pieces.3.at",
        ),
        *("pieces.Axe.at", "pieces.Spear.at", "pieces.a9.at", "plain.1", "plain.2", "plain.x", "over", "over.x", ""),
        *("leader", "leader.at", "nothing"),
    )
    for path in paths:
        yield f"{path!r}: {_said(value_at, POSITION, path)}"
    for path, old, new in (
        *(("gold.red", 3, 5), ("gold.red", 4, 5), ("gold.red", 3, "many"), ("gold", {"red": 3, "blue": 4}, 5)),
        *(
            ("gold", {"red": 3, "blue": 4}, {}),
            ("pieces.b1.at", "C1", "D4"),
            ("over", False, True),
            ("over", False, "x"),
        ),
        *(("plain.0", 7, None), ("leader", None, {"id": "a", "name": "b", "at": "c"}), ("plain", [7, 8], [1])),
    ):
        change = Override(what=path, old=old, new=new)
        yield f"{path} {old} > {new}: {_said(overridden, POSITION, change)}"


def forms() -> Iterator[str]:
    """Forms that cannot be, whom a row waits for, and the choices that a row leaves."""
    field = Field("tile", choices=("A1", "B2", "C3"))
    rows = (
        FormRow("one", (field,)),
        FormRow("two", (field,), authors=("ana",)),
        FormRow("three", (), authors=("ana",)),
    )
    whole, team = Counting(whole=True), Who(team=True)
    kinds: Mapping[str, dict[str, Any]] = {
        "plain": {},
        "at once": {"close": Close.AT_ONCE},
        "an ask": {"close": Close.ASK},
        "standing": {"close": Close.STANDING},
        "whole": {"counted": whole, "rows": 2},
        "whole at once": {"counted": whole, "close": Close.AT_ONCE},
        "authors": {"who": Who(team=True, authors=("ana",))},
        "two authors": {"who": Who(team=True, authors=("ana", "ben"))},
        "an author at once": {"who": Who(team=True, authors=("ana",)), "close": Close.AT_ONCE},
        "authors of no team": {"who": Who(authors=("ana",))},
        "rows": {"each": rows[:1], "rows": 1},
        "rows apart": {"each": rows, "rows": 3, "who": team},
        "rows apart of no team": {"each": rows, "rows": 3},
        "rows apart at once": {"each": rows, "rows": 3, "who": team, "close": Close.AT_ONCE},
        "rows apart, whole": {"each": rows, "rows": 3, "who": team, "counted": whole},
    }
    for name, more in kinds.items():
        try:
            form = Form("go", "red", Order, (field,), **more)
        except ValueError as error:
            yield f"{name}: {error}"
            continue
        boxes = [form.has_ready_box(row) for row in range(form.rows)]
        at = form.at(form.rows - 1)
        yield f"{name}: due {form.due} awaited {form.awaited} boxes {boxes} drawn {form.drawn}"
        yield f"  last {at.row.name} {at.awaited}"
        yield f"  parts {[(part.row.name, part.who.authors) for part in form.parts()]} two is {form.row_named('two')}"
    given: Given = {("unit", "a"): {"tile": ("C3", "A1", "D4")}, ("unit", "b"): {"tile": ()}}
    limited = Form("go", "red", Order, (Field("unit", choices=("a", "b")), field), given=given)
    for cells in ({}, {"unit": "a"}, {"unit": "b"}, {"unit": "c"}):
        yield f"{cells}: {[each.choices for each in limited.offered(cells)]}"


ADDED: Mapping[str, tuple[Any, ...]] = {
    "act": (Pause().model_dump(mode="json"), Rewind(to=1).model_dump(mode="json")),
    "beacon": (BeaconRound(round=1, signature="0" * 96),),
    "next_top": ("00",),
}
"""What fields of an entry may hold that hold nothing."""


def journals() -> Iterator[str]:
    """A journal of four entries with one field changed: what is wrong with it, sealed again or not."""
    table = played(3)
    entries = [step.entry for step in table.steps]
    hidden = Secrets(SEED).hidden
    assert not _faults(verify(TOY, table.charter, entries, hidden))
    for at, name in product((0, 2), Entry.model_fields):
        value = getattr(entries[at], name)
        for other in ADDED.get(name, ()) if value is None else _others(value):
            bad = [*entries[:at], entries[at].but(**{name: other}), *entries[at + 1 :]]
            forged = _sealed(bad, at)
            faults = [
                _faults(verify(TOY, table.charter, bad, hidden)),
                _faults(verify(TOY, table.charter, forged)),
                _faults(intact(TOY, table.charter, forged, hidden)),
                _faults(intact(TOY, table.charter, forged)),
            ]
            yield f"{at} {name} {str(other)[:40]}: {' | '.join(faults)}"


def _others(value: Any) -> tuple[Any, ...]:
    """Values of a field of an entry that are not *value*."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int | float):
        return (value + 1, value - 1)
    if isinstance(value, str):
        return (f"{value}x", "00", "")
    if isinstance(value, dict):
        return (dict(list(value.items())[1:]), {**value, "cas": next(iter(value.values()))}) if value else ()
    if isinstance(value, tuple):
        return (value[1:], (*value, *value[:1])) if value else ()
    return (None,) if value is not None else ()


def _sealed(entries: list[Entry], start: int) -> list[Entry]:
    """*entries*, each from number *start* on sealed by a forger."""
    found = entries[:start]
    for entry in entries[start:]:
        try:
            salt = bytes.fromhex(entry.state_salt)
            found.append(entry.but(seal=seal(entry, found[-1].seal if found else "", salt)))
        except Exception:
            found.append(entry)
    return found


def _faults(found: Iterable[Fault | Entry]) -> str:
    return "; ".join(f"{each.entry}: {each.what.partition(' (')[0][:120]}" for each in found if isinstance(each, Fault))


def reports() -> Iterator[str]:
    """Events in groups, and as paragraphs."""
    events: tuple[Event, ...] = (
        *(Added(seat=seat, number=1, roll=2) for seat in ("ana", "ben")),
        *(Hid(round=1), Added(seat="ana", number=3, roll=4), Hid(round=2), Hid(round=3)),
    )
    for kinds in ({}, {"added": "sums"}, {"added": "sums", "hid": "hidden"}, {"hid": "sums", "added": "sums"}):
        yield f"{kinds}: {[(group, len(run)) for group, run in runs(events, kinds)]}"
    report = line_by_line(lambda event, seats: event.kind, headlines=("hid",), details=("added",))
    yield f"{[(each.text, str(each.weight)) for each in report(events, {})]}"
    secret = Added(seat="ana", number=1, roll=2, audience=("ana", "b"))
    yield f"{[secret.known_to(*eyes) for eyes in ((), ('ana',), ('ben', 'b'), ('ben',))]} {events[0].known_to()}"


def _said(make: Callable[..., object], *given: object) -> str:
    """What *make* returns for what it is *given*, or how it refuses."""
    try:
        return str(make(*given))
    except (ValueError, KeyError, IndexError, BadAction) as error:
        return f"✗ {error} {getattr(error, 'field', '')}".rstrip()


def kept() -> Kept:
    return chapters(HOME, hexes, squares, graphs, phrases, dice, exploring, overriding, forms, journals, reports)
