"""The boards of a match after any turn, as one audience sees them, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.telling import storyteller
from sheets_gm.gm.story.turns import Turn, moves_of
from sheets_gm.kernel.english import capitalized, describe_winners, with_names
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.picture.svg import Shown
from sheets_gm.sheet.tabs import Eyes, ViewTab


def boards_after(
    past: Past, audience: Audience, turn: Turn, shown: Mapping[str, Any] | None = None
) -> tuple[Shown, ...]:
    """Return the boards after *turn* with arrows for its moves. Their title is the turn; the last also has the result.

    *shown* is another stored position of the turn, to be drawn instead.
    """
    state = past.codec.state(shown if shown is not None else turn.last.state)
    heading = _heading(past, state, turn)
    boards = []
    for tab in board_tabs(past.tabs, audience):
        view = past.game.view(state, _whose(tab, audience))
        view = past.game.showing.seated(view, past.record.people_at(turn.last.number))
        added: dict[str, Any] = {"heading": heading, "news": turn.news, "arrows": moves_of(past, turn)}
        view = view.but(**{name: value for name, value in added.items() if name in type(view).model_fields})
        tab_template = past.template.tabs[tab.key]
        if audience.everything:  # its help says that only the GM sees it, and everybody does who reads this
            tab_template = tab_template.but(help=None)
        boards.append(Shown(tab.draw(view, tab_template), tab_template, past.template.styles))
    return tuple(boards)


def before_result(past: Past, turn: Turn, before: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return the stored position of *turn* before events that remove something from the board; None without such
    events.

    *before* is the position before the turn.
    """
    clearing = storyteller(past.game, past.tabs, {}).clearing
    shown = before
    for entry, events in turn.entries:
        if any(event.kind in clearing for event in events):
            return shown
        shown = entry.state
    return None


def _heading(past: Past, state: Any, turn: Turn) -> str:
    """Return the label of the turn; for the last one, how the match ended."""
    seats = past.record.people_at(turn.last.number)
    if past.game.result(state) is not None:
        return with_names(past.game.label(state), seats)
    by_concession = past.record.result
    if by_concession is None or turn.last.number < PlayersThen.of(past.record).given_up[-1].since:
        return turn.label
    return f"{turn.label} · {capitalized(describe_winners(by_concession.winners, seats))}"


def board_tabs(tabs: Sequence[Any], audience: Audience) -> tuple[ViewTab, ...]:
    """Return the boards for *audience*: its own boards, if the game has any, or else the public ones."""
    boards = [tab for tab in tabs if isinstance(tab, ViewTab) and tab.board]
    if audience.everything:
        wanted: tuple[Eyes, ...] = (Eyes.GM,)
    else:
        wanted = (Eyes.OWN, Eyes.TEAM) if audience.seat else ()
    own_boards = tuple(tab for tab in boards if tab.eyes in wanted)
    return own_boards or tuple(tab for tab in boards if tab.eyes is Eyes.PUBLIC) or _first_view(tabs)


def _first_view(tabs: Sequence[Any]) -> tuple[ViewTab, ...]:
    """Return the first public view, with those that share its table of the template, for a game without boards."""
    views = [tab for tab in tabs if isinstance(tab, ViewTab) and tab.eyes is Eyes.PUBLIC]
    return tuple(tab for tab in views if tab is views[0] or (tab.template and tab.template == views[0].template))


def _whose(tab: ViewTab, audience: Audience) -> str | None:
    """Return whose view a board shows to *audience*."""
    if tab.eyes is Eyes.PUBLIC:
        return None
    return audience.team if tab.eyes is Eyes.TEAM else GM if tab.eyes is Eyes.GM else audience.seat
