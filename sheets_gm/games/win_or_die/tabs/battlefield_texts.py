"""What the battlefield shows, as texts with their styles: spaces, Battle Bases and markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sheets_gm.games.win_or_die.data.board import Board
from sheets_gm.games.win_or_die.data.cards.wording import card_text, tactic_text
from sheets_gm.games.win_or_die.data.words import FOREST, HIGHLAND, MINE, MOUNTAINS, PLAIN, SEATS
from sheets_gm.games.win_or_die.position.state import Unit
from sheets_gm.games.win_or_die.position.strength import health, health_left
from sheets_gm.games.win_or_die.tabs import lists
from sheets_gm.games.win_or_die.views.visible import View, deployed
from sheets_gm.kernel.forms import Typed

PICTURES = {PLAIN: "", MINE: "💎", MOUNTAINS: "⛰", FOREST: "🌲", HIGHLAND: "▲"}

MARKERS = ("player", "morale", "fatigue", "tokens", "crystals", "wins")
"""The columns of the table of players above the map."""

LEGEND = ("legend_bases", "legend_terrain", "legend_types")

ROOMY = 4
"""The most letters beside a unit's sign: "9/11"; of a longer health it shows what is left."""

Word = Callable[[str], str]
"""The template's text for a name."""


class Text(NamedTuple):
    """The content of a cell: its value, its style and its note."""

    value: Typed
    style: str
    note: str | None = None


def markers(view: View, seat: str) -> Iterator[Text]:
    """Yield the row of *seat* in the table of players."""
    match = view.match
    player = match.player(seat)
    turn = "▶ " if match.result is None and seat in (view.asked or match.acting, match.picking) else ""
    shown = seat in deployed(match)
    values: dict[str, Typed] = {
        "player": f"{turn}{view.name(seat)}",
        "morale": match.field.morale(seat) if shown else "",
        "fatigue": f"{player.fatigue} of {match.settings.fatigue_limit}" if shown else "",
        "tokens": player.tokens if shown else "",
        "crystals": player.crystals if shown else "",
        "wins": player.wins,
    }
    return (Text(values[name], f"{'panel' if name == 'player' else 'mark'}.{seat}") for name in MARKERS)


def space(board: Board, at: str) -> Text:
    """Return the text of a space without a unit."""
    terrain = board.terrain[at]
    return Text(f"{at}\n{PICTURES[terrain]}".strip(), f"hex.{terrain}")


def base(view: View, unit: Unit) -> Text:
    """Return the text of a Battle Base: its number and terrain, what the viewer knows of its unit, and its Command
    Tokens.
    """
    field = view.match.field
    card = field.card(unit)
    sees = lists.sees(view, unit)
    what = lists.HIDDEN
    if sees:
        left = f"{health_left(field, unit)}"
        whole = f"{left}/{health(field, unit)}"
        what = f"{lists.SIGNS[card.type]}{whole if len(whole) <= ROOMY else left}"
    lines = (f"{unit.id}{PICTURES[field.board.terrain[unit.at]]}", what, "•" * unit.tokens)
    style = f"{'leader' if sees and card.leader else 'unit'}.{unit.seat}{'' if unit.exposed else '.hidden'}"
    return Text("\n".join(filter(None, lines)), style, _note(view, unit, sees=sees))


def _note(view: View, unit: Unit, *, sees: bool) -> str:
    field = view.match.field
    card = field.card(unit)
    lines = [f"{unit.id} at {unit.at} ({unit.seat})"]
    if sees:
        lines = [f"{field.own_label(unit)}, {card.type}, at {unit.at} ({unit.seat})", card_text(card)]
    return "\n".join(line for line in (*lines, lists.state_of(field, unit)) if line)


def below(view: View, word: Word) -> Iterator[Text]:
    """Yield the lines below the map: the winner, the news, and the legend."""
    match = view.match
    if match.result is not None:
        yield Text(f"{word('winner')}: {view.name(match.result.winners[0])}", "panel.result")
    yield from (Text(text, "panel.news") for text in view.news)
    yield Text("\n".join(word(name) for name in LEGEND), "legend")


def beside(view: View, word: Word) -> Iterator[Text]:
    """Yield the lines beside the map: the regions and the Tactics of both players."""
    match = view.match
    yield Text(word("aside"), "mark.head")
    for seat in SEATS:
        player = match.player(seat)
        hidden = player.drawn and not view.sees(seat)
        region = word("face_down") if hidden else player.region
        if region:
            yield Text(f"{view.name(seat)}: {region}", f"panel.{seat}")
        for name in player.tactics:
            yield Text(f"{name}: {tactic_text(match.known.tactics[name])}", f"tactic.{seat}")
