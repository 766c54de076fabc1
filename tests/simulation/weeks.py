"""Two weeks of a match in virtual time, a deadline on each working day, and people who live by habits.

One goes on holiday and has a deputy, one forgets every second day, one leaves for good and somebody takes the seat, two
change places, somebody joins, they nudge and vote, nobody plays at night and at weekends, and the game master falls
silent until the heir gets the desk. The sync polls once an hour.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from multiprocessing import Pool
from random import Random
from typing import Any

import click
from rich.progress import track

from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import choose_places, player_counts
from sheets_gm.gm.between.heirs import ASK_FOR_DESK
from sheets_gm.gm.intake.attendance import waiting
from sheets_gm.gm.intake.desk.seats_tab import SEATS
from sheets_gm.gm.match_record.playing_hours import playing_hours
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.kernel.forms import NEVER_DUE, Form
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.rules import Secrecy
from tests.simulation.blueprint import HOUR, Setting, token_of
from tests.simulation.invariants import Broken
from tests.simulation.running import Outcome, Stage, staged
from tests.simulation.script import FOREVER, Script

DAY = 24 * HOUR

DAYS = 14

MORNING = 8
"""The hour at which the world begins, on a Friday."""

EVENING = range(18, 22)
"""The hours in which people play."""

MOST_PLAYERS = 4

LONGEST = 6 * DAY
"""The longest that a deadline may be away: a day of play, a weekend, and what may be voted for."""

LEAST_STEPS = 8
"""Steps that a match of ten working days has at least, or it waited for somebody who was not there."""

KEEN, TRAVELLER, FORGETFUL, QUITTER = "keen", "traveller", "forgetful", "quitter"

HABITS = (KEEN, TRAVELLER, FORGETFUL, QUITTER)

HOLIDAY = range(4, 7)
"""The days on which the traveller is away."""

LEAVES = 5
"""The day on which the quitter leaves."""

DEPUTIES = "dep@table"
"""The account of the deputy."""

DEPUTY, NEWCOMER = f"Dep <{DEPUTIES}>", "Zoe <zoe@table>"

NEWCOMERS = ("zoe@table", *(f"new{number}@table" for number in range(90)))
"""The accounts of those who join, and of those who take free seats."""


@cache
def setting_of(name: str) -> Setting:
    """The match of a game in which two weeks are lived: in one workbook, of up to four players."""
    rules: Game[Any, Any] = game(name)
    settings = rules.settings()
    players = max(count for count in player_counts(rules, settings) if count <= MOST_PLAYERS)
    heir = choose_places(rules.places(settings), players)[0].id
    policy = Policy(
        open_hands=rules.secrecy is not Secrecy.OPEN,
        every=DAY,
        hours=playing_hours("8-23", ("sat,sun",)),
        grace=HOUR,
        remind=3 * HOUR,
        no_show="bot",
        open_after=2,
        votes=True,
        vacation=DAYS * DAY,
        heir=heir,
        heir_after=2 * DAY,
    )
    return Setting(name, players, (), policy)


ACTS = (
    "away", "deputy", "notices", "nudge", "join", "give up", "substitute", "exchange", "vote", "ask for desk",
    "inherit",
)  # fmt: skip
"""What people do between the turns, by the kinds of the journal's entries."""


class Weeks:
    """The two weeks of one match."""

    def __init__(self, stage: Stage, luck: Random) -> None:
        self.stage, self.luck, self.world = stage, luck, stage.world
        people = list(stage.ledger.session.record.people)
        seats = [seat.id for seat in people if not seat.neutral]
        # the first one, who inherits the desk, is always there
        others = [*HABITS[1:]]
        luck.shuffle(others)
        self.habits = {seat.id: KEEN for seat in people} | dict(zip(seats[1:], others, strict=False))
        self.plan = self._plan(seats)
        self._seen = 0

    def live(self) -> None:
        """Let two weeks pass. `Broken`."""
        for hour in range(MORNING, MORNING + DAYS * 24):
            day, clock = divmod(hour, 24)
            for act in self.plan.get((day, clock), ()):
                act()
                self._poll()
            for seat in self._there(day) if clock in EVENING else ():
                self._play(seat, day)
                self._poll()
            self.world.time.sleep(HOUR)
            self._poll()
            self._check()
        if self.stage.ledger.session.record.status is not Status.OVER and self.steps < LEAST_STEPS:
            raise Broken(f"only {self.steps} steps were played in two weeks")

    @property
    def steps(self) -> int:
        """The steps that were played until now."""
        return sum(entry.kind == "turn" for entry in self.stage.ledger.entries)

    def _poll(self) -> None:
        self.stage.syncs[0].process.go(FOREVER)
        self.stage.watch.step()

    # -- what people do ----------------------------------------------------------------------------------------------

    def _plan(self, seats: list[str]) -> Mapping[tuple[int, int], list[Callable[[], None]]]:
        """What is done at which hour of which day."""
        plan = defaultdict[tuple[int, int], list[Callable[[], None]]](list)

        def at(day: int, hour: int, seat: str | None, act: str, **cells: str) -> None:
            if seat is not None:
                plan[day, hour].append(partial(self._on_seats_tab, seat, act, cells))

        by_habit = {habit: seat for seat, habit in reversed(self.habits.items())}
        traveller, forgetful, quitter = (by_habit.get(habit) for habit in HABITS[1:])
        first = seats[0]
        away = {"since": _date(HOLIDAY.start), "until": _date(HOLIDAY.stop - 1)}
        at(3, 10, traveller, "away", **away)
        at(3, 12, traveller, "deputy", who=DEPUTY)
        at(3, 13, forgetful, "quiet hours", since="22", until="8")
        at(4, 12, first, "nudge", who="")
        plan[4, 14].append(partial(self.stage.people.on_the_desk, "join", "", NEWCOMER))
        at(LEAVES, 21, quitter, "leave for good")
        at(6, 12, first, "exchange seats", who=forgetful or "")
        at(6, 15, forgetful, "exchange seats", who=first)
        plan[7, 12].append(partial(self.stage.people.take, self.luck))
        plan[10, 9].append(self._ask_for_the_desk)
        for seat in seats:
            at(11, 12, seat, "vote: extend")
        return plan

    def _on_seats_tab(self, seat: str, act: str, cells: Mapping[str, str]) -> None:
        session = self.stage.ledger.session
        form = next((each for each in session.all_forms if each.key == SEATS and each.seat == seat), None)
        if form is not None:
            self.stage.people.about_seat(session, form, {"act": act, "since": "", "until": "", "who": "", **cells})

    def _ask_for_the_desk(self) -> None:
        self._on_seats_tab(self.stage.ledger.session.record.policy.heir, ASK_FOR_DESK, {})

    def _there(self, day: int) -> list[str]:
        """The seats that somebody plays on this evening, in a random order."""
        if day % 7 in (1, 2):
            return []  # the weekend
        found = []
        for seat in self.stage.ledger.session.record.people:
            habit = self.habits.get(seat.id, KEEN)
            forgets = habit == FORGETFUL and day % 2
            if not forgets and not (habit == QUITTER and LEAVES <= day < 7):
                found.append(seat.id)
        self.luck.shuffle(found)
        return found

    def _play(self, seat: str, day: int) -> None:
        """The player of *seat* fills in what waits for it; on the holiday of the traveller the deputy does."""
        session = self.stage.ledger.session
        waits = set(waiting(self._attendance(session)))
        deputy = DEPUTIES if self.habits.get(seat) == TRAVELLER and day in HOLIDAY else ""
        for form in session.forms:
            parts = form.parts() if form.due and form.close not in NEVER_DUE else ()
            own = [part for part in parts if seat in self._owners(session, part)]
            if own and (deputy or any(part.awaited in waits for part in own)):
                self.stage.people.fill(self.luck, "bot", form, only=seat, account=deputy)

    @staticmethod
    def _owners(session: Session, form: Form) -> set[str]:
        return {each.id for each in session.record.seats_of(form.seat, form.who.authors)}

    # -- what must hold ------------------------------------------------------------------------------------------------

    def _attendance(self, session: Session) -> Mapping[str, Any]:
        return answer_rows(session, {}, self.world.time.now).attendance

    def _check(self) -> None:
        """Nobody waits for somebody who cannot answer, and each deadline comes, in playing hours. `Broken`."""
        for what in self._wrong():
            raise Broken(what)

    def _wrong(self) -> Iterator[str]:
        session, now = self.stage.ledger.session, self.world.time.now
        entries = self.stage.ledger.entries
        for entry in entries[self._seen :]:
            absent = {who for who, state in entry.attendance.items() if state is Attendance.NO_SHOW}
            keen = sorted(who for who in absent if self.habits.get(who) == KEEN)
            if keen:
                yield f"entry {entry.number}: {keen} play every evening, and are no-shows"
        self._seen = len(entries)
        record = session.record
        if record.status is not Status.LIVE or record.pending is not None:
            return
        away = record.presence.away_at(now)  # without those who have a deputy
        waited = set(waiting(self._attendance(session)))
        if waited & away:
            yield f"the match waits for {sorted(waited & away)}, who cannot answer"
        if record.due is None:
            yield "the match has no deadline"
        elif record.due > now + LONGEST:
            yield f"the deadline is {(record.due - now) / DAY:.1f} days away"
        elif not any(map(record.policy.time.includes, (record.due - 1.0, record.due))):
            yield "the deadline is at night or at a weekend"


def _date(day: int) -> str:
    return f"2027-01-{15 + day}"


def live(name: str, seed: int) -> Outcome:
    """Two weeks of the game *name*, and what became of them."""
    outcome = Outcome(Script(name, seed, 0, "database", 1, ()))
    with staged(setting_of(name), outcome) as stage:
        for account in (DEPUTIES, *NEWCOMERS):
            stage.world.service.add_account(account, token_of(account))
        weeks = Weeks(stage, Random(f"{name} {seed}"))
        weeks.live()
        outcome.steps = weeks.steps
        stage.calm()
        stage.watch.quiet()
        stage.watch.built_again()
    return outcome


def live_all(names: Sequence[str], seeds: Sequence[int]) -> int:
    """Two weeks of each of *names* with each of *seeds*, and a table of what people did. 1 if anything broke."""
    jobs = [(name, seed) for seed in seeds for name in names]
    counted, broken = {name: Counter[str]() for name in names}, 0
    with Pool() as pool:
        for (name, seed), outcome in zip(jobs, track(pool.imap(_lived, jobs), "Living", len(jobs)), strict=True):
            counted[name].update(outcome.counted + Counter(steps=outcome.steps))
            if outcome.broken:
                broken += 1
                click.echo(f"{name}, seed {seed}: {outcome.broken}")
    click.echo(f"| in two weeks | {' | '.join(names)} |\n|---|{'---:|' * len(names)}")
    for act in ("steps", *ACTS):
        kind = act if act == "steps" else f"act: {act}"
        click.echo(f"| {act} | {' | '.join(str(counted[name][kind]) for name in names)} |")
    click.echo(f"{len(jobs)} times two weeks, {broken} broken.")
    return 1 if broken else 0


def _lived(job: tuple[str, int]) -> Outcome:
    return live(*job)
