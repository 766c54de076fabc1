"""The turns in which a match turned: by how far the lead moved there, and by how much its events matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sheets_gm.gm.story.model import MOST_SIDES, TurningPoint, TurnRow
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.story import Figures

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

CLEAR = 1.04
"""How many times the share of the next best side the best one has, to lead."""

GONE_ON = (" is ahead.", " is further ahead.", " is still ahead.")
"""How the sentence about a side ends that has led before."""

MOST_FIGURES = 2
"""Key figures of which a turning point says how they changed."""


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
    """The side that leads clearly; "" where none does."""
    best = sorted(share.values(), reverse=True)[:2]
    if not best or (len(best) > 1 and best[0] <= CLEAR * best[1]):
        return ""
    return max(share, key=lambda side: share[side])


def swing(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """By how much the share of a side changed most."""
    return max((abs(after[side] - before.get(side, 0.0)) for side in after), default=0.0)


def turning_points(turns: Sequence[Weighed], sides: Mapping[str, str], result: str) -> tuple[TurningPoint, ...]:
    """Three to five of *turns* in their order, the most important ones. *result* is said of the last."""
    found: list[tuple[float, TurningPoint]] = []
    since: dict[int, TurnRow] = {}
    taken = turns[0].row if turns else None  # when the side that leads took the lead
    led = leader(turns[0].row.share) if turns else ""
    have_led = {led} - {""}
    kept = _kept_from(turns) if result else None
    for at, (before, each) in enumerate(pairwise(turns), start=1):
        moved, now = swing(before.row.share, each.row.share), leader(each.row.share)
        turned = bool(now and led and now != led)
        is_held = all(leader(later.row.share) in (now, "") for later in turns[at + 1 : at + 2])
        lead = "and keeps it to the end" if each is kept else "again" if now in have_led else ""
        if not is_held:
            lead = "for a moment"
        if now and now != led:
            taken = each.row
        elif now and taken is not None:
            since[each.row.number] = taken
        if each.text:
            is_end = each is turns[-1] and result
            if is_end:
                end = _ending(each.text, result) + (f" {sides.get(led, led)} was ahead until then." if turned else "")
            else:
                end = _standing(before.row, each.row, sides, lead if turned else None)
            changed = _changes(before.row.figures, each.row.figures, sides)
            text = f"{_sentence(each.text)}{changed}{end}"
            point = TurningPoint(each.row.number, each.row.label, each.entry, text, moved)
            weight = NEW_LEADER * (turned and is_held) + FOR_GOOD * (turned and each is kept)
            found.append((SWING * moved + each.weight + weight, point))
        led = now or led
        have_led |= {led} - {""}
    found.sort(key=lambda each: -each[0])
    best = [point for at, (weight, point) in enumerate(found[:MOST]) if at < LEAST or weight >= ENOUGH]
    return _with_since(sorted(best), since)


def _with_since(points: Sequence[TurningPoint], since: Mapping[int, TurnRow]) -> tuple[TurningPoint, ...]:
    """*points*, where it is said since when a side is ahead that took the lead after the point before."""
    told: list[TurningPoint] = []
    for at, point in enumerate(points):
        taken = since.get(point.turn)
        if at and taken is not None and points[at - 1].turn < taken.number and point.text.endswith(GONE_ON):
            told.append(point._replace(text=f"{point.text[:-1]}, since {taken.label.partition(':')[0]}."))
        else:
            told.append(point)
    return tuple(told)


def course(turns: Sequence[Weighed], sides: Mapping[str, str]) -> str:
    """Who led from when on until the match ended, in a sentence; "" where that is not clear."""
    kept, last = _kept_from(turns), leader(turns[-1].row.share)
    if kept is None:
        return ""
    who, before = sides.get(last, last), sorted(_leaders_before(turns, kept) - {last})
    others = listed([sides.get(each, each) for each in before]) if 0 < len(before) < MOST_SIDES else ""
    if kept is turns[-1]:
        return f"{who} was ahead only in the end; until then {others} led." if others else ""
    return f"{who} was ahead from {kept.row.label.partition(':')[0]} to the end{others and f', {others} before'}."


def _leaders_before(turns: Sequence[Weighed], kept: Weighed) -> set[str]:
    """The sides that led before the turn *kept*."""
    return {leader(each.row.share) for each in turns[: turns.index(kept)]} - {""}


def _changes(before: Figures, after: Figures, sides: Mapping[str, str]) -> str:
    """How the first key figures that changed did so, in sentences: “Points: Blue 4 → 9, Red 7 → 8.”"""
    found = []
    for name, values in after.items():
        old = before.get(name, {})
        moved = [side for side in values if values[side] != old.get(side, values[side])]
        moved = sorted(moved, key=lambda side: -abs(values[side] - old[side]))[:MOST_SIDES]
        changes = [f"{sides.get(side, side)} {old[side]:g} → {values[side]:g}" for side in values if side in moved]
        found += [f" {name}: {', '.join(changes)}."] if changes else []
    return "".join(found[:MOST_FIGURES])


def _kept_from(turns: Sequence[Weighed]) -> Weighed | None:
    """The turn from which on the side led that leads in the end."""
    last, kept = leader(turns[-1].row.share), None
    for each in reversed(turns):
        now = leader(each.row.share)
        if now not in (last, ""):
            break
        kept = each if now else kept
    return kept


def _ending(sentence: str, result: str) -> str:
    """How the match ended, in a sentence behind *sentence*; nothing where *sentence* gives the same reason."""
    reason = result.partition(": ")[2]
    return "" if reason and reason in sentence else f" {result}."


def _standing(before: TurnRow, after: TurnRow, sides: Mapping[str, str], taken: str | None) -> str:
    """Who leads after a turn, in a sentence behind another. *taken* says how the lead was taken, if it was."""
    now = leader(after.share)
    if not now:
        return " Nobody is clearly ahead."
    who, grown = sides.get(now, now), after.share[now] - before.share.get(now, 0.0)
    if taken is not None:
        return f" {who} takes the lead{taken and f' {taken}'}."
    if not leader(before.share):
        return f" {who} is ahead."
    return f" {who} is further ahead." if grown > LITTLE else f" {who} is still ahead."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
