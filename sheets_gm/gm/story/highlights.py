"""The highlights of a whole match: its decisive turn, its last chance, its hero, and the awards."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sheets_gm.gm.story.model import Award, Highlight, PlayerRow, TurningPoint, TurnRow
from sheets_gm.gm.story.turning_points import LITTLE, TWO, Measure, Round, gains, leads, rounds, taking, weightiest
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.story import AHEAD, Statistic, Telling, before_the_colon

DECISIVE, CHANCE, HERO = "The decisive turn", "The last chance", "The hero"
CHANGED = "What changed most"
"""The title of the decisive turn if nobody has won yet, or at all."""

MOST_AWARDS, MOST_EACH = 6, 3
"""The most awards of a match, and of one player or army."""

ENOUGH_ROLLS, ENOUGH_LUCK = 10, 3
"""The least number of rolls for an award for luck, and the least difference in percent."""

MOST_SHARING = 3
"""The most people who may share an award. If more are equally good, there is none."""

FEW = 2
"""With this many players or sides, a table says more than awards: those who are not best are second."""

EARLY = 4
"""The first of so many parts of a match is too early to decide it."""

MOST_DEEDS = 2
"""The most deeds of a hero that are told."""

SOON = 3
"""The most turns between a blow and its revenge."""

SHORTLY, WORTHY = 8, 0.3
"""The part of a match that is shortly before a round, and of the most that who lost did what a chance is at least."""


class Moment(NamedTuple):
    """A highlight with its turn."""

    row: TurnRow
    telling: Telling


def highlights(
    rows: Sequence[TurnRow],
    won: Sequence[str],
    sides: Mapping[str, str],
    winners: Collection[str] = (),
    points: Sequence[TurningPoint] = (),
    measure: Measure = Measure(),
) -> tuple[Highlight, ...]:
    """Return the decisive turn, the losers' last chance, and the hero of the sides that *won*.

    *sides* are the names of all sides, *winners* those of the sides that won and of their players. The turning *points*
    say who led after the decisive turn.
    """
    all_rounds = rounds(rows)
    decisive = _decisive(all_rounds, won)
    chosen: list[Highlight] = []
    if decisive is not None:
        begins = [each for each in leads(all_rounds)[1:] if won and each.side in won and each.first == decisive]
        row = (
            taking(all_rounds[decisive], begins[0].side)
            if begins
            else weightiest(all_rounds[decisive], next(iter(won), _gaining(all_rounds, decisive)))
        )
        if row is not None:
            standing = next((f". {each.standing}" for each in points if each.turn == row.number and each.standing), "")
            chosen.append(Highlight(DECISIVE if won else CHANGED, row.number, f"{_when(row)}: {row.text}{standing}"))
    lead = _last_lead(all_rounds, won) if won and len(sides) > TWO else None
    if lead is not None:
        chosen.append(_lost_lead(all_rounds[lead[1]].rows[-1], lead[0], won[0], sides, measure))
    elif won and decisive is not None and (chance := _last_chance(all_rounds, decisive, won, winners)) is not None:
        chosen.append(Highlight(CHANCE, chance.row.number, f"{_when(chance.row)}: {chance.telling.text}"))
    if won and (hero := _hero(rows, won)) is not None:
        chosen.append(Highlight(HERO, hero[1][0].row.number, _done(*hero)))
    return tuple(chosen)


def _when(row: TurnRow) -> str:
    """Return the round of a row, without whose turn it was, which its sentence says."""
    return before_the_colon(row.label)


def _done(who: str, deeds: Sequence[Moment]) -> str:
    """Tell the *deeds* of a hero in order, each with its round."""
    first, *more = (f"{each.telling.text} ({_when(each.row)})" for each in deeds)
    named = first if deeds[0].telling.by == (who,) else f"{who}: {first}"
    own_name = re.compile(rf"^{re.escape(who)}(?: \([^)]*\))? (?!and )")
    return "; ".join([named, *(own_name.sub("", each) for each in more)])


def _gaining(all_rounds: Sequence[Round], at: int) -> str:
    grown = gains(all_rounds[at - 1], all_rounds[at])
    return max(grown, key=lambda side: grown[side], default="")


def _decisive(all_rounds: Sequence[Round], won: Sequence[str]) -> int | None:
    """Return the round in which the winner took the lead for good, or else gained most; None if there is none.

    A lead that is taken in the first quarter of the match decides nothing yet.

    Without a winner, it is the round in which any side gained most. A gain counts more while the match is open, and by
    the largest highlight of those who gain.
    """
    held = leads(all_rounds)
    last = len(all_rounds) - 1
    if won and len(held) > 1 and held[-1].side in won and held[-1].first > max(1, len(all_rounds) / EARLY):
        return held[-1].first
    candidates = [at for at in range(2, len(all_rounds)) if any(row.tellings for row in all_rounds[at].rows)]

    def gain(at: int) -> float:
        grown, open_still = (
            gains(all_rounds[at - 1], all_rounds[at]),
            1 - max(all_rounds[at - 1].share.values(), default=0.0),
        )
        sides = won or [_gaining(all_rounds, at)]
        event = max(
            (telling.size for _, telling in _all(all_rounds[at].rows) if telling.side in (*sides, "")), default=0.0
        )
        return open_still * event * max((grown.get(side, 0.0) for side in sides), default=0.0)

    before_the_end = [at for at in candidates if at < last] or candidates
    return max(before_the_end, key=gain, default=None)


def _last_lead(all_rounds: Sequence[Round], won: Sequence[str]) -> tuple[str, int] | None:
    """Return the last round, after the first, in which a loser had clearly most, and who; None if there is none."""
    led = [(each.lead, at) for at, each in enumerate(all_rounds) if at > 1 and each.lead and each.lead not in won]
    return led[-1] if led else None


def _lost_lead(row: TurnRow, who: str, winner: str, sides: Mapping[str, str], measure: Measure) -> Highlight:
    """Return how *who* led for the last time, as the last chance of many losers."""
    what = "is ahead" if measure.title == AHEAD else f"still has {measure.more(len(sides))}"
    values = measure.value(row, who), measure.value(row, winner)
    more = f", {values[0]}; {sides[winner]} has {values[1]}" if all(values) else ""
    return Highlight(CHANCE, row.number, f"{_when(row)}: {sides[who]} {what}{more}")


def _last_chance(
    all_rounds: Sequence[Round], decisive: int, won: Sequence[str], winners: Collection[str]
) -> Moment | None:
    """Return the best highlight of a loser in the round in which that loser gained most after the decisive one.

    If there is none, it is their best one after the decisive round, shortly before it, or else in it and at the end. Of
    more than two sides, only what hits the *winners* counts.
    """
    last = len(all_rounds) - 1

    def gain(at: int, side: str) -> float:
        return gains(all_rounds[at - 1], all_rounds[at]).get(side, 0.0)

    def best(at: int) -> Moment | None:
        lost = [
            each for each in _all(all_rounds[at].rows) if each.telling.side in all_rounds[at].share.keys() - set(won)
        ]
        if len(all_rounds[at].share) > TWO:
            lost = [each for each in lost if {*each.telling.whom} & {*winners}]
        return max(lost, key=lambda each: (gain(at, each.telling.side), each.telling.size), default=None)

    soon = max(2, decisive - max(SOON, len(all_rounds) // SHORTLY))
    every = {at: each for at in range(soon, last + 1) if (each := best(at)) is not None}
    most = max((each.telling.size for each in every.values()), default=0.0)
    chances = {at: each for at, each in every.items() if each.telling.size >= WORTHY * most}
    gained = {at: gain(at, each.telling.side) for at, each in chances.items() if decisive < at < last}
    if max(gained.values(), default=0.0) > LITTLE:
        return chances[max(gained, key=lambda at: gained[at])]
    for begin, end in ((decisive + 1, last), (soon, decisive), (decisive, last + 1)):
        among = [each for at, each in chances.items() if begin <= at < end]
        if among:
            return max(among, key=lambda each: each.telling.size)
    return None


def _hero(rows: Sequence[TurnRow], won: Sequence[str]) -> tuple[str, tuple[Moment, ...]] | None:
    """Return who among the winners did most, with their largest highlights in order; None if nobody did anything."""
    done: dict[str, list[tuple[float, Moment]]] = defaultdict(list)
    for each in _all(rows):
        if each.telling.side in won:
            for who, part in each.telling.parts_of_all:
                done[who].append((part * each.telling.size, each))
    if not done:
        return None
    hero = max(done, key=lambda who: sum(size for size, _ in done[who]))
    largest = sorted(done[hero], key=lambda each: -each[0])[:MOST_DEEDS]
    return hero, tuple(sorted((told for _, told in largest), key=lambda each: each.row.number))


def _all(rows: Sequence[TurnRow]) -> Iterator[Moment]:
    return (Moment(row, telling) for row in rows for telling in row.tellings)


def awards(
    rows: Sequence[TurnRow],
    won: Sequence[str],
    statistics: Sequence[Statistic],
    players: Sequence[PlayerRow],
    records: Mapping[str, tuple[float, Sequence[str]]],
    winners: Collection[str] = (),
) -> tuple[Award, ...]:
    """Return the awards of a match, at most three for each winner of awards.

    *won* are the sides that won the match, *winners* their names. *records* are the largest single deeds by the name of
    their statistic: the amount, and who did them.
    """
    chosen: list[Award] = []
    had: Counter[str] = Counter()
    pool = (*_told(rows, won), *_records(statistics, records), *_luck(players, winners), *_best(statistics, players))
    for award in pool:
        if len(chosen) < MOST_AWARDS and had[award.who] < MOST_EACH:
            chosen.append(award)
            had[award.who] += 1
    return tuple(chosen)


def _told(rows: Sequence[TurnRow], won: Sequence[str]) -> Iterator[Award]:
    if won and (hero := _hero(rows, won)) is not None:
        yield Award("Hero of the match", hero[0], _done(*hero))
    if won and (stand := _last_stand(rows, won)) is not None:
        yield Award("Last stand", listed(stand.telling.by), f"{stand.telling.text} ({_when(stand.row)})")
    if (revenge := _revenge(rows)) is not None:
        first, second = revenge
        after = f"{first.telling.text} ({_when(first.row)})"
        who = [each for each in second.telling.by if each in first.telling.whom]
        yield Award("Revenge", listed(who), f"{second.telling.text} ({_when(second.row)}), after {after}")


def _last_stand(rows: Sequence[TurnRow], won: Sequence[str]) -> Moment | None:
    """Return the largest highlight of a loser after the decisive round."""
    match_rounds = rounds(rows)
    decisive = _decisive(match_rounds, won)
    late = {row.number for each in match_rounds[(decisive or 0) + 1 :] for row in each.rows}
    stands = [
        each
        for each in _all(rows)
        if each.row.number in late and each.telling.by and each.telling.whom and each.telling.side not in (*won, "")
    ]
    return max(stands, key=lambda each: each.telling.size, default=None)


def _revenge(rows: Sequence[TurnRow]) -> tuple[Moment, Moment] | None:
    """Return the largest strike back at somebody who had struck shortly before, after that earlier highlight."""
    suffered: dict[str, list[Moment]] = defaultdict(list)
    pairs: list[tuple[Moment, Moment]] = []
    for each in _all(rows):
        for who in each.telling.by:
            recent = (old for old in reversed(suffered[who]) if 0 < each.row.number - old.row.number <= SOON)
            pairs += [(old, each) for old in recent if {*old.telling.by} & {*each.telling.whom}][:1]
        for who in each.telling.whom:
            suffered[who].append(each)
    return max(pairs, key=lambda pair: pair[0].telling.size + pair[1].telling.size, default=None)


def _records(statistics: Sequence[Statistic], records: Mapping[str, tuple[float, Sequence[str]]]) -> Iterator[Award]:
    """Yield awards for the largest single deeds."""
    for each in statistics:
        most, who = records.get(each.name, (0, ()))
        if each.largest and each.award and most and 0 < len(who) <= MOST_SHARING:
            yield Award(each.award, listed(who), _reason(each, most))


def _luck(players: Sequence[PlayerRow], winners: Collection[str]) -> Iterator[Award]:
    """Yield awards for the luckiest and the unluckiest player, and say if luck did not decide the match."""
    candidates = [row for row in players if row.rolls >= ENOUGH_ROLLS and row.luck is not None]
    if len(candidates) < FEW:
        return
    ends = ((max(candidates, key=lambda row: row.luck or 0), "Luckiest", "above"),
            (min(candidates, key=lambda row: row.luck or 0), "Unluckiest", "below"))  # fmt: skip
    for row, title, where in ends:
        percent = round(100 * ((row.luck or 1) - 1))
        if abs(percent) >= ENOUGH_LUCK and (percent > 0) == (where == "above"):
            still = ""
            if winners and (row.who in winners) != (percent > 0):
                still = ", and won" if row.who in winners else ", and lost"
            yield Award(title, row.who, f"{counted(row.rolls, 'roll')}, {abs(percent)}% {where} expectation{still}")


def _best(statistics: Sequence[Statistic], players: Sequence[PlayerRow]) -> Iterator[Award]:
    """Yield awards for the best player of each statistic.

    There is none if nothing counted, if too many players are equally good, or if only two play.
    """
    if len(players) <= FEW:
        return
    for each in statistics:
        most = max((row.values.get(each.name, 0) for row in players), default=0)
        best = [row.who for row in players if row.values.get(each.name, 0) == most]
        if each.award and not each.largest and most and len(best) <= MOST_SHARING:
            yield Award(each.award, listed(best), _reason(each, most))


def _reason(statistic: Statistic, most: float) -> str:
    return f"{most:g} {(statistic.one or statistic.many) if most == 1 else statistic.many}"
