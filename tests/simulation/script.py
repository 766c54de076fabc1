"""Scripts: what happens in one run, step by step, drawn from its seed.

A step holds all of its own luck, so a script from which steps are left out still means the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from tests.simulation.disk import STORE_FAULTS
from tests.simulation.network import NETWORK_FAULTS
from tests.simulation.owners import EDITS

FOREVER = 10_000
"""More calls than any round makes."""


class Step(NamedTuple):
    """One step: what is done, and with which numbers or words."""

    what: str
    given: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Script:
    """One run: its seed, the number of the setting that it begins with, its store, its processes, and its steps."""

    game: str
    seed: int
    setting: int
    store: str
    syncs: int
    steps: tuple[Step, ...]

    def dump(self) -> str:
        """The script as text, a line for each step."""
        head = {name: getattr(self, name) for name in ("game", "seed", "setting", "store", "syncs")}
        lines = ",\n  ".join(json.dumps([step.what, *step.given]) for step in self.steps)
        return json.dumps(head)[:-1] + f', "steps": [\n  {lines}\n]}}\n'

    @classmethod
    def load(cls, text: str) -> Script:
        """The script that *text* holds."""
        found = json.loads(text)
        steps = tuple(Step(str(what), tuple(given)) for what, *given in found["steps"])
        return cls(found["game"], found["seed"], found["setting"], found["store"], found["syncs"], steps)


def _luck(luck: Random) -> int:
    return luck.randrange(1_000_000)


Make = Callable[[Random], Iterator[Step]]


def _poll(luck: Random) -> Iterator[Step]:
    yield Step("go", (luck.randrange(3), FOREVER))


def _part(luck: Random) -> Iterator[Step]:
    yield Step("go", (luck.randrange(3), luck.choice([1, 2, 3, 5, 8, 13, 21, 34])))


def _crash(luck: Random) -> Iterator[Step]:
    who = luck.randrange(3)
    yield Step("go", (who, luck.randrange(1, 60)))
    yield Step("kill", (who,))


def _network(luck: Random) -> Iterator[Step]:
    fault, who = luck.choice(NETWORK_FAULTS), luck.randrange(3)
    yield Step("network", (who, luck.randrange(4), fault, luck.choice([1, 1, 1, 2, 4])))
    yield Step("go", (who, FOREVER))


def _disk(luck: Random) -> Iterator[Step]:
    yield Step("disk", (luck.randrange(6), luck.choice(STORE_FAULTS), luck.choice([1, 1, 2, 5])))
    yield from _poll(luck)


def _outage(luck: Random) -> Iterator[Step]:
    """The store is away for minutes or hours, while syncs poll and people type."""
    yield Step("store_away", (True,))
    for _ in range(luck.randrange(1, 4)):
        yield from luck.choice((_poll, _everybody, _fill, _control))(luck)
        yield from _poll(luck)
        yield Step("wait", (luck.choice([5, 40, 310, 4000]),))
    yield Step("store_away", (False,))
    yield from _poll(luck)


def _dead(luck: Random) -> Iterator[Step]:
    """All syncs end without a word, people go on, and somebody starts the syncs again hours or a day later."""
    yield from luck.choice((_everybody, _fill, _control, _seat))(luck)
    yield Step("dead", (luck.choice([4000, 100_000]),))
    yield from _poll(luck)


def _sleep(luck: Random) -> Iterator[Step]:
    """A process stops in the middle, for longer than a claim lives; another one polls meanwhile."""
    who = luck.randrange(3)
    yield Step("go", (who, luck.randrange(5, 40)))
    yield Step("wait", (luck.choice([100, 310, 1000]),))
    yield Step("go", ((who + 1) % 3, FOREVER))
    yield Step("go", (who, FOREVER))


def _meanwhile(luck: Random) -> Iterator[Step]:
    """Somebody does something while a process is in the middle of its poll."""
    who = luck.randrange(3)
    yield from luck.choice((_everybody, _fill, _control))(luck)
    yield Step("go", (who, luck.randrange(4, 45)))
    yield from luck.choice((_everybody, _fill, _fill, _ready, _type, _control, _desk))(luck)
    yield Step("go", (who, FOREVER))


def _owner(luck: Random) -> Iterator[Step]:
    yield Step("owner", (luck.choice(EDITS), _luck(luck)))


def _enter(luck: Random) -> Iterator[Step]:
    yield Step("enter", (_luck(luck),))


def _backup(luck: Random) -> Iterator[Step]:
    """Somebody copies the store, plays on, and puts the copy back."""
    yield Step("back_up")
    for _ in range(luck.randrange(3)):
        yield from luck.choice((_everybody, _control, _desk))(luck)
        yield from _poll(luck)
    yield from luck.choice((_fill, _ready, _crash, _poll))(luck)
    yield Step("go_back")
    yield from luck.choice((_poll, _crash, _everybody, _network))(luck)


def _race(luck: Random) -> Iterator[Step]:
    """A process is overtaken by another one in the middle of a turn."""
    who = luck.randrange(3)
    yield from luck.choice((_everybody, _control))(luck)
    yield Step("go", (who, luck.randrange(10, 45)))
    yield from luck.choice((_fill, _ready))(luck)
    yield Step("go", ((who + 1) % 3, luck.choice([20, FOREVER, FOREVER])))
    yield Step("go", (who, FOREVER))


def _wait(luck: Random) -> Iterator[Step]:
    yield Step("wait", (luck.choice([1, 5, 40, 310, 1000, 4000]),))


def _leap(luck: Random) -> Iterator[Step]:
    yield Step("leap", (luck.randrange(3), luck.choice([-86400, -3600, -400, -70, 70, 400, 3600, 86400, 8_640_000])))


def _fill(luck: Random) -> Iterator[Step]:
    yield Step("fill", (_luck(luck), luck.choice(["random", "bot"])))


def _everybody(luck: Random) -> Iterator[Step]:
    yield Step("everybody", (_luck(luck),))


def _play(luck: Random) -> Iterator[Step]:
    """Everybody fills in what is due, now and then something else too, and the turn is played."""
    yield from _everybody(luck)
    if luck.random() < 0.5:
        yield from _fill(luck)
    yield from _poll(luck)


def _ready(luck: Random) -> Iterator[Step]:
    yield Step("ready", (_luck(luck), luck.choice([True, True, False])))


def _type(luck: Random) -> Iterator[Step]:
    yield Step("type", (_luck(luck),))


def _control(luck: Random) -> Iterator[Step]:
    yield Step("control", (luck.choice(["resolve", "resolve", "pause"]),))


def _desk(luck: Random) -> Iterator[Step]:
    yield Step("desk", (_luck(luck),))


def _seat(luck: Random) -> Iterator[Step]:
    yield Step("seat", (_luck(luck),))


def _harm(luck: Random) -> Iterator[Step]:
    yield Step("harm", (_luck(luck),))
    yield from _poll(luck)


def _plan(luck: Random) -> Iterator[Step]:
    yield Step("plan", (_luck(luck),))


def _hand_over(luck: Random) -> Iterator[Step]:
    """A seat gets free or is offered, and somebody takes it, perhaps while a process is in the middle of its poll."""
    yield Step("free", (_luck(luck),))
    yield Step("go", (luck.randrange(3), luck.choice([FOREVER, FOREVER, 30])))
    yield Step("take", (_luck(luck),))
    yield from luck.choice((_poll, _poll, _crash, _race))(luck)


def _rolls(luck: Random) -> Iterator[Step]:
    """The GM types rolls, perhaps while a process is in the middle of its poll."""
    if luck.random() < 0.3:
        yield Step("go", (luck.randrange(3), luck.randrange(4, 45)))
    yield Step("rolls", (_luck(luck), luck.random() < 0.3))
    if luck.random() < 0.6:
        yield Step("go", (luck.randrange(3), FOREVER))


def _command(luck: Random) -> Iterator[Step]:
    yield Step("command", (luck.choice([3, 8, 20, FOREVER, FOREVER]),))


KINDS: tuple[tuple[Make, int], ...] = (
    (_poll, 16),
    (_part, 16),
    (_crash, 10),
    (_dead, 2),
    (_network, 12),
    (_disk, 4),
    (_outage, 1),
    (_meanwhile, 8),
    (_sleep, 2),
    (_race, 4),
    (_owner, 12),
    (_enter, 3),
    (_wait, 4),
    (_leap, 2),
    (_fill, 10),
    (_everybody, 8),
    (_ready, 6),
    (_type, 6),
    (_control, 6),
    (_desk, 3),
    (_seat, 3),
    (_plan, 3),
    (_harm, 3),
    (_hand_over, 2),
    (_command, 2),
    (_backup, 2),
)
"""The kinds of steps, and how often each comes up."""

ROLLING = (_rolls, 60)
"""What comes up in a match with real dice too."""


PLAYING = (_play, 60)
"""What comes up in a lively match too, so that its turns go by."""


def steps_of(luck: Random, length: int, *, real_dice: bool = False, lively: bool = False) -> Sequence[Step]:
    """So many steps, or a few more, drawn by *luck*."""
    makes, weights = zip(*KINDS, *([ROLLING] if real_dice else ()), *([PLAYING] if lively else ()), strict=True)
    steps: list[Step] = []
    while len(steps) < length:
        steps += luck.choices(makes, weights)[0](luck)
    return steps
