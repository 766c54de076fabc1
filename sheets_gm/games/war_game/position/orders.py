"""The orders of players, of leaders and of the judge."""

from __future__ import annotations

from sheets_gm.games.war_game.position.army_names import ArmyName
from sheets_gm.kernel.outcome import Order


class Move(Order):
    """The movement of an army, as a line in the rulebook's form or in columns (CPW-69).

    *to* is the last square, *via* the squares in between. *order* is the verb, *target* the army that it names,
    *troops* the units of a transfer.
    """

    army: ArmyName
    line: str | None = None
    to: str | None = None
    via: str | None = None
    order: str | None = None
    target: str | None = None
    troops: str | None = None


class Strategy(Order):
    """The strategy of an army in a battle (CPW-157), written by *author*. *victim* is the enemy that a kill attempt is
    for.

    A *contingency* counts only if the army has no other strategy (CPW-R44).
    """

    battle: int
    army: ArmyName
    contingency: bool = False
    author: str | None = None
    kill: bool = False
    victim: ArmyName | None = None
    text: str | None = None


class Bump(Order):
    """A request on which army leaves the square after a joint victory: "Joint engage bump: Army > Square" (CPW-183)."""

    battle: int
    writer: str | None = None
    line: str | None = None


class Heal(Order):
    """Heals an army after its first turn in the base of its primary faction (CPW-133)."""

    army: ArmyName
    now: bool = False


class Change(Order):
    """Changes an army in a structure where it can heal (CPW-136): its *units*, *name* and *legend*; None keeps one as
    it is.
    """

    army: ArmyName
    units: str | None = None
    name: str | None = None
    legend: str | None = None


class Assign(Order):
    """Assigns an army, and its battles, to the player at the seat *plays*, or to nobody (CPW-23, CPW-160)."""

    army: ArmyName
    plays: str


class Concede(Order):
    """Gives up: the leader types CONCEDE (CPW-R39)."""

    word: str | None = None


class Judge(Order):
    """The judge's marks for a battle, the judge's addition to the first side, and the judge's decisions (CPW-187).

    *winner* is "first" or "second"; *losses* are the percentages of loser and winner, "25/10"; *siege* says that the
    battle goes on (CPW-R45); *reason* is the ruling in words.
    """

    battle: int
    first: int | None = None
    first_joint: int | None = None
    second: int | None = None
    second_joint: int | None = None
    first_kill: int | None = None
    second_escape: int | None = None
    second_kill: int | None = None
    first_escape: int | None = None
    adjust: int | None = None
    winner: str | None = None
    losses: str | None = None
    siege: bool = False
    reason: str | None = None


class Approve(Order):
    """The judge's answer to the legend in an army's change (CPW-64, CPW-R32)."""

    army: ArmyName
    allow: bool = False


class Redesign(Order):
    """The judge changes an existing army for a newcomer, or changes it back (CPW-40, CPW-41)."""

    army: str | None = None
    units: str | None = None
    name: str | None = None
    legend: str | None = None
    reason: str | None = None


class Note(Order):
    """The judge notes what combat has revealed about a structure, or its damage (CPW-125, CPW-145)."""

    structure: str | None = None
    text: str | None = None


class Amend(Order):
    """The judge amends the result of a battle of the last turn; *battle* is its number (CPW-18).

    *winner* and *losses* are as in `Judge`; None keeps them. *reason* is the ruling in words.
    """

    battle: str
    winner: str | None = None
    losses: str | None = None
    reason: str | None = None


class Arrange(Order):
    """An ending that both sides agreed on (CPW-32)."""

    winner: str | None = None
    reason: str | None = None
