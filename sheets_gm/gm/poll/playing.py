"""Playing: claim a match, do actions, and play steps while the submissions allow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sheets_gm.gm.intake.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.late_rows import late_rows
from sheets_gm.gm.match_record.drafts import BY_PLAN
from sheets_gm.gm.poll import steps
from sheets_gm.gm.poll.drafts import keep_drafts, note_drafts
from sheets_gm.gm.poll.due_locks import Moment
from sheets_gm.gm.poll.errors import Runaway
from sheets_gm.gm.ports.store import STALE
from sheets_gm.kernel.actions import Action
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.kernel.outcome import Remark

MOST_STEPS = 200
"""The most steps in one tick: a game that opens more would never wait for anybody."""


class Played(NamedTuple):
    """The *steps* that were played, and the *moment* after them."""

    steps: tuple[Step[Any], ...]
    moment: Moment


def play_on(moment: Moment, owner: str, actions: Sequence[Action]) -> Played | None:
    """Claim the match for the process *owner*, do *actions*, and play as many steps as the submissions allow.

    What people typed is stored with the first step. Return None if there was something to do, but another process has
    claimed or changed the match.
    """
    session, now = moment.session, moment.now
    due = bool(actions) or moment.may_lock()
    if not due or not session.ports.store.claim(session.match, owner, now, STALE, session.record.version):
        keep_drafts(session, moment.submissions)
        return None if due else Played((), moment)
    try:
        note_drafts(session, moment.submissions)
        done = [steps.do_action(session, action, now) for action in actions]
        if done:
            moment = moment.next()
        if moment.may_lock():
            moment = _play_steps(moment, done)
        session.save_notes()
        return Played(tuple(done), moment)
    finally:
        session.ports.store.release(session.match, owner)


def _play_steps(moment: Moment, done: list[Step[Any]]) -> Moment:
    """Play steps, add them to *done*, and return the moment after them.

    Rows that close at once are played one by one, then everybody's forms, then steps in which the match waits for
    nobody. It stops at a step that needs rolls of real dice: the lock waits for them, and nothing else is locked
    meanwhile. It also stops after a step in which plans filled in rows.
    """
    session, now, why = moment.session, moment.now, moment.why
    for _ in range(MOST_STEPS):
        pending, submissions = session.record.pending, moment.submissions
        playing = session.forms and moment.is_live and pending is None
        row = submissions.next_at_once(desk_only=not playing)
        if row is not None and is_desk_form(row.form):
            action_step = steps.do_desk_row(session, row, now)
            done += () if action_step is None else (action_step,)
        elif row is not None:
            played = steps.play_row(session, submissions, row, now)
            if played is None:
                return moment
            done += () if isinstance(played, Remark) else (played,)
        elif pending is not None:
            step = steps.play_pending(session, submissions, now) if moment.is_live else None
            if step is None:
                return moment
            done.append(step)
            if pending.row is None and not pending.alone:
                done += steps.follow_up(session, now)
                moment = moment.next(late_rows(submissions, pending, session.forms))
                keep_drafts(session, moment.submissions)
            why = ""
        elif playing and (locked := moment.next_lock(why)) is not None:
            step = steps.play(session, locked, now)
            if step is None:
                return moment
            done.append(step)
            done += steps.follow_up(session, now)
            why = ""
        else:
            return moment
        moment = moment.next()
        if any(draft.by == BY_PLAN and draft.filled == session.entry.number for draft in session.record.drafts):
            return moment  # people may look at the rows that their plans have filled in, and change them
    raise Runaway(f"{session.game.name} played {MOST_STEPS} steps in a row in which nobody was due")
