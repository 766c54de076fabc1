"""Actions from outside the rules of a game, by its game master or by a seat: overrides, pauses, claims, rulings.

An action is an entry of the journal like any other, so it can be replayed and verified. It never changes an earlier
entry, so an undone entry can still be read. Only `Override`, `Promote`, `Rewind`, `Join` and `Concede` change the
position.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, Field, JsonValue, SerializerFunctionWrapHandler, model_serializer

from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.model import Kinded, Model
from sheets_gm.kernel.outcome import GM, Event, Uneventful
from sheets_gm.kernel.seats import Seat


class BadAction(UserError, ValueError):
    """The error for an impossible action. The message states why, and what to write instead.

    *field* is the field that is wrong. *instead* is the nearest text that would be possible, if one is known.
    """

    def __init__(self, text: str, field: str = "value", instead: str = "") -> None:
        super().__init__(text)
        self.field = field
        self.instead = instead


class Action(Kinded):
    """An action from outside the rules. *by* is the seat that acts, or the game master; *why* is their reason."""

    TITLE: ClassVar[str] = "Game master"

    by: str = GM
    why: str = ""

    @property
    def is_by_program(self) -> bool:
        """Whether the program acts on its own initiative, although in the name of the game master or of a seat."""
        return False

    @property
    def is_by_game_master(self) -> bool:
        """Whether the action shows that a game master is present."""
        return self.by == GM and not self.is_by_program


class Override(Action):
    """Correct a value of the position by hand.

    *what* is the path of the value ("players.blue1.at"), *old* the value now, *new* the value after. With *hidden*, the
    log shows only that something was changed, and why.
    """

    what: str
    old: JsonValue
    new: JsonValue
    hidden: bool = False


class Rewind(Action):
    """Continue from the position after entry *to*. Entry numbers keep rising.

    *turn* is the label of the turn that is played again. It is "" if the action names an entry instead of a turn.
    """

    to: int
    turn: str = ""

    @model_serializer(mode="wrap")
    def _as_before(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return the fields without an empty *turn*: earlier entries lack it, and their seals must stay valid."""
        fields: dict[str, Any] = serialize(self)
        return fields if self.turn else {name: value for name, value in fields.items() if name != "turn"}


class Join(Action):
    """Let *player* join in a new seat. They play from the next step in which the rules allow it."""

    seat: str
    team: str
    player: str
    account: str | None = Field(None, exclude=True)
    traits: dict[str, str] = {}
    neutral: bool = False

    @property
    def taken(self) -> Seat:
        """Return the new seat."""
        return Seat(
            id=self.seat,
            player=self.player,
            team=self.team,
            account=self.account,
            traits=self.traits,
            neutral=self.neutral,
        )


class Concede(Action):
    """Give up for *team*, which gives no more orders.

    With *leaves*, the team leaves the position by the rules. In matches of version 0.1.0 it stays there.
    """

    team: str
    leaves: bool = False


class Promote(Action):
    """Make *seat* the captain of its team in place of *old*. *what* is the path of the captain in the position."""

    kind: Literal["captain"] = "captain"
    seat: str
    what: str
    old: str


class Restore(Action):
    """Continue from a backup, which ends with entry *last*. People have already seen entries up to *shown*.

    Each entry from the end of the backup to *shown* is replaced by one such action, because its secret is known and
    must roll no dice. Only the first one is announced; the others have *more*.
    """

    last: int
    shown: int
    more: bool = False

    @property
    def is_by_program(self) -> bool:
        return True


class Adopt(Action):
    """Play the match by the *rules* of another version from now on.

    *differs* is the first entry that the new rules would play differently, but which stays; None if there is none.
    """

    rules: str
    differs: int | None = None


class Die(Model):
    """A roll that a ruling needs: its reason and the number of sides."""

    why: str
    sides: int = Field(ge=2, le=1000)


class Ruling(Action):
    """Decide claim *number*; *why* is the reason.

    *evidence* lists what the decision is based on. *dice* are rolled from the secret of this entry. *appeal_by* is the
    latest time for an appeal; None if the ruling is final at once.
    """

    TITLE: ClassVar[str] = "Ruling"

    number: int
    decision: str
    evidence: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()
    appeal_by: float | None = None


class OtherAction(Action):
    """An action that changes no position and rolls no dice. Only the feature that it belongs to knows its fields."""

    model_config = ConfigDict(extra="allow")

    kind: str


class ActionTaken(Event):
    """The event that makes the line of the log for an action. The action itself is stored in its entry."""

    kind: Literal["acted"] = "acted"
    clause: str = "GM"


def events_of_rules(events: Iterable[Event]) -> list[Event]:
    """Return those of *events* that the rules of the game made, without `ActionTaken` and `Uneventful`."""
    return [event for event in events if not isinstance(event, ActionTaken | Uneventful)]


_KINDS: Mapping[str, type[Action]] = MappingProxyType(
    {
        str(each.model_fields["kind"].default): each
        for each in (Override, Rewind, Join, Concede, Promote, Restore, Adopt, Ruling)
    }
)
"""The actions that change the position, the rules or the rolls, by kind."""


def read_action(stored: Mapping[str, Any]) -> Action:
    """Return the *stored* action; one that the kernel does not know as an `OtherAction`. Raises ValidationError."""
    return _KINDS.get(str(stored.get("kind")), OtherAction).model_validate_json(json.dumps(stored))
