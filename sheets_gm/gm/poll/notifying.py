"""Notifying: the last stage of a poll, in which people outside the sheet get news and reminders."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from sheets_gm.gm.between.talk import Talk
from sheets_gm.gm.clocks import reminded, to_remind
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.match_record.notice_addresses import Listed, ReadAddress, addresses_read, why_muted
from sheets_gm.gm.match_record.notices_part import Notices, Reminders, muted_addresses
from sheets_gm.gm.match_record.table_talk import TeamMessage
from sheets_gm.gm.poll import dead_hooks, delivery, followers, notices
from sheets_gm.gm.poll.notices import Notice, Notifier
from sheets_gm.gm.poll.pictures import pictures_of
from sheets_gm.gm.session import Session
from sheets_gm.gm.side_jobs import Report, guarded, raise_it
from sheets_gm.kernel.defaults import no_values, nothing
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.match.recorder import Step

NOBODY_LISTED: Listed = MappingProxyType({})


class Outlet(NamedTuple):
    """Where notices go: *notify* sends them, and *outcomes* gives the results of notices to hooks of players.

    *followed*: there are followers, who get separate notices. *listened*: notices go somewhere, whatever the players
    wish. *report* gets errors of side jobs. *listed* are the addresses in the settings for each seat.
    """

    notify: Notifier = nothing
    outcomes: dead_hooks.Outcomes = no_values
    followed: bool = False
    listened: bool = True
    report: Report = raise_it
    listed: Listed = NOBODY_LISTED

    def job(self, name: str) -> AbstractContextManager[None]:
        """Return the guard for a side job."""
        return guarded(name, self.report)


NOTHING_SENT = Outlet()


@dataclass(slots=True)
class Notifications:
    """The notices of one match, as one process sends them.

    *_told* is what teams had said among themselves at the last tick, *_muted* the addresses that were muted then.
    """

    session: Session
    _told: tuple[TeamMessage, ...] = field(init=False)
    _muted: tuple[ReadAddress, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._told, self._muted = Talk.of(self.session.record).told, muted_addresses(self.session.record)

    def read_addresses(self, listed: Listed) -> None:
        """Store the owners of new addresses in the settings."""
        record, notices_part = self.session.record, Notices.of(self.session.record)
        read = addresses_read(notices_part.addresses, listed, record.people)
        if read != notices_part.addresses:
            self.session.save_part(notices_part.but(addresses=read))

    def newly_muted(self) -> tuple[str, ...]:
        """Return a line for each address in the settings that was muted since the last tick."""
        record, before = self.session.record, self._muted
        self._muted = muted_addresses(record)
        return tuple(why_muted(each, record.people) for each in self._muted if each not in before)

    def count_failures(self, outlet: Outlet) -> None:
        """Store how often in a row notices to the hooks of players failed."""
        counted = dead_hooks.counted_failures(self.session.record, outlet.outcomes(self.session.match))
        if counted is not self.session.record:
            self.session.save(parts=counted.parts)

    def send(
        self,
        outlet: Outlet,
        done: Sequence[Step[Any]],
        submissions: Submissions,
        waiting: Sequence[str],
        now: float,
    ) -> None:
        """Notify people outside the sheet of what was *done*, and remind them once of what is still missing."""
        session, messages = self.session, list[Notice]()
        label = ""
        with outlet.job("notices"):
            label = with_names(session.game.label(session.state), session.people.seats)
        is_heard = outlet.notify is not nothing and (outlet.listened or delivery.are_wanted(session.record))
        told, self._told = self._told, Talk.of(session.record).told
        if is_heard:
            messages += self._news(outlet, done, told, label)
        with outlet.job("requests to go on"):
            messages += notices.nudges(session, submissions, done, waiting, label, outlet.report)
        with outlet.job("reminders"):
            messages += self._reminders(submissions, waiting, label, now, is_heard=is_heard)
        with outlet.job("notices"):
            sent, held = delivery.sorted_by_time(session.record, messages, now)
            notices_part = Notices.of(session.record)
            if held != notices_part.held:
                session.save_part(notices_part.but(held=held))
            sent += notices.at_once(session, done, outlet.report)
            if sent:
                forms = session.all_forms
                outlet.notify(session.match, delivery.addressed(session.record, sent, forms, label, now, outlet.report))
        self.count_failures(outlet)

    def _news(
        self, outlet: Outlet, done: Sequence[Step[Any]], told: tuple[TeamMessage, ...], label: str
    ) -> list[Notice]:
        """Return notices about *done* for players and followers, and about what teams said that is not in *told*."""
        session, news = self.session, list[Notice]()
        if done:
            with outlet.job("notices of what happened"):
                drawn = pictures_of(session, done)
                news += notices.summaries(session.record, done, session.describe, label, drawn)
        if done and outlet.followed:
            with outlet.job("notices to followers"):
                news += followers.stories(session, done)
        if told != self._told:
            with outlet.job("notices among a team"):
                news += notices.in_teams(session.record, told)
        return news

    def _reminders(
        self, submissions: Submissions, waiting: Sequence[str], label: str, now: float, *, is_heard: bool
    ) -> list[Notice]:
        """Return reminders before a deadline, or else the notice to the last player that the match waits for."""
        session = self.session
        owners = to_remind(session.record, session.all_forms, now) & set(waiting)
        if owners:
            # noted before it is sent: a lost reminder is better than one that comes with every poll
            noted = Reminders.of(session.record).but(due=session.record.due)
            session.save_part(noted, clocks=reminded(session.record, owners))
            return notices.reminders(session, submissions, owners, label)
        last = notices.to_the_last(session, submissions, waiting, label) if is_heard else []
        if last:
            session.save_part(Reminders.of(session.record).but(last=(*waiting, label)))
        return last
