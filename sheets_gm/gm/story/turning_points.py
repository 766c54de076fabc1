"""The turns in which a match turned: who was ahead at the ends of rounds, and what changed that.

A round is that of `Storyteller.stretch`. If sides move one after the other, each has moved in a round, so that nobody
leads only because it was their turn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from sheets_gm.gm.story.model import MOST_SIDES, TurningPoint, TurnRow
from sheets_gm.kernel.english import capitalized, listed, with_commas
from sheets_gm.kernel.story import AHEAD, Figures

MOST, LEAST = 5, 3
"""The most turning points of a match, and the least if it has as many rounds."""

SWING = 100.0
"""The weight of a swing of the whole match. Highlights are measured in hundredths of such a swing."""

TAKE_OVER, FOR_GOOD = 200.0, 1000.0
"""The weight of a change of the lead that lasts past the next round, and of one that lasts to the end."""

LATE = 4.0
"""The weight of the last round. Earlier rounds have less, because more players can still change the result."""

ENOUGH = 6.0
"""The least weight of a fourth or fifth turning point."""

LITTLE = 0.01
"""The least growth of a side's share that is mentioned."""

CLEAR = 1.1
"""The best side leads if its share is this many times that of the second."""

MOST_CHANGED = 2
"""The most sides whose changed figures are named. If more have changed, the sentence says enough."""

MOST_LEADS = 3
"""Changes of the lead that the course of a match names one by one."""


MOST_OUT = 5
"""The most players whose end is told by name."""

TWO = 2
"""The sides of most matches, of which one has more. Of several, one has most."""


class Round(NamedTuple):
    """The rows of one round. *lead* is the side that leads clearly after it, "" if none does."""

    name: str
    rows: tuple[TurnRow, ...]
    lead: str

    @property
    def share(self) -> Mapping[str, float]:
        """How well each side stands after the round, as parts of 1."""
        return self.rows[-1].share


class Measure(NamedTuple):
    """What the lead is called, and what it counts: “Who was ahead”, “victory points”."""

    title: str = AHEAD
    counts: str = ""

    def had(self, many: int) -> str:
        """Return what a side had that led among so *many*: “was ahead in victory points”, “had most health”."""
        if self.title == AHEAD:
            return f"was ahead in {self.counts}" if self.counts else "was ahead"
        return f"had {'more' if many <= TWO else 'most'} {self.counts}".strip()

    def more(self, many: int) -> str:
        """Return “more health”, or “most health” among more than two. What it consists of is left out."""
        return f"{'more' if many <= TWO else 'most'} {self.counts.partition(' (')[0]}".strip()

    def value(self, row: TurnRow, side: str) -> str:
        """Return the value of *side* after a row if a figure is called like the measure; else ""."""
        values = row.figures.get(capitalized(self.counts.partition(" (")[0]), {}) if self.counts else {}
        return with_commas(values[side]) if side in values else ""

    def score(self, row: TurnRow, side: str) -> str:
        """Return the value of *side*, of two sides with that of the other: “77 to 74”; "" without such a figure."""
        others = [each for each in row.share if each != side]
        order = (side, *others) if len(others) == 1 else (side,)
        return " to ".join(filter(None, (self.value(row, each) for each in order)))


class Lead(NamedTuple):
    """A side that leads from one round to another. Rounds are counted from 0."""

    side: str
    first: int
    last: int


def shares(lead: Mapping[str, float]) -> dict[str, float]:
    """Return how well each side stands, as parts of 1. If nobody has anything, all are equal."""
    total = sum(lead.values())
    return {side: value / total if total else 1 / len(lead) for side, value in lead.items()}


def leader(share: Mapping[str, float]) -> str:
    """Return the side that leads clearly; "" if none does."""
    best = sorted(share.values(), reverse=True)[:2]
    if not best or (len(best) > 1 and best[0] <= CLEAR * best[1]):
        return ""
    return max(share, key=lambda side: share[side])


def rounds(rows: Sequence[TurnRow]) -> list[Round]:
    """Return the rows of a match in rounds; the first round is the start."""
    parts = [tuple(group) for _, group in groupby(rows, key=lambda row: row.stretch or row.label)]
    return [Round(_name(part[-1].label), part, leader(part[-1].share)) for part in parts]


def _name(label: str) -> str:
    """Return the round of a row: “Turn 3” for “Turn 3 of 60, captains”, “Round 8, morning” for “Round 8 of 20, morning:
    Ana”.
    """
    return re.sub(r"(\d+) of \d+", r"\1", label.partition(":")[0])


def leads(all_rounds: Sequence[Round]) -> list[Lead]:
    """Return who led from when to when. If nobody leads clearly, the last leader counts until another has more."""
    spans: list[Lead] = []
    holder = ""
    for at, each in enumerate(all_rounds):
        if each.lead and each.lead != holder:
            spans.append(Lead(each.lead, at, at))
            holder = each.lead
        elif holder and max(each.share.values()) - each.share.get(holder, 0.0) > LITTLE:
            holder = max(each.share, key=lambda side: each.share[side])
            spans.append(Lead(holder, at, at))
        elif holder:
            spans[-1] = spans[-1]._replace(last=at)
    return spans


def gains(before: Round, after: Round) -> dict[str, float]:
    """Return by how much the share of each side grew."""
    return {side: value - before.share.get(side, 0.0) for side, value in after.share.items()}


def weightiest(played_round: Round, side: str) -> TurnRow | None:
    """Return the row of a round with the largest highlight, preferably good for *side*; None without one."""
    told = [row for row in played_round.rows if row.tellings]
    good = [row for row in told if any(each.side in (side, "") for each in row.tellings)]

    def most(row: TurnRow) -> float:
        return max((each.size for each in row.tellings if not good or each.side in (side, "")), default=0.0)

    return max(good or told, key=most, default=None)


def taking(played_round: Round, side: str) -> TurnRow:
    """Return the row of a round with which *side* took the lead: the weightiest after which it has most."""
    has_most = tuple(
        row for row in played_round.rows if row.share and row.share.get(side, 0.0) == max(row.share.values())
    )
    return weightiest(played_round._replace(rows=has_most), side) or (has_most or played_round.rows)[-1]


def turning_points(
    rows: Sequence[TurnRow],
    sides: Mapping[str, str],
    result: str,
    measure: Measure = Measure(),
    spent: Collection[str] = (),
) -> tuple[TurningPoint, ...]:
    """Return the three to five most important of *rows*, in order.

    *result* is added to the last, "" while the match continues. The first round never counts, because everybody has
    just begun. The figures in *spent* are not mentioned.
    """
    all_rounds = rounds(rows)
    held = leads(all_rounds)
    biggest = {name: most for name, most in _biggest(rows).items() if name not in spent}
    weighed: list[tuple[float, TurningPoint]] = []
    for at in range(2, len(all_rounds)):
        grown = gains(all_rounds[at - 1], all_rounds[at])
        side = max(grown, key=lambda each: grown[each], default="")
        is_end = bool(result) and at == len(all_rounds) - 1
        row = (
            next((each for each in reversed(all_rounds[at].rows) if each.tellings), None)
            if is_end
            else weightiest(all_rounds[at], side)
        )
        taken = next((each for each in held[1:] if each.first == at), None)
        keeps = bool(result) and taken is not None and taken == held[-1]
        stays = taken is not None and (taken.last > taken.first or keeps)
        if taken is not None and not stays:
            taken = None  # a lead of one round is a moment's
        if taken is not None and not is_end:
            row = taking(all_rounds[at], taken.side)
        if row is None:
            continue
        changed = _changes(all_rounds[at - 1].rows[-1].figures, all_rounds[at].rows[-1].figures, sides, biggest)
        said = (
            _ending(row.text, result)
            if is_end
            else _standing(all_rounds[at - 1], all_rounds[at], row, grown, sides, taken, measure, keeps=keeps)
        )
        swing = max(map(abs, grown.values()), default=0.0)
        size = max((each.size for each in row.tellings), default=0.0)
        late = LATE * at / len(all_rounds)
        weight = (
            SWING * swing + min(size, 20.0) / 4 + late + TAKE_OVER * (taken is not None) + FOR_GOOD * (is_end or keeps)
        )
        text = f"{_sentence(row.text)}{'' if is_end else changed}{said}".strip()
        weighed.append((weight, TurningPoint(row.number, row.label, row.entry, text, swing, said.strip())))
    weighed.sort(key=lambda each: -each[0])
    return tuple(sorted(point for at, (weight, point) in enumerate(weighed[:MOST]) if at < LEAST or weight >= ENOUGH))


def course(rows: Sequence[TurnRow], sides: Mapping[str, str], measure: Measure = Measure()) -> str:
    """Describe who led in what from when to when until the match ended, in a sentence; "" if nobody ever did."""
    all_rounds = rounds(rows)
    spans = leads(all_rounds)
    if not spans:
        return ""
    led = measure.had(len(sides))
    *before, last = spans
    who = sides.get(last.side, last.side)
    if last.first == len(all_rounds) - 1:
        others = listed([sides.get(side, side) for side in dict.fromkeys(each.side for each in before)])
        return (
            f"{who} {led} only in the end; until then {others} {'had' if measure.title != AHEAD else 'led'}."
            if 0 < len(before) <= MOST_SIDES
            else ""
        )
    if not before:
        return f"{who} {led} from {_start(all_rounds, last)} to the end."
    if len(before) > MOST_LEADS:
        changes = f"; before that the lead changed {len(before)} times" if measure.title == AHEAD else ""
        return f"{who} {led} from {_start(all_rounds, last)} to the end{changes}."
    names = [sides.get(each.side, each.side) for each in spans]
    begin = [f"{names[0]} {led}", *("again" if one == two else two for one, two in pairwise(names))]
    parts = [f"{begin[at]} {_from_to(all_rounds, each, first=at == 0)}" for at, each in enumerate(before)]
    return f"{', '.join(parts)}, and {begin[-1]} from {_start(all_rounds, last)} to the end."


def _from_to(match_rounds: Sequence[Round], lead: Lead, *, first: bool) -> str:
    start, end = _start(match_rounds, lead), match_rounds[lead.last].name
    if first and lead.first <= 1:
        return f"to {end}"
    return f"in {start}" if start == end else f"from {start} to {end}"


def outs(rows: Sequence[TurnRow], sides: Mapping[str, str]) -> str:
    """Return who of more than two sides was out when and by whom, the last ones by name: “Out: Dov (by Ben) in …”."""
    gone: list[tuple[str, str]] = []
    for before, row in pairwise(rows) if len(sides) > TWO else ():
        for side, name in sides.items():
            if before.share.get(side, 0.0) and not row.share.get(side, 0.0):
                by = [who for each in row.tellings if each.decides and name in each.whom for who in each.by]
                gone.append((_name(row.label), f"{name} (by {by[-1]})" if by else name))
    names = [name for name, _ in gone]
    late = [each for each in gone if len(gone) - names.index(each[0]) <= MOST_OUT]  # whole rounds
    early = gone[: len(gone) - len(late)]
    told = [f"{len(early)} players up to {early[-1][0]}"] if early else []
    told += [
        f"{listed([who for _, who in group])} in {name}" for name, group in groupby(late, key=lambda each: each[0])
    ]
    return f"Out: {'; '.join(told)}." if told else ""


def _start(match_rounds: Sequence[Round], lead: Lead) -> str:
    """Return the turn with which a lead began, as its turning point names it."""
    return _name(taking(match_rounds[lead.first], lead.side).label)


def _biggest(rows: Sequence[TurnRow]) -> Mapping[str, float]:
    """Return the largest value of each figure in the whole match, for any side."""
    biggest: dict[str, float] = {}
    for row in rows:
        for name, values in row.figures.items():
            biggest[name] = max((biggest.get(name, 0.0), *map(abs, values.values())))
    return biggest


def _changes(before: Figures, after: Figures, sides: Mapping[str, str], biggest: Mapping[str, float]) -> str:
    """Describe the figure that changed most: “Points: Blue 4 → 9, Red 7 → 8.” Changes of earlier figures count more."""
    moved: list[tuple[float, str]] = []
    for at, (name, values) in enumerate(after.items(), start=1):
        old = before.get(name, {})
        changed = [side for side in values if values[side] != old.get(side, values[side])]
        changed = sorted(changed, key=lambda side: -abs(values[side] - old[side]))
        if name in biggest and 0 < len(changed) <= MOST_CHANGED:
            most = abs(values[changed[0]] - old[changed[0]]) / (biggest[name] or 1.0) / at
            texts = [
                f"{sides.get(side, side)} {with_commas(old[side])} → {with_commas(values[side])}"
                for side in values
                if side in changed
            ]
            moved.append((most, f" {name}: {', '.join(texts)}."))
    return max(moved, key=lambda each: each[0], default=(0.0, ""))[1]


def _ending(sentence: str, result: str) -> str:
    """Return how the match ended as another sentence; "" if *sentence* already says it."""
    who, _, reason = result.partition(": ")
    return "" if (reason and reason in sentence) or who in sentence else f" {result}."


def _standing(
    before: Round,
    after: Round,
    row: TurnRow,
    grown: Mapping[str, float],
    sides: Mapping[str, str],
    taken: Lead | None,
    measure: Measure,
    *,
    keeps: bool,
) -> str:
    """Return who leads after a round as another sentence; "" if nobody leads clearly."""
    now = after.lead
    if not now:
        return ""
    who = sides.get(now, now)
    if taken is not None:
        takes = "takes the lead"
        if measure.title != AHEAD:
            value = measure.score(row, now)
            takes = f"now has {measure.more(len(sides))}{f', {value}' if value else ''}{',' * bool(value and keeps)}"
        return f" {who} {takes}{' and keeps it to the end' if keeps else ''}."
    if measure.title != AHEAD:
        return ""
    if before.lead != now:
        return f" {who} is ahead."
    return f" {who} is further ahead." if grown.get(now, 0.0) > LITTLE else f" {who} is still ahead."


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."
