"""The effects of abilities: the vocabulary of which every card consists.

`VOCABULARY` says which columns of `abilities.csv` each effect uses. A card that uses only these effects needs no code;
`wording` explains it from the same values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheets_gm.games.csv_tables import TableRow
from sheets_gm.games.win_or_die.data.words import (
    ALLIES,
    ALLY,
    ALLY_ATTACKED,
    ATTACKER,
    BEFORE,
    CHOSEN,
    CONDITIONS,
    DURATIONS,
    ENEMIES,
    ENEMY,
    KINDS,
    PASSIVE,
    RANGED,
    REACTION,
    SELF,
    SPACE,
    STATS,
    TARGETS,
    TRIGGERS,
    TYPES,
    YOU,
)

(AURA, BONUS, FLYING, IGNORE_ZOC, TOUGH, REGEN, LIFESTEAL, SPLASH, NO_COUNTER, ELUSIVE) = (
    *("aura", "bonus", "flying", "ignore_zoc", "tough", "regen", "lifesteal", "splash", "no_counter", "elusive"),
)
(DAMAGE, HEAL, BOOST, ROOT, SHIELD, SHIFT, TOKENS, REDIRECT) = (
    *("damage", "heal", "boost", "root", "shield", "move", "tokens", "redirect"),
)

_UNITS = (SELF, ALLY, ALLIES, ENEMY, ENEMIES, SPACE, ATTACKER)


@dataclass(frozen=True, slots=True)
class Use:
    """The columns of `abilities.csv` that an effect *needs* and those that it *may* have. *targets* are for active
    effects.
    """

    needs: frozenset[str]
    may: frozenset[str] = frozenset()
    targets: tuple[str, ...] = ()

    @property
    def passive(self) -> bool:
        """Whether the effect belongs to passive abilities."""
        return not self.targets


def _use(needs: str = "", may: str = "", targets: tuple[str, ...] = ()) -> Use:
    return Use(frozenset(needs.split()), frozenset(may.split()), targets)


VOCABULARY: Mapping[str, Use] = {
    AURA: _use("range amount stat", "of"),
    BONUS: _use("amount stat", "when"),
    FLYING: _use(),
    IGNORE_ZOC: _use(),
    TOUGH: _use("amount"),
    REGEN: _use("amount"),
    LIFESTEAL: _use("amount"),
    SPLASH: _use("amount"),
    NO_COUNTER: _use("", "when"),
    ELUSIVE: _use(),
    DAMAGE: _use("amount", targets=(ENEMY, ENEMIES, SPACE, ATTACKER)),
    HEAL: _use("amount", targets=(SELF, ALLY, ALLIES)),
    BOOST: _use("amount stat until", targets=_UNITS),
    ROOT: _use("until", targets=(ENEMY, ENEMIES, SPACE, ATTACKER)),
    SHIELD: _use("amount until", targets=(SELF, ALLY, ALLIES)),
    SHIFT: _use("amount", targets=(SELF, ALLY)),
    TOKENS: _use("amount", targets=(YOU,)),
    REDIRECT: _use("", targets=(SELF,)),
}

COLUMNS = ("amount", "stat", "of", "when", "until")
WITH_RANGE = (ALLY, ENEMY, ALLIES, ENEMIES, SPACE)
"""The targets that need a range."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an ability: a line of `abilities.csv`."""

    name: str
    target: str = ""
    range: int = 0
    amount: int = 0
    stat: str = ""
    of: str = ""
    when: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability: passive, action, reaction with its *trigger*, or ultimate (WOD-15 to WOD-18)."""

    name: str
    kind: str
    trigger: str
    effects: tuple[Effect, ...]

    @property
    def chosen(self) -> Effect | None:
        """The effect whose target the player chooses, None if there is none."""
        return next((each for each in self.effects if each.target in CHOSEN), None)

    @property
    def shift(self) -> Effect | None:
        """The effect that moves a unit, None if there is none."""
        return next((each for each in self.effects if each.name == SHIFT), None)


def read_effect(row: TableRow) -> Effect:
    """Read the effect in a line of `abilities.csv`. Raises BadTable."""
    name = row.one_of("effect", tuple(VOCABULARY))
    use, kind = VOCABULARY[name], row.one_of("kind", KINDS)
    if use.passive is not (kind == PASSIVE):
        effects = ", ".join(each for each, other in VOCABULARY.items() if other.passive is (kind == PASSIVE))
        raise row.bad(f"a {kind} ability cannot have the effect {name}; it can have {effects}", "effect")
    target = row.one_of("target", use.targets or ("",))
    row.one_of("trigger", TRIGGERS if kind == REACTION else ("",))
    if (target == ATTACKER or name == REDIRECT) and kind != REACTION:
        raise row.bad(f"only a reaction has the effect {name} with the target {target}", "target")
    if name == REDIRECT and row["trigger"] != ALLY_ATTACKED:
        raise row.bad(f"redirect needs the trigger {ALLY_ATTACKED}", "trigger")
    if target == ATTACKER and row["trigger"] == BEFORE:
        raise row.bad(f"before an action there is no {ATTACKER}", "target")
    if kind == REACTION and target in CHOSEN:
        raise row.bad(f"nobody chooses a target of a reaction; use one of {', '.join(_AUTOMATIC)}", "target")
    needs = use.needs | ({"range"} if target in WITH_RANGE else set())
    for column in ("range", *COLUMNS):
        if column in needs and not row[column]:
            raise row.bad(f"{name} needs it", column)
        if row[column] and column not in needs | use.may:
            raise row.bad(f"{name} does not use it; leave it empty", column)
    return Effect(
        name,
        target,
        range=row.whole("range", 1, 9) if row["range"] else 0,
        amount=row.whole("amount", -9 if name in (AURA, BONUS, BOOST) else 1, 9) if row["amount"] else 0,
        stat=row.one_of("stat", STATS) if row["stat"] else "",
        of=row.one_of("of", (RANGED, *TYPES)) if row["of"] else "",
        when=row.one_of("when", CONDITIONS) if row["when"] else "",
        until=row.one_of("until", DURATIONS) if row["until"] else "",
    )


_AUTOMATIC = tuple(each for each in TARGETS if each not in CHOSEN)
