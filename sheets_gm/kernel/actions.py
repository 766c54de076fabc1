"""Actions from outside the rules of a game, by its game master or by a seat: overrides, pauses, claims, rulings.

An action is an entry of the journal like any other, so it can be replayed and verified. It never changes an earlier
entry, so whatever was undone can still be read. The position changes by
`Override`, `Promote`, `Rewind`, `Join` and `Concede` alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, JsonValue, SerializerFunctionWrapHandler, TypeAdapter, model_serializer

from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Event
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


class Substitute(Action):
    """Give *seat* to another person."""

    kind: Literal["substitute"] = "substitute"
    seat: str
    player: str
    account: str | None = None


class Join(Action):
    """Let a *player* join in a new seat, from the next step on in which the rules of the game let them play."""

    kind: Literal["join"] = "join"
    seat: str
    team: str
    player: str
    account: str | None = None
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


class Vacate(Action):
    """Free *seat* for a substitute, after it missed *missed* steps."""

    kind: Literal["vacate"] = "vacate"
    seat: str
    missed: int


class Concede(Action):
    """Give up for *team*; it gives no more orders.

    *leaves*: the team leaves the position by the rules of the game. In matches of version 0.1.0 it stays there.
    """

    kind: Literal["concede"] = "concede"
    team: str
    leaves: bool = False


class Pause(Action):
    """Stop the clock, up to the instant *until* if there is one. Rows are still answered, but no step is resolved."""

    kind: Literal["pause"] = "pause"
    until: float | None = None


class Resume(Action):
    """Restart the clock with the time that was left. *planned*: the pause had an end, which has come.

    *begins*: the match was waiting for its players, and begins.
    """

    kind: Literal["resume"] = "resume"
    planned: bool = False
    begins: bool = False


class Extend(Action):
    """Move the deadline of the open step by *seconds*. If *by* is a seat, its budget pays."""

    kind: Literal["extend"] = "extend"
    seconds: float


class Slide(Action):
    """Move the deadline by the *seconds* around it in which nobody polled."""

    kind: Literal["slide"] = "slide"
    seconds: float


class Leap(Action):
    """The clock of the sync leapt by *seconds* (back if negative), and moved the deadline by *moves* seconds."""

    kind: Literal["leap"] = "leap"
    seconds: float
    moves: float


class PutBack(Action):
    """Move the deadline of the open step by *seconds*, back to where it was before outages and leaps moved it."""

    kind: Literal["put back"] = "put back"
    seconds: float


class Excuse(Action):
    """Do not wait for *seat* in the open step, and do not count its empty row as a no-show."""

    kind: Literal["excuse"] = "excuse"
    seat: str


class Away(Action):
    """Do not wait for *seat* from the instant *start* up to *until*: it is no no-show, and the no-show policy plays.

    *is_later*: it has not gone yet when this is said. *due*: the deadline in whose last hours it comes back, if any.
    """

    kind: Literal["away"] = "away"
    seat: str
    start: float
    until: float
    is_later: bool = False
    due: float | None = None


class Back(Action):
    """*seat* is back, or will not go away: it is waited for again."""

    kind: Literal["back"] = "back"
    seat: str


class Deputize(Action):
    """Let a *player*, with the *account* if it is known, fill in for *seat* without giving up; "": nobody any more."""

    kind: Literal["deputy"] = "deputy"
    seat: str
    player: str = ""
    account: str | None = None


class Offer(Action):
    """Let somebody else take *seat*, whose player goes on until then: a *player*, or anybody ("")."""

    kind: Literal["offer"] = "offer"
    seat: str
    player: str = ""
    account: str | None = None


class Keep(Action):
    """Let nobody else take *seat* any more."""

    kind: Literal["keep"] = "keep"
    seat: str


class Reserve(Action):
    """Put a *player* on the list of reserves, to whom a seat that becomes free is offered; or off the list (*no*)."""

    kind: Literal["reserve"] = "reserve"
    player: str
    account: str | None = None
    no: bool = False


class GiveUp(Action):
    """Leave *seat*: nobody waits for it, and somebody else may take it."""

    kind: Literal["give up"] = "give up"
    seat: str


class Exchange(Action):
    """Let the players of *seat* and *other* change places; *other* may be free, and *seat* is free then.

    Unless it is *agreed*, *seat* only asks for it. *moves*: *other* was free. *reveals*: one seat knows what the other
    may not, so that both know more than they should.
    """

    kind: Literal["exchange"] = "exchange"
    seat: str
    other: str
    agreed: bool = False
    moves: bool = False
    reveals: bool = False


class NoExchange(Action):
    """*seat* does not ask any more to change places with somebody."""

    kind: Literal["no exchange"] = "no exchange"
    seat: str


class AskForDesk(Action):
    """*seat* asks for the desk of the game master, and gets it at the instant *until* unless they act before."""

    kind: Literal["ask for desk"] = "ask for desk"
    seat: str
    until: float


class Inherit(Action):
    """*seat* gets the desk of the game master, who did nothing after it was asked for."""

    kind: Literal["inherit"] = "inherit"
    seat: str


class WishNotices(Action):
    """Let *seat* hear of the match when it wants to, in the time zone of its player.

    *quiet*: nothing from one minute of the day to another. *daily*: what happened, in one at this minute. *none*:
    nothing at all. *mail*: whether they come by mail to the player's account too. *hook*: the name of the service where
    they come too, "" for nowhere; *address* is the secret address there, which no entry holds. What is left out is as
    before, unless it is *every*: then notices come as they do for everybody.
    """

    kind: Literal["notices"] = "notices"
    seat: str
    quiet: tuple[int, int] | None = None
    daily: int | None = None
    none: bool = False
    every: bool = False
    mail: bool | None = None
    hook: str | None = None
    address: str = Field("", exclude=True)


class Nudge(Action):
    """Ask *seat*, whom the match waits for, to go on."""

    kind: Literal["nudge"] = "nudge"
    seat: str


class Say(Action):
    """Say *text* to everybody."""

    TITLE: ClassVar[str] = "Talk"

    kind: Literal["say"] = "say"
    text: str


class TellTeam(Action):
    """Say *text* to one's team. No entry tells of it: others would see that something was said, and when."""

    kind: Literal["tell"] = "tell"
    text: str


class Comment(Action):
    """*name* has written *text* in a comment on the workbook *book*, at the time *written* of its service (RFC 3339).

    A service tells what its users call themselves, and not who they are.
    """

    TITLE: ClassVar[str] = "Talk"

    kind: Literal["comment"] = "comment"
    name: str
    text: str
    book: str
    written: str


class Vote(Action):
    """*seat* votes *on* something: to extend the deadline by *seconds*, pause, go on, or excuse *whom* from this step.

    With it *votes* players are for it; it is done as soon as there are *needed*.
    """

    kind: Literal["vote"] = "vote"
    seat: str
    on: Literal["extend", "pause", "go on", "excuse"]
    whom: str = ""
    seconds: float = 0.0
    votes: int
    needed: int


class Unvote(Action):
    """*seat* takes back what it has voted for in this step."""

    kind: Literal["no vote"] = "no vote"
    seat: str


class Change(Action):
    """Run the match otherwise from now on: *what* has the new *value*, as people write it."""

    kind: Literal["change"] = "change"
    what: str
    value: str


class Promote(Action):
    """Make *seat* the captain of its team, in place of *old*; *what* is the path of that in the position."""

    kind: Literal["captain"] = "captain"
    seat: str
    what: str
    old: str


class FillIn(Action):
    """Fill in row *row* of a form for its owner, a *seat* or a team, who can still change it: its *cells* by field."""

    kind: Literal["fill in"] = "fill in"
    seat: str
    form: str
    row: int = 0
    cells: dict[str, bool | int | float | str | None] = {}


class Restore(Action):
    """Go on from a backup that ends with entry *last*, behind entry *shown*, which people have seen before.

    There is one for each entry after the backup up to *shown*. No dice are rolled with their secrets, which are known.
    The first tells everybody; those *more* tell nothing.
    """

    kind: Literal["restore"] = "restore"
    last: int
    shown: int
    more: bool = False


class Adopt(Action):
    """Play the match by the *rules* of another version from now on.

    *differs* is the first entry that they would play differently, which stays as it was played; None: there is none.
    """

    kind: Literal["adopt"] = "adopt"
    rules: str
    differs: int | None = None


class Claim(Action):
    """Ask for a ruling. *number* counts the claims of the match; *about* is the number of an entry."""

    TITLE: ClassVar[str] = "Claim"

    kind: Literal["claim"] = "claim"
    number: int
    text: str
    about: int | None = None


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


class Appeal(Action):
    """Ask the judge to look at claim *number* again."""

    TITLE: ClassVar[str] = "Appeal"

    kind: Literal["appeal"] = "appeal"
    number: int


AnyAction: TypeAlias = Annotated[
    Override
    | Rewind
    | Substitute
    | Join
    | Vacate
    | Concede
    | Pause
    | Resume
    | Extend
    | Slide
    | Leap
    | PutBack
    | Excuse
    | Away
    | Back
    | Deputize
    | Offer
    | Keep
    | Reserve
    | GiveUp
    | Exchange
    | NoExchange
    | AskForDesk
    | Inherit
    | WishNotices
    | Nudge
    | Say
    | Comment
    | Vote
    | Unvote
    | Change
    | Promote
    | FillIn
    | Restore
    | Adopt
    | Claim
    | Ruling
    | Appeal,
    Field(discriminator="kind"),
]

_ACTIONS: TypeAdapter[AnyAction] = TypeAdapter(AnyAction)


class ActionTaken(Event):
    """The line of the log for an action. The action itself is in its entry."""

    kind: Literal["acted"] = "acted"
    clause: str = "GM"


def read_action(stored: Mapping[str, Any]) -> AnyAction:
    """The action stored in JSON form. Raises ValidationError."""
    return _ACTIONS.validate_json(json.dumps(stored))
