"""The turns in which a match turned: by how far the lead moved there, and by how much its events matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sheets_gm.gm.story.model import TurningPoint, TurnRow

MOST, LEAST = 5, 3
"""How many turning points a match has, if it has as many turns."""

SWING = 60.0
"""What a swing of the whole match weighs, beside events that weigh up to 10."""

NEW_LEADER = 4.0
"""What it weighs that another side leads."""

ENOUGH = 5.0
"""What a turn must weigh to be a fourth or fifth turning point."""


LITTLE = 0.01
"""How much the share of a side must grow to be worth saying."""


class Weighed(NamedTuple):
    """A turn with the entry and the sentence of its weightiest event, and the weight of that."""

    row: TurnRow
    entry: int
    text: str
    weight: float


def shares(lead: Mapping[str, float]) -> dict[str, float]:
    """How well each side stands as parts of 1; all alike where nobody has anything."""
    total = sum(lead.values())
    return {side: value / total if total else 1 / len(lead) for side, value in lead.items()}


def leader(share: Mapping[str, float]) -> str:
    """The side that leads; "" where nobody does, or several do."""
    best = sorted(share.values(), reverse=True)[:2]
    if not best or (len(best) > 1 and best[0] - best[1] < 1e-9):
        return ""
    return max(share, key=lambda side: share[side])


def swing(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """By how much the share of a side changed most."""
    return max((abs(after[side] - before.get(side, 0.0)) for side in after), default=0.0)


def turning_points(turns: Sequence[Weighed], sides: Mapping[str, str], result: str) -> tuple[TurningPoint, ...]:
    """Three to five of *turns* in their order, the most important ones. *result* is said of the last."""
    found: list[tuple[float, TurningPoint]] = []
    led = ""
    for before, each in pairwise(turns):
        moved, now = swing(before.row.share, each.row.share), leader(each.row.share)
        turned = bool(now and led and now != led)
        if each.text:
            is_end = each is turns[-1] and result
            end = _ending(each.text, result) if is_end else _standing(before.row, each.row, sides, turned=turned)
            point = TurningPoint(each.row.number, each.row.label, each.entry, f"{_sentence(each.text)}{end}", moved)
            found.append((SWING * moved + each.weight + NEW_LEADER * turned, point))
        led = now or led
    found.sort(key=lambda each: -each[0])
    best = [point for at, (weight, point) in enumerate(found[:MOST]) if at < LEAST or weight >= ENOUGH]
    return tuple(sorted(best))


def _ending(told: str, result: str) -> str:
    """How the match ended, in a sentence behind *told*; nothing where *told* gives the same reason."""
    reason = result.partition(": ")[2]
    return "" if reason and reason in told else f" {result}."


def _standing(before: TurnRow, after: TurnRow, sides: Mapping[str, str], *, turned: bool) -> str:
    """Who leads after a turn, in a sentence behind another."""
    now = leader(after.share)
    if not now:
        return " All are level."
    who, grown = sides.get(now, now), after.share[now] - before.share.get(now, 0.0)
    if turned:
        return f" {who} takes the lead."
    return f" {who} is further ahead." if grown > LITTLE else f" {who} is still ahead."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
