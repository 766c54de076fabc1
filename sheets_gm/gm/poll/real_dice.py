"""Real dice: a lock that waits until the game master has typed every roll of its step.

The lock is stored before anybody sees which rolls are needed. It stays as it is until the step is played, or dropped by
a rewind, the end of the match, or new rules. Typed rolls are stored with it. A roll on which other rolls depend can no
longer be changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.between.rows.desk_orders import RollOrder
from sheets_gm.gm.clocks import with_clocks
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.rows import Submissions, key_of
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.pending_lock import AskedRoll, PendingLock
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.beacon import BeaconMissing, BeaconRound
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.match.journal import Typing
from sheets_gm.kernel.match.recorder import Locked, RollsMissing
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.cleaning import nearest


def lock_pending(session: Session, pending: PendingLock, beacon: BeaconRound | None = None) -> Locked:
    """Return a waiting lock with the rolls that are typed so far, or with the public round."""
    return Locked(
        orders=session.journal.recorder.codec.orders(pending.orders),
        typed=pending.typed,
        slips=pending.slips,
        refused=pending.refused,
        attendance=pending.attendance,
        beacon=beacon,
        manual={each.why: each.value for each in pending.asked if each.value is not None},
        sides={each.why: each.sides for each in pending.asked},
        when=pending.when,
        why=pending.why,
        alone=pending.row is not None or pending.alone,
        standing=pending.standing,
    )


def keep_lock(
    session: Session, locked: Locked, row: Draft | None, missing: RollsMissing | BeaconMissing, note: str = ""
) -> None:
    """Store a lock that needs what is *missing* (see `play`), and stop all clocks, because nobody can act."""
    rolls = dict(missing.missing) if isinstance(missing, RollsMissing) else {}
    before = session.record.pending
    values = locked.manual or {}
    asked: list[AskedRoll] = []
    again: set[int] = set()
    for number, each in enumerate(before.asked if before else ()):
        if each.why in rolls:
            # the other rolls have changed its die, and what was rolled is not on the new one
            again.add(number)
            asked.append(AskedRoll(why=each.why, sides=rolls.pop(each.why)))
        else:
            asked.append(each.but(used=True, value=values.get(each.why)))
    asked += (AskedRoll(why=why, sides=sides) for why, sides in rolls.items())
    orders = {seat: [order.model_dump(mode="json") for order in given] for seat, given in locked.orders.items()}
    pending = PendingLock(
        orders=orders,
        typed=tuple(each for each in locked.typed if each.form != ROLLS or each.row not in again),
        slips=locked.slips,
        refused=locked.refused,
        attendance=dict(locked.attendance or {}),
        when=locked.when,
        why=locked.why,
        row=row,
        note=note,
        alone=locked.alone,
        standing=locked.standing,
        round=missing.round if isinstance(missing, BeaconMissing) else None,
        asked=tuple(asked),
    )
    clocks = with_clocks(session.record, session.game, (), locked.when).clocks
    session.save(pending=pending, drafts=without_rolls(session.record.drafts), clocks=clocks)


def with_rolls(pending: PendingLock, submissions: Submissions) -> PendingLock:
    """Return *pending* with the rolls typed on the Rolls tab. All its rolls are added to the typed rows as well."""
    rows = {row.key[2]: row for row in submissions.rows if row.key[0] == ROLLS}
    asked = list(pending.asked)
    typed = list(pending.typed)
    for number, each in enumerate(asked):
        row = rows.get(number)
        order = row.read.order if row else None
        if each.value is None and row is not None and isinstance(order, RollOrder):
            asked[number] = each.but(value=order.value)
            typed.append(row.typing())
        elif each.value is not None and not each.used:
            typed.append(Typing(seat=GM, form=ROLLS, row=number, cells={"value": each.value}))
    return pending.but(asked=tuple(asked), typed=tuple(typed))


def type_roll(session: Session, why: str, value: int) -> AskedRoll:
    """Store the value of a real die. Raises `BadAction` if the match does not wait for this roll."""
    pending = session.record.pending
    if pending is None or pending.round is not None:
        raise BadAction(f"{session.match} waits for no rolls now.", "why")
    open_rolls = {each.why: each for each in pending.asked if not each.used}
    named = {plain(name): each for name, each in open_rolls.items()}
    asked = named.get(plain(why))
    if asked is None:
        if any(plain(each.why) == plain(why) for each in pending.asked):
            raise BadAction(f"“{why}” is typed already, and other rolls follow from it.", "why")
        meant = nearest(why, open_rolls)
        near = f" Did you mean “{meant}”?" if meant else ""
        raise BadAction(
            f"No roll is called “{why}”.{near} The rolls are {listed([f'“{name}”' for name in open_rolls])}.", "why"
        )
    if not 1 <= value <= asked.sides:
        raise BadAction(f"A d{asked.sides} shows 1 to {asked.sides}, not {value}.")
    done = asked.but(value=value)
    number = pending.asked.index(asked)
    kept = tuple(draft for draft in session.record.drafts if key_of(draft) != (ROLLS, GM, number))
    rolls = tuple(done if each is asked else each for each in pending.asked)
    session.save(pending=pending.but(asked=rolls), drafts=kept)
    return done


def without_rolls(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Return *drafts* without the rows of the Rolls tab."""
    return tuple(draft for draft in drafts if draft.form != ROLLS)
