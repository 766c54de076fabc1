"""Cards that nobody thought of: abilities composed at random from the words that `abilities.csv` knows."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.games import files
from sheets_gm.games.win_or_die.data.cards.effects import REDIRECT, VOCABULARY, WITH_RANGE, Use
from sheets_gm.games.win_or_die.data.cards.units import ABILITIES
from sheets_gm.games.win_or_die.data.tables import FILES, pack, parse
from sheets_gm.games.win_or_die.data.words import (
    ALLY_ATTACKED,
    ATTACKER,
    BEFORE,
    CHOSEN,
    CONDITIONS,
    DURATIONS,
    KINDS,
    NAME,
    PASSIVE,
    RANGED,
    REACTION,
    STATS,
    TRIGGERS,
    TYPES,
)
from sheets_gm.kernel.dice import Dice

TEXTS = {name: files.read(NAME, name) for name in FILES}
HEADINGS = "card,ability,kind,trigger,target,range,effect,amount,stat,of,when,until"


def made_up(dice: Dice) -> str:
    """The template's tables, packed, in which every card has up to two abilities that *dice* compose."""
    lines = [HEADINGS]
    for card in parse(TEXTS).cards:
        for number in range(dice.roll(3, f"abilities of {card}") - 1):
            lines += _ability(card, f"Trick {number + 1} of {card}", dice)
    return pack({**TEXTS, ABILITIES: "\n".join(lines)})


def _ability(card: str, name: str, dice: Dice) -> Iterator[str]:
    kind = dice.pick(KINDS, f"kind of {name}")
    known = [each for each, use in VOCABULARY.items() if use.passive is (kind == PASSIVE)]
    known = [each for each in known if kind == REACTION or each != REDIRECT]
    first = dice.pick(known, f"first effect of {name}")
    trigger = dice.pick(TRIGGERS, f"trigger of {name}") if kind == REACTION else ""
    trigger = ALLY_ATTACKED if first == REDIRECT else trigger
    more = [each for each in known if each not in (first, REDIRECT, "move")]
    second = [dice.pick(more, f"second effect of {name}")] if dice.roll(2, f"effects of {name}") == 2 else []
    chosen = ""
    for effect in (first, *second):
        use = VOCABULARY[effect]
        why = f"{effect} of {name}"
        target = _target(use, kind, trigger, chosen, dice, why)
        if target is None:
            continue
        chosen = target if target in CHOSEN else chosen
        yield ",".join((card, name, kind, trigger, *_columns(effect, use, target, dice, why)))


def _target(use: Use, kind: str, trigger: str, chosen: str, dice: Dice, why: str) -> str | None:
    """A target that *use* can have, None if there is none."""
    if use.passive:
        return ""
    may = [each for each in use.targets if each not in CHOSEN or (kind != REACTION and chosen in ("", each))]
    may = [each for each in may if each != ATTACKER or (kind == REACTION and trigger != BEFORE)]
    return dice.pick(may, f"target of {why}") if may else None


def _columns(effect: str, use: Use, target: str, dice: Dice, why: str) -> Iterator[str]:
    """The cells of an effect from *target* on. A target that a player chooses has one range in all effects."""
    needs = use.needs | ({"range"} if target in WITH_RANGE else set())
    every = {
        "range": ("2",) if target in CHOSEN else ("1", "2", "3"),
        "amount": ("1", "2", "3", "-1", "-2") if effect in ("aura", "bonus", "boost") else ("1", "2", "3"),
        "stat": STATS,
        "of": ("", RANGED, *TYPES),
        "when": ("", *CONDITIONS),
        "until": DURATIONS,
    }
    yield target
    for column in ("range", "", "amount", "stat", "of", "when", "until"):
        if not column:
            yield effect
        elif column in needs or column in use.may:
            yield dice.pick(every[column], f"{column} of {why}")
        else:
            yield ""
