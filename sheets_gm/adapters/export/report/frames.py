"""Frames: the boards of a match turn by turn. Consecutive boards are nearly equal, so each part is stored once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.boards import before_result, boards_after
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import told_turns
from sheets_gm.sheet.picture.looks import DARK, LIGHT, Look
from sheets_gm.sheet.picture.svg import Shown, draw_picture, draw_places

_ELEMENT = re.compile(r"(?=<(?!/))")


class Frames(NamedTuple):
    """The boards of the turns *at*, as JSON *text*, and the one with which the page opens: its *place* and its SVG.

    The turns in *early* show the board before their result, which removes something from it.
    """

    at: tuple[int, ...]
    text: str
    place: int
    svg: str
    early: tuple[int, ...]


class _Parts:
    """The parts of all pictures, without duplicates."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def of(self, svg: str) -> list[int]:
        return [self.known.setdefault(part, len(self.known)) for part in _ELEMENT.split(svg) if part]


def frames_of(past: Past, audience: Audience, count: int, most: int, opens: int) -> Frames:
    """Return the boards of at most *most* of the *count* turns, evenly spread, each for a light and for a dark page.

    The page opens with the turn *opens*, which has a board in any case.
    """
    wanted = {*spread(count, most), opens}
    parts, light, dark, first, early = _Parts(), [], [], "", []
    before: Mapping[str, Any] | None = None
    for turn in told_turns(past, audience):
        if turn.number in wanted:
            shown = before_result(past, turn, before)
            early += [turn.number] if shown is not None else []
            boards = boards_after(past, audience, turn, shown)
            svg = _drawn(boards, LIGHT)
            first = svg if turn.number == opens else first
            light.append(parts.of(svg))
            dark.append(parts.of(_drawn(boards, DARK)))
        before = turn.last.state
    at = tuple(sorted(wanted))
    looks = {"light": list(_changes(light)), "dark": list(_changes(dark))}
    stored = {"at": at, "early": early, "parts": list(parts.known), **looks}
    return Frames(at, orjson.dumps(stored).decode(), at.index(opens), first, tuple(early))


def _drawn(boards: Sequence[Shown], look: Look) -> str:
    """Return only the boards, because the page has figures and news beside them."""
    places = draw_places(boards, look, emoji=True, fitted=True)
    return (places or draw_picture(boards, look, emoji=True, fitted=True)).svg


def spread(count: int, most: int) -> tuple[int, ...]:
    """Return the numbers of at most *most* of *count* frames, evenly spread, with the first and the last."""
    if count <= most:
        return tuple(range(count))
    return tuple(round(at * (count - 1) / (most - 1)) for at in range(most))


def _changes(frames: Iterable[list[int]]) -> Iterable[list[list[int]] | list[int]]:
    """Yield each frame as its difference to the one before: the start and end of the change, and the new parts."""
    before: list[int] = []
    for frame in frames:
        same = min(len(before), len(frame))
        start = next((at for at in range(same) if before[at] != frame[at]), same)
        end = next((at for at in range(same - start) if before[-1 - at] != frame[-1 - at]), same - start)
        yield [start, len(before) - end, *frame[start : len(frame) - end]]
        before = frame
