"""The definition of a feature: one thing that people do between the turns, with everything that the desk must know.

A feature is a module with a value `FEATURE`. It has its actions, what each changes in the record, its sentences, and
the rows of the tabs Desk and “Your seat” that ask for them. It also says which fields of the record belong to a person
and go with them to another seat.
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
from sheets_gm.kernel.defaults import always, never, no_text, no_values, unchanged
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.english import capitalized, owner_name
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat


class Done(NamedTuple):
    """When an action is carried out: in which *entry*, and at which time *now*."""

    entry: int
    now: float


Effect: TypeAlias = Callable[[Record, Any, Done], Record]
"""Returns the record after an action. Raises BadAction if it is impossible now."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the sentence about an action needs from the match: the players at that time, and the *zone* of its times.

    *rolls* are those of the entry of the action.
    """

    seats: Mapping[str, Seat]
    zone: str
    rolls: Sequence[Roll] = ()

    def by(self, action: Action) -> str:
        """Return who did *action*, for the beginning of a sentence."""
        return "The game master" if action.by == GM else self.seat(action.by)

    def seat(self, seat: str) -> str:
        """Return the name of the player of *seat*, or of the team, with a capital letter."""
        return capitalized(self.owner(seat))

    def owner(self, owner: str) -> str:
        """Return the name of a player or a team in a sentence."""
        return owner_name(owner, self.seats)

    def time(self, instant: float) -> str:
        """Return a time as people write it."""
        return clock_face_in_zone(instant, self.zone)


Sentence: TypeAlias = Callable[[Any, Names], str]
"""The sentence about an action, without its reason and without a full stop."""


@dataclass(frozen=True, slots=True)
class DeskAction:
    """An action that the game master may ask for on the Desk.

    *make* turns an order into the action. *on* and *value* describe what to write in these fields, *help* what the
    action does. *about* is the kind of choices for On: a "person", a "side", a "turn", a "change", or "" for none.
    *undo* is the act that undoes it. Most actions are undone by themselves with the previous value, or by a rewind.
    """

    make: Callable[[MatchContext, DeskOrder, str], Action]
    on: str
    value: str
    help: str
    about: str = ""
    undo: str = ""


@dataclass(frozen=True, slots=True)
class SeatAction:
    """An action that a player may ask for on their row of the tab “Your seat”.

    *may* says whether the match lets a seat do it. *private* is a field that nobody else may read. It is removed from
    the cell, and the action is offered only if the row is in a workbook of the player alone. *among_team*: the action
    is offered only if the players of the team have workbooks that no other player can open.

    *lasting* returns a sentence about what the player cannot undo alone, or "". The player must then confirm the
    action. *somebody*: it is not offered if anyone with the link may type.
    """

    make: Callable[[MatchContext, SeatOrder, str], Action]
    may: Callable[[str, Policy], bool] = always
    lasting: Callable[[Action], str] = no_text
    private: str = ""
    among_team: bool = False
    somebody: bool = False


class Argument(NamedTuple):
    """An argument of a command. If *many* is set, several words are joined with it. *shown* is its name in the help."""

    name: str
    needed: bool = True
    many: str = ""
    shown: str = ""


class CommandOption(NamedTuple):
    """An option of a command, with its *help*. *shown* is its value in the help; without it, the option is a switch.

    If *many* is set, the option may be repeated, and its values are joined with it.
    """

    name: str
    help: str
    shown: str = ""
    many: str = ""


After: TypeAlias = Callable[[Record, DeskOrder], Iterable[str]]
"""Returns the lines that a command prints after its order was carried out."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command for one match that asks for a row of the Desk.

    *order* makes that row from the values of *arguments* and *options* by name: texts ("" if left out), and bools for
    switches. BadAction where they do not go together. With *dashes*, a value may begin with a dash. *after* returns
    lines that it prints in the end; if it *names_people*, it also warns of those without an account.
    """

    name: str
    help: str
    order: Callable[..., DeskOrder]
    arguments: tuple[Argument, ...] = ()
    options: tuple[CommandOption, ...] = ()
    dashes: bool = False
    after: After = no_values
    names_people: bool = False


Due: TypeAlias = Callable[[Record, float], Sequence[Action]]
"""Returns the actions that the program itself does at an instant, because of earlier events."""


class Message(NamedTuple):
    """A message to *seat* outside the sheet. *anew*: its reader has just asked for notices by mail or to a hook."""

    seat: str
    title: str
    text: str
    anew: bool = False


Words: TypeAlias = Callable[[str], str]
"""The words of the template of a tab, by their keys."""


class HandOver(NamedTuple):
    """The *seats* that get new players. *is_left*: nobody has them yet. *exchanged*: two players change places."""

    seats: tuple[str, ...] = ()
    is_left: bool = False
    exchanged: bool = False


class Box(NamedTuple):
    """A box of the tab GM; *name* is its name in the template.

    *is_ticked* returns whether it is ticked in the current match. *change* returns the actions for a game master who
    changes it.
    """

    name: str
    is_ticked: Callable[[Record], bool]
    change: Callable[[Record], Sequence[Action]]


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that people do between the turns.

    *place* is its position among the features, the smallest first. *sentence* describes any of its actions. *effects*
    maps each action to its change of the record, *due* returns what the program does because of them when it is time,
    and *after_step* what it does right after a step. *box* is its box on the tab GM. *desk* and *seat* are the rows
    that ask for its actions, by name. *commands* ask for these rows on the command line. *options* are the choices of
    the game master, for `new` and *change*.

    *part* is the type of what is stored of a match for it, with the fields that are named below. *follows*
    is the effect of any feature's action on its fields. *wakes* returns the times at which something may be due.
    *roster* returns lines for the Roster, as pairs of a seat and a text, in the words of its template.

    *messages* returns what seats get at once about an action, whenever they want their other notices. *reminds* returns
    the seat that an action asks to continue, or "". That seat gets a notice of what the match waits for.

    *personal* are fields that belong to a person: mappings by seat, or values with a *seat*. They are removed when
    somebody else takes the seat, and with *until_left* as soon as the player leaves it. If two people change places,
    the fields go with them. *of_a_step* are fields that belong to a single open step. *hands_over* are the actions that
    give seats to other players. *in_story* says whether the change of an action follows from the journal alone and
    belongs to the story of the match: who plays, who conceded, the title of the match.

    *people* returns the persons that it stores by name, *forget* the record without a person. *says* are the actions
    that are only talk. *quiet* are actions without a journal entry, each with the answer to its row; they change only
    what features store. *when_over* are actions that are possible in a match that is over, *repairs* those that let a
    match continue that was set aside.
    """

    name: str
    place: int
    sentence: Sentence
    effects: Mapping[type[Action], Effect]
    desk: Mapping[str, DeskAction] = field(default_factory=dict)
    seat: Mapping[str, SeatAction] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()
    options: tuple[PolicyOption, ...] = ()
    due: Due = no_values
    after_step: Callable[[Record], Sequence[Action]] = no_values
    box: Box | None = None
    part: type[Part] | None = None
    follows: Effect = unchanged
    wakes: Callable[[Record], Sequence[float]] = no_values
    roster: Callable[[Record, Words], Iterable[tuple[str, str]]] = no_values
    messages: Callable[[Record, Any], Iterable[Message]] = no_values
    reminds: Callable[[Any], str] = no_text
    personal: tuple[str, ...] = ()
    until_left: bool = False
    people: Callable[[Record], Iterable[Seat | Person]] = no_values
    forget: Callable[[Record, KnownPerson], Record] = unchanged
    of_a_step: tuple[str, ...] = ()
    hands_over: Mapping[type[Action], Callable[[Any], HandOver]] = field(default_factory=dict)
    in_story: Callable[[Any], bool] = never
    says: tuple[type[Action], ...] = ()
    quiet: Mapping[type[Action], Callable[[Any], str]] = field(default_factory=dict)
    when_over: tuple[type[Action], ...] = ()
    repairs: tuple[type[Action], ...] = ()


SEAT = "a seat or its player"
OWNER = f"{SEAT}, or a team that has forms"
PERSON = "a player, or Name <account>"
"""What to write in a field for a person."""
