"""The building of a story from the journal of a match, in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.gm.between.effects import hand_over_of
from sheets_gm.gm.between.feature import HandOver
from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.between.rulings import Claim
from sheets_gm.gm.log.log_lines import describe_event, label_of
from sheets_gm.gm.log.typed_rows import disputed, typed_lines
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.highlights import awards, highlights
from sheets_gm.gm.story.model import ActRow, Highlight, Story, TurnRow
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.statistics import Table
from sheets_gm.gm.story.telling import storyteller
from sheets_gm.gm.story.turning_points import TWO, Measure, course, outs, shares, turning_points
from sheets_gm.gm.story.turns import Turn, moves_of, told_turns, turn_of
from sheets_gm.kernel.actions import ActionTaken, Join, Override, Ruling, events_of_rules
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.english import capitalized, counted, describe_winners, listed, seats_of_side, side_name
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Deed, Storyteller, Telling

TYPED = "Typed"
"""The kind of a row that shows what a claimant had typed."""

FREE_SEAT = "Free ("
"""The start of the name of a seat without a player."""

MOST_LETTERS = 160
"""The usual length of the sentence about a turn in characters. Decisive events may exceed it."""

MOVES = "Only moves"
"""The sentence about a turn with only moves."""

MOST_DECISIVE = 2
"""The most decisive events that are told in full in one sentence."""

NEAR = 0.3
"""The least size of a highlight, as a share of the largest of its turn, to be in the same sentence."""


def build_story(past: Past, audience: Audience) -> Story:
    """Return the story of *past* as *audience* may know it. It holds text and numbers, but no position.

    It is cached in *past*, so that the sheet, report and card of an export tell the same story.
    """
    if audience not in past.stories:
        past.stories[audience] = _build(past, audience)
    return past.stories[audience]


def _build(past: Past, audience: Audience) -> Story:
    game, record = past.game, past.record
    seats = {seat.id: seat for seat in record.people}
    teller = storyteller(game, past.tabs, seats)
    table = Table(teller)
    rows: list[TurnRow] = []
    acts: list[ActRow] = []
    view: Any = None
    state: Any = None
    for turn in told_turns(past, audience):
        state = past.codec.state(turn.last.state)
        before, view = view, game.view(state, audience.seat)
        before = view if before is None else before
        table.add(teller.deeds(turn.events, before, view))
        table.add_rolls(seen_rolls(turn, audience))
        rows.append(_row(past, teller, turn, before, view))
        acts += _acts(past, turn, audience)
    for turn in _acts_that_stay(past, audience, rows):
        acts += _acts(past, turn, audience)
    sides = _sides(rows[-1], seats)  # a match has an entry from its creation on
    result = record.result or game.result(state)
    players = table.players(seats, sides)
    used = [each for each in teller.statistics if any(row.values.get(each.name) for row in players)]
    first = rows[0]
    won = _winning_sides(result, sides, seats)
    measure = Measure(teller.ahead, teller.measure)
    points = turning_points(rows, sides, _result(result, seats), measure, teller.spent)
    card = highlights(rows, won, sides, _winners(won, sides, seats), points, measure)
    score = teller.summary(sides[won[0]], table.values.get(won[0], {})) if won else ""
    return Story(
        title=record.title,
        game=game.title,
        result=_result(result, seats),
        over=result is not None,
        began=first.when,
        ended=rows[-1].when,
        zone=record.policy.zone,
        people=tuple(_people(past)),
        changed=_changed(past),
        sides=sides,
        turns=tuple(rows),
        points=points,
        course=_course(rows, sides, measure, _ending(rows[-1], won, card), score) if won else "",
        goal=teller.goal(view),
        others=_others(won, seats),
        ahead=teller.ahead,
        statistics=tuple(each.name for each in used),
        players=players,
        awards=awards(rows, won, teller.statistics, players, _records(table, seats), _winners(won, sides, seats)),
        card=card,
        score=_score(teller, rows, won),
        acts=tuple(sorted(acts, key=lambda act: act.entry)),
        undone=len(past.taken_back),
        notes=_notes(past, result),
    )


def seen_rolls(turn: Turn, audience: Audience) -> Iterator[Roll]:
    """Yield the rolls of a turn that *audience* may see."""
    for happening in turn.entries:
        yield from (roll for roll in happening.entry.rolls if audience.everything or not roll.hidden)


def _row(past: Past, teller: Storyteller, turn: Turn, before: Any, view: Any) -> TurnRow:
    """Return the row for *turn*. *before* and *view* are the views before and after it."""
    chapter = turn.chapter
    events = events_of_rules(turn.events)
    tellings = tuple(teller.tell(events, before, view, past.record.people_at(turn.last.number)))
    acts = [each for each in turn.news if not tellings] if any(entry.act for entry, _ in turn.entries) else []
    return TurnRow(
        number=turn.number,
        label=turn.label,
        first=turn.entries[0].entry.number,
        entry=turn.last.number,
        when=turn.last.when,
        why=chapter.why if chapter else "",
        absent=chapter.absent if chapter else (),
        text=capitalized(sentence(tellings) or (acts[0] if acts else "") or (MOVES if moves_of(past, turn) else "")),
        paragraphs=chapter.paragraphs if chapter else (),
        figures=teller.figures(view),
        share=shares(teller.lead(view)),
        tellings=tellings,
        stretch=turn.stretch,
    )


def sentence(tellings: Sequence[Telling]) -> str:
    """Return a sentence with the most important highlights of a turn.

    It has all that decide something and the largest of all, then more while there is room, the largest first. Where
    many decide something, they are brief. They are in the order in which they happened. The end of a match or a game
    comes last, together with the largest highlight of the winner.
    """
    ends = [each for each in tellings if each.decides and not each.size]
    winners = {each.side for each in ends if each.side}
    others = sorted((each for each in tellings if each not in ends), key=lambda each: -each.size)
    decisive = [each for each in others if each.decides]
    good = [each for each in others if each.side in winners] if winners else []
    kept = [each for each in others if each in (*others[:1], *decisive, *good[:1])]
    texts = {each: each.brief or each.text for each in decisive} if len(decisive) > MOST_DECISIVE else {}
    letters = sum(len(texts.get(each, each.text)) for each in (*kept, *ends))
    for each in others:
        if each not in kept and each.size >= NEAR * others[0].size and letters + len(each.text) <= MOST_LETTERS:
            kept.append(each)
            letters += len(each.text)
    kept.sort(key=tellings.index)
    return "; ".join(texts.get(each, each.text) for each in (*kept, *ends))


def _acts(past: Past, turn: Turn, audience: Audience) -> Iterator[ActRow]:
    for entry, events in turn.entries:
        if entry.act is None:
            continue
        kind = label_of(entry, past.record.people_at(entry.number))
        for event in events:
            if isinstance(event, ActionTaken):
                text = describe_event(past.game, past.record, entry, event)
                yield ActRow(turn.number, entry.number, entry.when, kind, text)
    if audience.everything:
        yield from _disputed(past, turn)


def _disputed(past: Past, turn: Turn) -> Iterator[ActRow]:
    """Yield rows with what the claimants in *turn* had typed at the lock that they make a claim about."""
    for entry, _ in turn.entries:
        claim = read_action(entry.act) if entry.act is not None else None
        seat = past.record.people_at(entry.number).get(claim.by) if isinstance(claim, Claim) else None
        locked = disputed(past.entries(), claim.about, entry.number) if isinstance(claim, Claim) else None
        if seat is not None and locked is not None:
            for line in typed_lines(locked, seat, past.record.policy.zone):
                yield ActRow(turn.number, entry.number, entry.when, TYPED, f"{seat.player}: {line}")


def _acts_that_stay(past: Past, audience: Audience, turns: Sequence[TurnRow]) -> Iterator[Turn]:
    """Yield what people did in undone entries that the rewind does not take back. Each belongs to the turn of then."""
    staying = past.undone - past.taken_back
    for entry in past.entries() if staying else ():
        if entry.number in staying:
            number = next((turn.number for turn in turns if turn.entry >= entry.number), turns[-1].number)
            yield turn_of(past, audience, number, [entry])


def _people(past: Past) -> Iterator[tuple[str, str, str]]:
    """Yield the current and former players, each with the seat, what it plays, and when a former player left."""
    record, left = past.record, _left(past)
    seats = {seat.id: seat for seat in record.people}
    present = [(seat.player, seat.id) for seat in record.people]
    for player, seat in (*present, *(each for each in left if each not in present)):
        until = left.get((player, seat))
        plays = _plays(seats[seat]) if seat in seats else ""
        more = () if until is None else (f"until {clock_face(until, record.policy.zone)}",)
        yield player, seat, " · ".join((*([plays] if plays else []), *more))


def _left(past: Past) -> dict[tuple[str, str], float]:
    """Return when each former player left their seat, by player and seat."""
    left: dict[tuple[str, str], float] = {}
    for entry in past.entries():
        action = read_action(entry.act) if entry.act is not None else None
        hand_over = HandOver() if action is None or isinstance(action, Join) else hand_over_of(action)
        if not hand_over.seats:
            continue
        before, after = past.record.people_at(entry.number), past.record.people_at(entry.number + 1)
        for seat in hand_over.seats:
            if seat in before and not before[seat].player.startswith(FREE_SEAT):
                left.setdefault((before[seat].player, seat), entry.when)
            if seat in after and not hand_over.is_left:
                left.pop((after[seat].player, seat), None)
    return left


def _sides(row: TurnRow, seats: Mapping[str, Seat]) -> dict[str, str]:
    """Return the name of each side in the figures: its only player, or the team."""
    ids = dict.fromkeys((*row.share, *(side for values in row.figures.values() for side in values)))
    return {side: _name(side, seats) for side in ids}


def _winning_sides(result: Result | None, sides: Iterable[str], seats: Mapping[str, Seat]) -> tuple[str, ...]:
    """Return the sides in the figures that won: a team, or the seats of one."""
    winners = result.winners if result is not None else ()
    return tuple(side for side in sides if side in winners or (side in seats and seats[side].team in winners))


def _winners(won: Sequence[str], sides: Mapping[str, str], seats: Mapping[str, Seat]) -> frozenset[str]:
    """Return the names of the sides that *won*, and of their players."""
    players = {seat.player for seat in seats.values() if seat.id in won or seat.team in won}
    return frozenset({*players, *(sides[side] for side in won)})


def _records(table: Table, seats: Mapping[str, Seat]) -> dict[str, tuple[float, tuple[str, ...]]]:
    """Return the largest deeds, with who did them: “Ana's Horseman”, “The Whispering Court”."""
    return {what: (most, tuple(_doer(deed, seats) for deed in deeds)) for what, (most, deeds) in table.records.items()}


def _doer(deed: Deed, seats: Mapping[str, Seat]) -> str:
    name = seats[deed.who].player if deed.who in seats else deed.who.capitalize()
    return name if not deed.by else f"{name}'s {deed.by}" if deed.who in seats else deed.by


def _score(teller: Storyteller, rows: Sequence[TurnRow], won: Sequence[str]) -> tuple[str, Mapping[str, float]]:
    """Return the name of the score and its last values.

    It is the first score in which a side that *won* has more than all others: the winner's value comes first, then the
    best other one before the end. The values are empty if the winner has more of nothing.
    """
    figures = rows[-1].figures
    names = teller.scores or tuple(figures)[:1]
    for name in names:
        values = figures.get(name, {})
        others = {side: value for side, value in values.items() if side not in won}
        if not won or not others or len(others) == len(values):
            return name, values
        if min(values[side] for side in won if side in values) > max(others.values()):
            before = rows[-2:][0].figures.get(name, {})
            rival = max(others, key=lambda side: before.get(side, 0.0))
            return name, {side: values[side] for side in (*won, rival) if side in values}
    return next(iter(names), ""), {}


def _course(rows: Sequence[TurnRow], sides: Mapping[str, str], measure: Measure, ending: str, score: str) -> str:
    """Return who led when, won each game, was out when, the *ending*, and for what the winner got its *score*."""
    out = outs(rows, sides)
    return " ".join(filter(None, (course(rows, sides, measure), *_games(rows), out or ending, score)))


def _ending(row: TurnRow, won: Sequence[str], card: Sequence[Highlight]) -> str:
    """Return by what those who *won* ended the match, if no highlight tells it: “In the end Ana kills Ben's leader.”"""
    blows = [each for each in row.tellings if each.decides and each.size and each.side in (*won, "")]
    last = max(blows, key=lambda each: each.size, default=None)
    if last is None:
        return ""
    deed = last.text.removeprefix(next(iter(last.by), "")).strip()  # a hero is named once for two deeds
    return "" if any(deed in each.text for each in card) else f"In the end {last.text}."


def _games(rows: Sequence[TurnRow]) -> Iterator[str]:
    """Yield who won each game of a match of several: “Ana wins game 1.”"""
    ends = [each for row in rows for each in row.tellings if each.decides and not each.size and each.side]
    yield from (f"{each.text.partition(':')[0]}." for each in ends[:-1] if len(ends) > 2)


def _others(won: Sequence[str], seats: Mapping[str, Seat]) -> str:
    """Return who played against the sides that *won*, by their teams: “Team Red (Finn and Gus)”; "" of two players."""
    playing = [seat for seat in seats.values() if not seat.neutral]
    teams = dict.fromkeys(seat.team for seat in playing if seat.id not in won and seat.team not in won)
    return listed([side_name(team, seats) for team in teams]) if won and len(playing) > TWO else ""


def _name(side: str, seats: Mapping[str, Seat]) -> str:
    people = seats_of_side(side, seats.values())
    return people[0].player if len(people) == 1 else side.replace("_", " ").capitalize()


def _result(result: Result | None, seats: Mapping[str, Seat]) -> str:
    if result is None:
        return ""
    return f"{capitalized(describe_winners(result.winners, seats))}: {result.reason}"


def _plays(seat: Seat) -> str:
    """Return what a seat plays: its team, its traits, and whether it is the captain."""
    captain = ("captain",) if seat.captain else ()
    return " · ".join((seat.team.capitalize(), *seat.traits.values(), *captain))


def _changed(past: Past) -> tuple[tuple[str, str], ...]:
    """Return the settings that are not the defaults, with their values."""
    usual = past.game.settings().model_dump(mode="json")
    chosen = past.record.charter.settings
    return tuple((name, str(value)) for name, value in chosen.items() if name in usual and usual[name] != value)


def _notes(past: Past, result: Result | None) -> tuple[str, ...]:
    """Return notes for the reader on how the match was played."""
    notes: list[str] = []
    if (taken := past.record.charter.sandbox) is not None:
        notes.append(f"This is a sandbox: it began at {taken.label} of {taken.match}, with dice of its own.")
    if result is None:
        notes.append("The match is not over.")
    if gone := len(past.taken_back):
        notes.append(f"Not told here: {counted(gone, 'entry', 'entries')} taken back by a rewind.")
    if past.record.charter.dice == "manual":
        notes.append("The dice were rolled by hand.")
    kept = (entry for entry in past.entries() if entry.number not in past.taken_back)
    done = Counter(type(read_action(entry.act)) for entry in kept if entry.act is not None)
    if ruled := done[Ruling]:
        notes.append(f"{counted(ruled, 'claim')} {'was' if ruled == 1 else 'were'} decided by hand.")
    if changed := done[Override]:
        notes.append(f"The game master corrected the position {'once' if changed == 1 else f'{changed} times'}.")
    return tuple(notes)
