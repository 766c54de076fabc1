"""What a feature is: one thing that people do between the turns, with all that the desk must know of it.

A feature is a module with a value `FEATURE`. It has the actions that it knows, what each changes in the record and its
sentence, the rows of the tabs Desk and “Your seat” that ask for them, and which fields of the record are a person's
own, so that they go where the person goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.policy_option import PolicyOption
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Person
from sheets_gm.kernel.actions import Action
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.english import capitalized, owner_name
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat


class Done(NamedTuple):
    """When an action is done: in which *entry*, and at which instant *now*."""

    entry: int
    now: float


Effect: TypeAlias = Callable[[Record, Any, Done], Record]
"""Returns the record after an action. BadAction where it is impossible now."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the sentence about an action takes from the match: who sat where then, and the *zone* of its times.

    *rolls* are those of the entry of the action.
    """

    seats: Mapping[str, Seat]
    zone: str
    rolls: Sequence[Roll] = ()

    def by(self, action: Action) -> str:
        """Who did *action*, at the beginning of a sentence."""
        return "The game master" if action.by == GM else self.seat(action.by)

    def seat(self, seat: str) -> str:
        """The name of the player of *seat*, or of the team, with a capital letter."""
        return capitalized(self.owner(seat))

    def owner(self, owner: str) -> str:
        """The name of a player or a team in a sentence."""
        return owner_name(owner, self.seats)

    def time(self, instant: float) -> str:
        """An instant as people write it."""
        return clock_face_in_zone(instant, self.zone)


Sentence: TypeAlias = Callable[[Any, Names], str]
"""The sentence about an action, without its reason and without a full stop."""


@dataclass(frozen=True, slots=True)
class DeskAction:
    """An action that the GM may ask for.

    *make* turns an order into the action. *on* and *value* describe what to write in these fields, *help* what it does.
    *about* is what On names: a "person", a "side", a "turn", a "change", or nothing that can be chosen. *undo* is the
    act that takes it back: most are taken back by themselves, with what was before, or by a rewind.
    """

    make: Callable[[MatchContext, DeskOrder, str], Action]
    on: str
    value: str
    help: str
    about: str = ""
    undo: str = ""


def always(_seat: str, _policy: Policy) -> bool:
    """Whether a seat may do what every seat may do."""
    return True


def can_be_undone(_action: Action) -> str:
    """What a player cannot take back alone of an action that they can take back: nothing."""
    return ""


@dataclass(frozen=True, slots=True)
class SeatAction:
    """What a player may do on their row of the tab “Your seat”; *may* is whether the match lets a seat do it.

    *private* is the field that nobody else may read: it is taken from the cell, and this is offered only where the row
    is on a workbook of the player's own. What is done *among_team* is offered only where the players of the team have
    workbooks that no other player opens.

    *lasting* tells in a sentence what its player cannot take back alone; "" where there is nothing. It is asked about
    once more before it is done. What only *somebody* may do is not offered where whoever has the link types.
    """

    make: Callable[[MatchContext, SeatOrder, str], Action]
    may: Callable[[str, Policy], bool] = always
    lasting: Callable[[Action], str] = can_be_undone
    private: str = ""
    among_team: bool = False
    somebody: bool = False


class Argument(NamedTuple):
    """A word of a command; several are put together with what is in *many*. *shown* is how its help calls it."""

    name: str
    needed: bool = True
    many: str = ""
    shown: str = ""


class CommandOption(NamedTuple):
    """An option of a command, with its *help*. *shown* is its value in the help; without one it is a switch."""

    name: str
    help: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command for one match that asks for a row of the Desk.

    *order* makes that row of the *arguments* and *options* by name: texts, "" where they are left out, and bools for
    switches. With *dashes*, a value may begin with a dash.
    """

    name: str
    help: str
    order: Callable[..., DeskOrder]
    arguments: tuple[Argument, ...] = ()
    options: tuple[CommandOption, ...] = ()
    dashes: bool = False


Due: TypeAlias = Callable[[Record, float], Sequence[Action]]
"""Returns what the program itself does at an instant because of what people did before."""


def nothing_due(_record: Record, _now: float) -> Sequence[Action]:
    """Nothing: the program does nothing by itself."""
    return ()


def nothing_after(_record: Record) -> Sequence[Action]:
    """Nothing: the program does nothing after a step."""
    return ()


def unmoved(record: Record, _action: Action, _done: Done) -> Record:
    """The record as it is: whatever is done changes nothing for this feature."""
    return record


def never(_record: Record) -> Sequence[float]:
    """No instant: nothing comes due by itself."""
    return ()


class Message(NamedTuple):
    """What *seat* hears outside the sheet. *anew*: its reader has just asked for notices by mail or to a hook."""

    seat: str
    title: str
    text: str
    anew: bool = False


def no_messages(_record: Record, _action: Action) -> Iterable[Message]:
    """Nobody hears of an action in a message of their own."""
    return ()


def reminds_nobody(_action: Action) -> str:
    """Nobody is asked to go on."""
    return ""


Words: TypeAlias = Callable[[str], str]
"""The words of the template of a tab, by their keys."""


def no_line(_record: Record, _word: Words) -> Iterable[tuple[str, str]]:
    """The Roster says nothing of this feature."""
    return ()


def names_nobody(_record: Record) -> Iterable[Seat | Person]:
    """Nobody is stored by name for this feature."""
    return ()


def keeps_all(record: Record, _person: KnownPerson) -> Record:
    """The record as it is: it holds nothing of a person for this feature."""
    return record


def not_in_story(_action: Action) -> bool:
    """The action changes nothing in the story of a whole match."""
    return False


class HandOver(NamedTuple):
    """The *seats* whose players an action gives a new player.

    *is_left*: their players leave, and nobody has them yet. *exchanged*: two players change places.
    """

    seats: tuple[str, ...] = ()
    is_left: bool = False
    exchanged: bool = False


class Box(NamedTuple):
    """A box of the tab GM, which its template names as *name*.

    *is_ticked* tells whether it is ticked as the match stands, *change* what the game master asks for who changes that.
    """

    name: str
    is_ticked: Callable[[Record], bool]
    change: Callable[[Record], Sequence[Action]]


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that people do between the turns.

    *place* is where its rows stand among those of other features, the least first. *sentence* tells any of its actions.
    *effects* tells what each of its actions changes, *due* what the program does because of them when it is time, and
    *after_step* what it does at once when a step was played. *box* is its box on the tab GM.
    *desk* and *seat* are the rows that ask for them, by their names.

    *commands* ask for these rows on the command line.

    *options* are what the game master chooses about it, for `new` and *change*.

    *part* is what is stored of a match for it; without one, its fields are those of the record. *follows* tells what an
    action of whatever feature changes for it. *wakes* are the instants at which something may be due. *roster* gives
    what the Roster says of a seat, as pairs of a seat and a text, in the words of its template.

    *messages* are what seats hear at once of an action, whenever they want their other notices. *reminds* names the
    seat that an action asks to go on, or nobody: "". It hears what it is waited for.

    *personal* are the fields that a person has of their own: mappings by seat, or values with a *seat*.
    They end when somebody else takes the seat, and with *until_left* already when it is left; where two people change
    places, they go with them. *of_a_step* are fields that hold only while a step is open. *hands_over* are the actions
    with which seats get other players. *in_story* tells whether what an action changes follows from the journal alone
    and is told of the whole match: who plays, who gave up, what the match is called.

    *people* are those whom it stores by name, *forget* the record without a person whom it stored so.

    *says* are the actions that are talk: nothing has happened. *quiet* are those that no entry tells of, each with the
    answer to whoever does it; they change what features store, and nothing else.

    *when_over* are the actions that are possible in a match that is over, *repairs* those that let a match go on that
    was set aside.
    """

    name: str
    place: int
    sentence: Sentence
    effects: Mapping[type[Action], Effect]
    desk: Mapping[str, DeskAction] = field(default_factory=dict)
    seat: Mapping[str, SeatAction] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()
    options: tuple[PolicyOption, ...] = ()
    due: Due = nothing_due
    after_step: Callable[[Record], Sequence[Action]] = nothing_after
    box: Box | None = None
    part: type[Part] | None = None
    follows: Effect = unmoved
    wakes: Callable[[Record], Sequence[float]] = never
    roster: Callable[[Record, Words], Iterable[tuple[str, str]]] = no_line
    messages: Callable[[Record, Any], Iterable[Message]] = no_messages
    reminds: Callable[[Any], str] = reminds_nobody
    personal: tuple[str, ...] = ()
    until_left: bool = False
    people: Callable[[Record], Iterable[Seat | Person]] = names_nobody
    forget: Callable[[Record, KnownPerson], Record] = keeps_all
    of_a_step: tuple[str, ...] = ()
    hands_over: Mapping[type[Action], Callable[[Any], HandOver]] = field(default_factory=dict)
    in_story: Callable[[Any], bool] = not_in_story
    says: tuple[type[Action], ...] = ()
    quiet: Mapping[type[Action], Callable[[Any], str]] = field(default_factory=dict)
    when_over: tuple[type[Action], ...] = ()
    repairs: tuple[type[Action], ...] = ()


SEAT = "a seat or its player"
OWNER = f"{SEAT}, or a team that has forms"
PERSON = "a player, or Name <account>"
"""What is written in the fields of a row."""
