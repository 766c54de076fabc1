"""Rulings: somebody makes a claim, the judge decides it, and the ruling may be appealed.

| state      | claim | ruling                        | appeal   | time to appeal is over |
|------------|-------|-------------------------------|----------|------------------------|
| (none)     | open  |                               |          |                        |
| open       |       | ruled, or final with no appeal|          |                        |
| ruled      |       |                               | appealed | final                  |
| appealed   |       | final                         |          |                        |
| final      |       |                               |          |                        |

An action in an empty field of the table is refused, with a message about what is possible instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sheets_gm.gm.between.feature import Argument, Command, CommandOption, DeskAction, Done, Feature, Names
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import ClaimOrder, DeskOrder
from sheets_gm.gm.between.rows.field_values import find_entry, parse_die, parse_number, parse_reason
from sheets_gm.gm.match_record.claims import Case, Claims, Stage
from sheets_gm.gm.match_record.policy_option import PolicyOption, duration
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction, Ruling
from sheets_gm.kernel.outcome import GM


class Claim(Action):
    """Ask for a ruling. *number* counts the claims of the match; *about* is the number of an entry."""

    TITLE: ClassVar[str] = "Claim"

    number: int
    text: str
    about: int | None = None


class Appeal(Action):
    """Ask the judge to look at claim *number* again."""

    TITLE: ClassVar[str] = "Appeal"

    number: int


def _claim(record: Record, action: Claim, done: Done) -> Record:
    number = _next_number(Claims.of(record).cases)
    if action.number != number:
        raise BadAction(f"The next claim has number {number}.", "on")
    new = Case(number=number, by=action.by, text=action.text, about=action.about, entries=(done.entry,))
    return Claims(cases=(*Claims.of(record).cases, new)).on(record)


def _rule(record: Record, action: Ruling, done: Done) -> Record:
    old = _case(Claims.of(record).cases, action.number)
    stage = old.at(done.now)
    if stage not in (Stage.OPEN, Stage.APPEALED):
        raise BadAction(f"Claim {old.number} is {stage.value}. Only open and appealed claims can be ruled on.", "on")
    final = stage is Stage.APPEALED or action.appeal_by is None
    ruled = old.but(
        stage=Stage.FINAL if final else Stage.RULED,
        decision=action.decision,
        reason=action.why,
        evidence=action.evidence,
        appeal_by=None if final else action.appeal_by,
    )
    return _with_case(record, ruled, done)


def _appeal(record: Record, action: Appeal, done: Done) -> Record:
    old = _case(Claims.of(record).cases, action.number)
    stage = old.at(done.now)
    if stage is not Stage.RULED:
        why = "the time to appeal is over" if old.stage is Stage.RULED else f"it is {stage.value}"
        raise BadAction(f"Claim {old.number} cannot be appealed because {why}.", "on")
    return _with_case(record, old.but(stage=Stage.APPEALED, appealed_by=action.by, grounds=action.why), done)


def _with_case(record: Record, changed: Case, done: Done) -> Record:
    """Return *record* with the case *changed*, which this entry is added to."""
    case = changed.but(entries=(*changed.entries, done.entry))
    cases = Claims.of(record).cases
    return Claims(cases=tuple(case if each.number == case.number else each for each in cases)).on(record)


def _next_number(cases: Sequence[Case]) -> int:
    return len(cases) + 1


def _case(cases: Sequence[Case], number: int) -> Case:
    if not 1 <= number <= len(cases):
        count = len(cases)
        hint = (
            f"The claims are 1 to {count}." if count > 1 else "The only claim is 1." if cases else "There are none yet."
        )
        raise BadAction(f"There is no claim {number}. {hint}", "on")
    return cases[number - 1]


def claim_of(context: MatchContext, order: ClaimOrder, by: str) -> Action:
    """Return the claim or the appeal that a row of the Claims tab makes. Raises BadAction."""
    if order.appeals is not None:
        return Appeal(number=order.appeals, by=by, why=order.text)
    return _new_claim(context, by, order.text, order.about)


def _rule_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    number = parse_number(order.on, "a claim")
    old = _case(Claims.of(context.record).cases, number)
    appeal = context.record.policy.appeal
    decision, *parts = [part.strip() for part in order.value.split("|")]
    if not decision:
        raise BadAction("A ruling needs a decision. Write it under Value.", "value")
    return Ruling(
        number=number,
        decision=decision,
        evidence=tuple(part for part in parts if parse_die(part) is None),
        dice=tuple(die for part in parts if (die := parse_die(part))),
        appeal_by=context.now + appeal if appeal and old.at(context.now) is Stage.OPEN else None,
        why=parse_reason(order.why),
        by=by,
    )


def _claim_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    about = parse_number(order.on, "an entry") if order.on.strip() else None
    return _new_claim(context, by, order.value or order.why, about)


def _new_claim(context: MatchContext, by: str, text: str, about: int | None) -> Claim:
    if not text.strip():
        raise BadAction("Write what is claimed.", "value")
    about = None if about is None else find_entry(context, about)
    return Claim(number=_next_number(Claims.of(context.record).cases), text=text.strip(), about=about, by=by)


def _sentence(action: Claim | Ruling | Appeal, names: Names) -> str:
    match action:
        case Claim():
            claimant = "the game master" if action.by == GM else names.by(action)
            about = f" about entry {action.about}" if action.about is not None else ""
            return f"Claim {action.number} by {claimant}{about}: {action.text}"
        case Ruling():
            dice = "".join(f" [{roll.why.partition(': ')[2]}: {roll.value} of {roll.sides}]" for roll in names.rolls)
            evidence = f" ({'; '.join(action.evidence)})" if action.evidence else ""
            return f"Ruling on claim {action.number}: {action.decision}{evidence}{dice}"
        case Appeal():
            return f"{names.by(action)} appeals the ruling on claim {action.number}"


BETWEEN = " | "
"""What stands between the parts of a ruling."""


def _ruled(number: str, decision: str, evidence: str, roll: str) -> DeskOrder:
    wrong = next((each for each in roll.split(BETWEEN) if roll and parse_die(each) is None), None)
    if wrong is not None:
        raise BadAction(f"“{wrong}” is not a die: write it like “d20 for the ambush”.")
    return DeskOrder(act="rule", on=number, value=BETWEEN.join((decision, *filter(None, (evidence, roll)))))


FEATURE = Feature(
    name="rulings",
    place=160,
    sentence=_sentence,
    effects={Claim: _claim, Ruling: _rule, Appeal: _appeal},
    desk={
        "rule": DeskAction(_rule_on_desk, "a claim's number", "decision | evidence | d20 for what", "decides a claim"),
        "claim": DeskAction(_claim_on_desk, "an entry's number", "what is claimed", "asks for a ruling"),
    },
    commands=(
        Command(
            "claim",
            """Ask for a ruling in MATCH. TEXT is the claim.

            \b
            sheets-gm claim friday "Ben was out of reach." --about 12
            """,
            lambda text, about: DeskOrder(act="claim", on=about, value=text),
            (Argument("text"),),
            (CommandOption("about", "The journal entry that the claim is about.", "N"),),
        ),
        Command(
            "rule",
            """Decide claim NUMBER of MATCH. DECISION is the ruling, --why the reason.

            \b
            sheets-gm rule friday 1 "The move stands." --why "it was typed in time"
            """,
            _ruled,
            (Argument("number"), Argument("decision")),
            (
                CommandOption("evidence", "Evidence for the decision; may be repeated.", "TEXT", many=BETWEEN),
                CommandOption(
                    "roll", 'A die to roll, like "d20 for the ambush"; may be repeated.', "DIE", many=BETWEEN
                ),
            ),
        ),
    ),
    options=(
        PolicyOption(
            "appeal",
            "appeal",
            "How long a ruling may be appealed (default: rulings are final).",
            "how long a ruling may be appealed",
            duration(),
            "TIME",
        ),
    ),
    when_over=(Claim, Ruling, Appeal),
)
