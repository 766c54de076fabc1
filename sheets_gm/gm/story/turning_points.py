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
"""What it weighs that another side leads, and still does after the next turn."""

FOR_GOOD = 4.0
"""What it weighs that a side takes the lead and keeps it to the end of the match."""

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
    led, have_led = "", set[str]()
    kept = _kept_from(turns) if result else None
    for at, (before, each) in enumerate(pairwise(turns), start=1):
        moved, now = swing(before.row.share, each.row.share), leader(each.row.share)
        turned = bool(now and led and now != led)
        is_held = all(leader(later.row.share) in (now, "") for later in turns[at + 1 : at + 2])
        lead = "and keeps it to the end" if each is kept else "again" if now in have_led else ""
        if not is_held:
            lead = "for a moment"
        if each.text:
            is_end = each is turns[-1] and result
            if is_end:
                end = _ending(each.text, result) + (f" {sides.get(led, led)} was ahead until then." if turned else "")
            else:
                end = _standing(before.row, each.row, sides, lead if turned else None)
            point = TurningPoint(each.row.number, each.row.label, each.entry, f"{_sentence(each.text)}{end}", moved)
            weight = NEW_LEADER * (turned and is_held) + FOR_GOOD * (turned and each is kept)
            found.append((SWING * moved + each.weight + weight, point))
        led = now or led
        have_led |= {led} - {""}
    found.sort(key=lambda each: -each[0])
    best = [point for at, (weight, point) in enumerate(found[:MOST]) if at < LEAST or weight >= ENOUGH]
    return tuple(sorted(best))


def _kept_from(turns: Sequence[Weighed]) -> Weighed | None:
    """The turn from which on the side led that leads in the end."""
    last, kept = leader(turns[-1].row.share), None
    for each in reversed(turns):
        if leader(each.row.share) not in (last, ""):
            break
        kept = each
    return kept


def _ending(told: str, result: str) -> str:
    """How the match ended, in a sentence behind *told*; nothing where *told* gives the same reason."""
    reason = result.partition(": ")[2]
    return "" if reason and reason in told else f" {result}."


def _standing(before: TurnRow, after: TurnRow, sides: Mapping[str, str], taken: str | None) -> str:
    """Who leads after a turn, in a sentence behind another. *taken* says how the lead was taken, if it was."""
    now = leader(after.share)
    if not now:
        return " All are level."
    who, grown = sides.get(now, now), after.share[now] - before.share.get(now, 0.0)
    if taken is not None:
        return f" {who} takes the lead{taken and f' {taken}'}."
    return f" {who} is further ahead." if grown > LITTLE else f" {who} is still ahead."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
