"""Talk: what a player or the game master says to everybody, and what a player says to their team.

Public talk, on a tab or in a comment, is in the log, the report and the notices. Talk within a team is above the report
in the workbooks that only this team can open, and in notices to its members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Literal

from sheets_gm.gm.between.feature import Argument, Command, DeskAction, Done, Feature, Names, SeatAction
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.table_talk import TeamMessage, told_with
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import GM


class Say(Action):
    """Say *text* to everybody."""

    TITLE: ClassVar[str] = "Talk"

    text: str


class TellTeam(Action):
    """Say *text* to one's team. It makes no entry, because others would see that something was said, and when."""

    kind: Literal["tell"] = "tell"
    text: str


class Comment(Action):
    """Pass on a comment with *text*, which *name* has written on the workbook *book*.

    *written* is the time of the comment from the service (RFC 3339). A service gives the names that its users display,
    but not who they are.
    """

    TITLE: ClassVar[str] = "Talk"

    name: str
    text: str
    book: str
    written: str

    @property
    def is_by_program(self) -> bool:
        return True


LONGEST_COMMENT = 500
"""The most characters of a comment that are passed on. The whole comment stays where it was written."""

MOST = 10
"""How often a player may speak in one step: each time adds an entry and a notice to the table."""


MOST_COMMENTS = 30
"""How many comments of one author are passed on in one step. The others are read where they were written."""


class Talk(Part):
    """*said* are those who have spoken to everybody in the open step, once for each time: a seat, or a comment's
    author.

    *told* is what teams have said among themselves. *heard* is when the last comment that was passed on was written,
    for each workbook.
    """

    KEY = "talk"
    said: tuple[str, ...] = ()
    told: tuple[TeamMessage, ...] = ()
    heard: dict[str, str] = {}


def _say(record: Record, action: Say, _done: Done) -> Record:
    if not action.text:
        raise BadAction("Write what you say into Who or what.", "who")
    talk = Talk.of(record)
    if action.by != GM and talk.said.count(action.by) >= MOST:
        raise BadAction(f"You have said {MOST} things in this turn. Go on after it, or in comments.", "act")
    return talk.but(said=(*talk.said, action.by)).on(record)


def _tell(record: Record, action: TellTeam, done: Done) -> Record:
    if not action.text:
        raise BadAction("Write what you say to your team into Who or what.", "who")
    seat = next(each for each in record.people if each.id == action.by)
    new = TeamMessage(team=seat.team, seat=seat.id, name=seat.player, text=action.text, at=done.now)
    talk = Talk.of(record)
    return talk.but(told=told_with(talk.told, new)).on(record)


def _comment(record: Record, action: Comment, _done: Done) -> Record:
    talk = Talk.of(record)
    heard = {**talk.heard, action.book: action.written}
    return talk.but(said=(*talk.said, _author(action.name)), heard=heard).on(record)


def _author(name: str) -> str:
    """Return an id for the author of a comment. It hides the name, and no seat has such an id."""
    return f"comments {digest(name)[:12]}"


def without_flood(record: Record, comments: Sequence[Comment]) -> list[Comment]:
    """Return *comments* without the excess of authors with more than `MOST_COMMENTS` in the open step."""
    written = Counter(Talk.of(record).said)
    passed: list[Comment] = []
    for comment in comments:
        written[_author(comment.name)] += 1
        if written[_author(comment.name)] <= MOST_COMMENTS:
            passed.append(comment)
    return passed


def _said_on_desk(_context: MatchContext, order: DeskOrder, by: str) -> Action:
    if not order.value.strip():
        raise BadAction("Write what you say.")
    return Say(text=_as_line(order.value), by=by)


def _said_on_seats(_context: MatchContext, order: SeatOrder, by: str) -> Action:
    return Say(text=_as_line(order.who), by=by)


def _told_on_seats(_context: MatchContext, order: SeatOrder, by: str) -> TellTeam:
    return TellTeam(text=_as_line(order.who), by=by)


def commented(name: str, text: str, book: str, written: str) -> Comment:
    """Return the action that passes on a comment on the workbook *book* by the author *name*."""
    line = _as_line(text)
    short = line if len(line) <= LONGEST_COMMENT else f"{line[: LONGEST_COMMENT - 1]}…"
    return Comment(name=name, text=short, book=book, written=written)


def _as_line(text: str) -> str:
    return " ".join(text.split())


def _sentence(action: Say | Comment, names: Names) -> str:
    match action:
        case Say():
            return f"{names.by(action)}: “{action.text}”"
        case Comment():
            return f"{action.name}, in a comment: “{action.text}”"


def _forget(record: Record, person: KnownPerson) -> Record:
    talk = Talk.of(record)
    told = tuple(each for each in talk.told if not person.is_named_in(f"{each.name}: {each.text}"))
    return record if told == talk.told else talk.but(told=told).on(record)


FEATURE = Feature(
    name="talk",
    place=80,
    sentence=_sentence,
    effects={Say: _say, Comment: _comment, TellTeam: _tell},
    desk={"say": DeskAction(_said_on_desk, "", "what you say", "says something to everybody")},
    seat={"say": SeatAction(_said_on_seats), "say to my team": SeatAction(_told_on_seats, among_team=True)},
    commands=(
        Command(
            "say",
            """Say TEXT to everybody in MATCH, as its game master.

            It stands in the log and the report, and goes out as a notice. Players say things on the tab “Your seat”.

            \b
            sheets-gm say friday "We go on at eight."
            """,
            lambda text: DeskOrder(act="say", value=text),
            (Argument("text"),),
        ),
    ),
    part=Talk,
    of_a_step=("said",),
    says=(Say, Comment),
    quiet={TellTeam: lambda action: f"To your team: “{action.text}”"},
    when_over=(Say, Comment, TellTeam),
    forget=_forget,
)
