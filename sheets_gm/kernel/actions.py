"""Actions from outside the rules of a game, by its game master or by a seat: overrides, pauses, claims, rulings.

An action is an entry of the journal like any other, so it can be replayed and verified. It never changes an earlier
entry, so whatever was undone can still be read. The position changes by
`Override`, `Promote`, `Rewind`, `Join` and `Concede` alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, Field, JsonValue, SerializerFunctionWrapHandler, model_serializer

from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Event, Uneventful
from sheets_gm.kernel.seats import Seat


class BadAction(UserError, ValueError):
    """An action is impossible. The message states why and what to write instead; *field* is the part of it at fault.

    *instead* is the nearest text that would be possible, if one is known.
    """

    def __init__(self, text: str, field: str = "value", instead: str = "") -> None:
        super().__init__(text)
        self.field = field
        self.instead = instead


class Action(Model):
    """Something done from outside the rules: *by* a seat or the GM, and *why* in their own words."""

    TITLE: ClassVar[str] = "Game master"

    kind: str
    by: str = GM
    why: str = ""

    @property
    def is_by_program(self) -> bool:
        """Whether the program does it by itself, though in the name of the game master or of a seat."""
        return False

    @property
    def is_by_game_master(self) -> bool:
        """Whether it shows that a game master is there."""
        return self.by == GM and not self.is_by_program


class Override(Action):
    """Correct a value of the position by hand.

    *what* is the path of the value ("players.blue1.at"), *old* the value now, *new* the value after. With *hidden*, the
    log shows only that something was changed, and why.
    """

    kind: Literal["override"] = "override"
    what: str
    old: JsonValue
    new: JsonValue
    hidden: bool = False


class Rewind(Action):
    """Continue from the position after entry *to*. Entry numbers keep rising.

    *turn* is the label of the turn that begins again there, "" where an entry was named.
    """

    kind: Literal["rewind"] = "rewind"
    to: int
    turn: str = ""

    @model_serializer(mode="wrap")
    def _as_before(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The fields; without an empty *turn*, which earlier entries, whose seals stand, do not have."""
        found: dict[str, Any] = serialize(self)
        return found if self.turn else {name: value for name, value in found.items() if name != "turn"}


class Join(Action):
    """Let a *player* join in a new seat, from the next step on in which the rules of the game let them play."""

    kind: Literal["join"] = "join"
    seat: str
    team: str
    player: str
    account: str | None = Field(None, exclude=True)
    traits: dict[str, str] = {}
    neutral: bool = False

    @property
    def taken(self) -> Seat:
        """The new seat."""
        return Seat(
            id=self.seat,
            player=self.player,
            team=self.team,
            account=self.account,
            traits=self.traits,
            neutral=self.neutral,
        )


class Concede(Action):
    """Give up for *team*; it gives no more orders.

    *leaves*: the team leaves the position by the rules of the game. In matches of version 0.1.0 it stays there.
    """

    kind: Literal["concede"] = "concede"
    team: str
    leaves: bool = False


class Promote(Action):
    """Make *seat* the captain of its team, in place of *old*; *what* is the path of that in the position."""

    kind: Literal["captain"] = "captain"
    seat: str
    what: str
    old: str


class Restore(Action):
    """Go on from a backup that ends with entry *last*, behind entry *shown*, which people have seen before.

    There is one for each entry after the backup up to *shown*. No dice are rolled with their secrets, which are known.
    The first tells everybody; those *more* tell nothing.
    """

    kind: Literal["restore"] = "restore"
    last: int
    shown: int
    more: bool = False

    @property
    def is_by_program(self) -> bool:
        """It is."""
        return True


class Adopt(Action):
    """Play the match by the *rules* of another version from now on.

    *differs* is the first entry that they would play differently, which stays as it was played; None: there is none.
    """

    kind: Literal["adopt"] = "adopt"
    rules: str
    differs: int | None = None


class Die(Model):
    """A roll that a ruling needs: its reason and the number of sides."""

    why: str
    sides: int = Field(ge=2, le=1000)


class Ruling(Action):
    """Decide claim *number*; *why* is the reason.

    *evidence* lists what the decision is based on. *dice* are rolled from the secret of this entry. *appeal_by* is the
    last instant for an appeal (None: the ruling is final at once).
    """

    TITLE: ClassVar[str] = "Ruling"

    kind: Literal["ruling"] = "ruling"
    number: int
    decision: str
    evidence: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()
    appeal_by: float | None = None


class OtherAction(Action):
    """An action that changes no position and rolls no dice: only the feature that it belongs to knows its fields."""

    model_config = ConfigDict(extra="allow")


class ActionTaken(Event):
    """The line of the log for an action. The action itself is in its entry."""

    kind: Literal["acted"] = "acted"
    clause: str = "GM"


def events_of_rules(events: Iterable[Event]) -> list[Event]:
    """Those of *events* that come from the rules of the game: neither an action nor that nothing happened."""
    return [event for event in events if not isinstance(event, ActionTaken | Uneventful)]


_KINDS: Mapping[str, type[Action]] = MappingProxyType(
    {
        str(each.model_fields["kind"].default): each
        for each in (Override, Rewind, Join, Concede, Promote, Restore, Adopt, Ruling)
    }
)
"""The actions that change the position, the rules or the rolls, by kind."""


def read_action(stored: Mapping[str, Any]) -> Action:
    """The action stored in JSON form, an `OtherAction` where nothing here follows from it. Raises ValidationError."""
    return _KINDS.get(str(stored.get("kind")), OtherAction).model_validate_json(json.dumps(stored))
