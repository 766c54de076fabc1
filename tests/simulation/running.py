"""Running a script: its steps one by one, then calm, with every invariant looked at on the way."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.schedule.last_look import describe_look
from sheets_gm.gm.ports.store import STALE
from tests.simulation.blueprint import MATCH, REAL_DICE, Setting
from tests.simulation.disk import AWAY
from tests.simulation.invariants import Broken, Watch
from tests.simulation.ledger import Ledger
from tests.simulation.owners import Owners
from tests.simulation.people import People
from tests.simulation.script import FOREVER, Script, Step, steps_of
from tests.simulation.settings import all_settings_of, lively_settings_of, settings_of
from tests.simulation.sync import KILLED, Sync
from tests.simulation.world import SPREADSHEET, World, world

DEAD = "all syncs dead for hours"
LEAPT_BACK, LEAPT_FORWARD = "clock leapt back", "clock leapt forward"
OVERTAKEN, OVERSLEPT = "another poll in the middle of one", "slept through a claim"
WENT_BACK = "store put back to a backup"
PROCESS_FAULTS = (KILLED, DEAD, OVERTAKEN, OVERSLEPT, LEAPT_BACK, LEAPT_FORWARD, WENT_BACK)

STORES = ("database", "database", "database", "spreadsheet")

LENGTH = 16
"""Steps of a script."""

LIVELY_LENGTH = 72
"""Steps of a script of a lively match, in which several turns are played."""

SEEN = 50_000
"""Seconds after which everybody knows that no sync looks any more."""

CALM = 8
"""Polls of each process, without faults, after which nothing may be left to do."""


@dataclass
class Outcome:
    """How a run ended: what is *broken* ("": nothing), after how many *steps*, and what was *counted*.

    *digest* is that of all that happened: the seals of the journal, the cells of every workbook, the true time.
    """

    script: Script
    broken: str = ""
    steps: int = 0
    counted: Counter[str] = field(default_factory=Counter)
    digest: str = ""


def lively_script_of(game: str, seed: int, length: int = LIVELY_LENGTH) -> Script:
    """The script of a seed for a match in which much happens at once."""
    luck = Random(f"{game} {seed} lively")
    ordinary, settings = settings_of(game), lively_settings_of(game)
    number = luck.randrange(len(settings))
    store, syncs = luck.choice(STORES), luck.choice([1, 2, 2, 3])
    real_dice = settings[number].dice == REAL_DICE
    steps = steps_of(luck, length, real_dice=real_dice, lively=True)
    return Script(game, seed, len(ordinary) + number, store, syncs, tuple(steps))


def script_of(game: str, seed: int, length: int = LENGTH) -> Script:
    """The script of a seed."""
    luck = Random(f"{game} {seed}")
    setting = luck.randrange(len(settings_of(game)))
    store, syncs = luck.choice(STORES), luck.choice([1, 2, 2, 3])
    real_dice = settings_of(game)[setting].dice == REAL_DICE
    return Script(game, seed, setting, store, syncs, tuple(steps_of(luck, length, real_dice=real_dice)))


def run(script: Script, *, rebuild: bool = True) -> Outcome:
    """Play *script*, and look whether all invariants hold; with *rebuild*, what workbooks look like too."""
    outcome = Outcome(script)
    with staged(all_settings_of(script.game)[script.setting], outcome) as stage:
        for step in script.steps:
            outcome.steps += 1
            stage.do(step)
            stage.watch.step()
        stage.calm()
        stage.watch.quiet()
        outcome.digest = stage.digest()
        if rebuild:
            stage.watch.built_again()
    return outcome


@contextmanager
def staged(setting: Setting, outcome: Outcome) -> Iterator[Stage]:
    """The world of *setting* for the script of *outcome*, which gets what is counted there, and what is broken."""
    script = outcome.script
    with world(setting, script.store, script.seed) as made:
        outcome.counted = made.counted
        stage = Stage(made, script.syncs)
        try:
            yield stage
        except Broken as broken:
            outcome.broken = str(broken)
        except Exception as error:
            outcome.broken = f"{type(error).__name__}: {error}"
        finally:
            stage.end()


class Stage:
    """A world with the processes and the people in it."""

    def __init__(self, made: World, syncs: int) -> None:
        self.world = made
        self.ledger = Ledger(made)
        self.people = People(made, self.ledger)
        self.owners = Owners(made, self.ledger, self.people)
        self.syncs = [Sync(made, self.ledger, f"sync{number}") for number in range(syncs)]
        self.command = Sync(made, self.ledger, "command", resolve=True)
        self.watch = Watch(made, self.ledger)

    def do(self, step: Step) -> None:
        """Do one step."""
        getattr(self, f"_{step.what}")(*step.given)

    def _sync(self, who: int) -> Sync:
        return self.syncs[who % len(self.syncs)]

    # -- processes, and what happens to them -----------------------------------------------------------------------

    def _go(self, who: int, calls: int) -> None:
        self.world.time.sleep(1.0)
        if any(each.process.is_running for each in self.syncs if each is not self._sync(who)):
            self.world.count(OVERTAKEN)
        self._sync(who).process.go(calls)

    def _kill(self, who: int) -> None:
        self._sync(who).kill()

    def _dead(self, seconds: float) -> None:
        """All syncs end; whoever asks is told so."""
        for each in self.syncs:
            each.kill()
        world = self.world
        world.count(DEAD)
        world.time.sleep(seconds)
        told = describe_look(world.watching.look(MATCH), world.time.now, "UTC")
        if seconds > SEEN and not told.ended and not (world.counted[LEAPT_BACK] or world.counted[LEAPT_FORWARD]):
            raise Broken(f"no sync has looked for {seconds} s, but it is said: {told.text!r}")

    def _command(self, calls: int) -> None:
        self.world.count("commands")
        self.ledger.asked["resolve"] += not self.command.process.is_running
        self.command.process.go(calls)

    def _network(self, who: int, after: int, fault: str, times: int) -> None:
        self._sync(who).faults.next.extend([""] * after + [fault] * times)

    def _disk(self, after: int, fault: str, times: int) -> None:
        self.world.disk.next.extend([""] * after + [fault] * times)

    def _store_away(self, is_away: bool) -> None:
        if self.world.store_kind != SPREADSHEET:
            self.world.disk.is_away = is_away
            self.world.disk.next.clear()
            if is_away:
                self.world.count(AWAY)

    def _wait(self, seconds: float) -> None:
        if seconds > STALE and self.world.watching.claims():
            self.world.count(OVERSLEPT)
        self.world.time.sleep(seconds)

    def _leap(self, who: int, seconds: float) -> None:
        self._sync(who).leapt += seconds
        self.world.count(LEAPT_BACK if seconds < 0 else LEAPT_FORWARD)

    def _back_up(self) -> None:
        if self.world.store_kind != SPREADSHEET:
            self.world.disk.back_up()

    def _go_back(self) -> None:
        """Stop all processes, put the copy of the store in its place, and start them."""
        for each in (*self.syncs, self.command):
            each.kill()
        if self.world.store_kind != SPREADSHEET and self.world.disk.go_back():
            self.world.count(WENT_BACK)
            self.ledger.went_back()
            self.watch.went_back()

    # -- people ----------------------------------------------------------------------------------------------------

    def _fill(self, luck: int, how: str) -> None:
        self.people.fill(Random(luck), how)

    def _everybody(self, luck: int) -> None:
        self.people.everybody(Random(luck))

    def _ready(self, luck: int, ticked: bool) -> None:
        self.people.ready(Random(luck), ticked)

    def _type(self, luck: int) -> None:
        self.people.scribble(Random(luck))

    def _enter(self, luck: int) -> None:
        self.people.enter(Random(luck))

    def _owner(self, what: str, luck: int) -> None:
        self.owners.edit(what, Random(luck))
        self.ledger.owner_edited()

    def _rolls(self, luck: int, some: bool) -> None:
        self.people.rolls(Random(luck), some=some)

    def _control(self, name: str) -> None:
        self.people.control(name)

    def _desk(self, luck: int) -> None:
        self.people.desk(Random(luck))

    def _seat(self, luck: int) -> None:
        self.people.seat(Random(luck))

    def _harm(self, luck: int) -> None:
        self.people.harm(Random(luck))

    def _plan(self, luck: int) -> None:
        self.people.plan(Random(luck))

    def _free(self, luck: int) -> None:
        self.people.free(Random(luck))

    def _take(self, luck: int) -> None:
        self.people.take(Random(luck))

    # -- the end ---------------------------------------------------------------------------------------------------

    def calm(self) -> None:
        """Let all faults end, everybody finish, and the processes poll until nothing is left to do. `Broken`."""
        world = self.world
        world.disk.next.clear()
        world.disk.is_away = False
        for each in (*self.syncs, self.command):
            each.faults.next.clear()
            each.leapt = 0.0
        self.command.kill()
        for each in self.syncs:
            each.process.go(FOREVER)
        if world.watching.claims():
            # a process that was killed holds the match: until its claim is stale, what people ask for waits
            world.time.sleep(STALE)
        record = world.watching.record(MATCH)
        if record.status is Status.STUCK:
            world.watching.save(record.but(status=Status.LIVE, failures=0, reason=""))
        for each in self.syncs:
            each.ticks = 0
            for _ in range(CALM):
                world.time.sleep(130.0)
                each.writes = 0
                each.process.go(FOREVER)
                if each.ticks and not each.writes:
                    break
            else:
                raise Broken(f"{each.name} never comes to rest: {each.ticks} polls, {each.troubles[-1:]}")

    def digest(self) -> str:
        """The digest of all that happened."""
        books = {book.document for book in self.watch.ledger.session.record.workbooks}
        cells = [
            (sheet.title, sorted(sheet.cells.items()))
            for name, document in self.world.service.documents.items()
            if name in books
            for sheet in document.sheets.values()
        ]
        seals = [entry.seal for entry in self.ledger.entries]
        return hashlib.sha256(repr((seals, cells, self.world.time.now)).encode()).hexdigest()

    def end(self) -> None:
        """End all processes."""
        for each in (*self.syncs, self.command):
            each.process.kill()
