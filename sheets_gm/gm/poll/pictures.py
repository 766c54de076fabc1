"""The picture for a notice: the board after a turn with its moves, or the card of a match that is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sheets_gm.gm.poll.notices import Drawing
from sheets_gm.gm.session import Session
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.card import card_svg
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import turn_of
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.sheet.picture.svg import draw_picture


def pictures_of(session: Session, steps: Sequence[Step[Any]]) -> Callable[[str | None, str], Drawing]:
    """Return a function that draws the board after *steps* as SVG, for a seat and its team, or for everybody (None).

    Once the match is over, it draws the card of the match. Nothing is drawn before the function is called.
    """
    entries = [step.entry for step in steps if step.entry.label == steps[-1].entry.label]
    past = Past(session.game, session.record, lambda: entries, session.template)

    def drawn(audience: Audience, emoji: bool) -> str:
        if session.record.result is not None or session.game.result(session.state) is not None:
            return card_svg(replace(past, entries=lambda: session.ports.store.entries(session.match)), audience)
        turn = turn_of(past, audience, entries[-1].number, entries)
        return draw_picture(boards_after(past, audience, turn), emoji=emoji).svg

    return lambda seat, team: partial(drawn, Audience(seat, team))
