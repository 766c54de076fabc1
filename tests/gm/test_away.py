"""People who are away: nobody waits for them or counts a no-show, and the match goes on without being empty."""

from __future__ import annotations

import pytest

from sheets_gm.gm.between.absences import LONGEST_ABSENCE, Away, Back
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.poll.schedule.pace import activity_of
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.proof import verify
from tests.gm.bare import Bare
from tests.gm.duels import duel, fill
from tests.gm.table import Evening

HOUR = 3600.0
DAY = 24 * HOUR


def go(evening: Evening, seat: str, days: float) -> None:
    """Let *seat* be away from now, for so many days."""
    evening.table.tick(actions=[Away(seat=seat, start=evening.now, until=evening.now + days * DAY)])


def ready(evening: Evening, seats: list[str]) -> None:
    """Let *seats* hand in an order to stay."""
    for seat in seats:
        evening.type("orders", {evening.cell("orders", seat, "ready"): True})


def evening(**policy: object) -> Evening:
    """A match of GvG of two against two."""
    return Evening(settings={"team_size": 2}, policy=Policy(gm=("gm@table",), no_show="hold").but(**policy))


def entry(of: Evening) -> int:
    return of.table.session.entry.number


def test_a_match_does_not_wait_for_who_is_away_and_counts_what_they_typed_or_its_policy_and_no_no_show() -> None:
    match = evening(every=DAY, no_show="bot")
    match.tick()
    go(match, "blue2", 7)
    go(match, "red2", 7)
    assert not {"blue2", "red2"} & {*match.table.waiting}
    ready(match, ["red2"])
    match.tick()
    before = entry(match)
    match.play(1, but=("blue2", "red2"))
    assert entry(match) > before
    turn = match.table.session.entry
    assert turn.attendance is not None
    assert (turn.attendance["blue2"], turn.attendance["red2"]) == (Attendance.EXCUSED, Attendance.READY)
    assert [each.by for each in turn.typed if each.seat == "blue2"] == ["bot"]
    assert "blue2" not in Excuses.of(match.table.session.record).missed


def away(match: Bare) -> set[str]:
    return {*match.record.presence.away_at(match.now)}


def leave(match: Bare, days: float, *, start: float = 0.0, by: str = "gm") -> None:
    begins = match.now + start
    match.act(Away(seat="blue2", start=begins, until=begins + days * DAY, by=by))


def test_an_absence_begins_and_ends_by_itself_at_its_instants_or_with_its_player_or_another() -> None:
    match = Bare(Policy(every=30 * DAY))
    first = match.now
    leave(match, 2, start=DAY)
    assert {first + DAY, first + 3 * DAY} <= {*activity_of(match.record).moments}
    for hours, who in ((0, set()), (23, set()), (24, {"blue2"}), (71, {"blue2"}), (72, set())):
        match.now = first + hours * HOUR
        assert away(match) == who, hours
    leave(match, 7)
    assert match.act(Back(seat="blue2", by="blue2")) == "Ben is back"
    assert away(match) == set()
    with pytest.raises(BadAction, match="is not away"):
        match.act(Back(seat="blue2"))
    leave(match, 7)
    match.act(Substitute(seat="blue2", player="Zoe"))
    assert away(match) == set()


def test_a_player_has_the_days_that_the_match_gives_and_gets_back_what_was_not_used() -> None:
    match = Bare(Policy(every=DAY, vacation=5 * DAY))
    leave(match, 4, by="blue2")
    match.now += DAY
    match.act(Back(seat="blue2", by="blue2"))
    with pytest.raises(BadAction, match="has 4 days of 5 days left to be away"):
        leave(match, 5, by="blue2")
    leave(match, 4, by="blue2")
    match.now += 4 * DAY
    with pytest.raises(BadAction, match="has nothing left to be away"):
        leave(match, 1, by="blue2")
    leave(match, 20)  # the game master may give more
    with pytest.raises(BadAction, match="away for more than 60 days"):
        leave(match, LONGEST_ABSENCE / DAY + 1)


def test_while_nobody_is_home_the_match_waits_for_its_deadline() -> None:
    match = evening(every=DAY)
    match.tick()
    for seat in ("blue1", "blue2", "red1", "red2"):
        go(match, seat, 10)
    before = entry(match)
    match.tick()
    assert entry(match) == before
    for number in (1, 2):
        due = match.table.session.record.due
        assert due is not None
        match.now = due - HOUR
        match.tick()
        match.now = due
        match.tick()
        assert entry(match) == before + number


def test_nobody_waits_for_a_match_without_a_deadline_longer_than_somebody_is_away() -> None:
    match = evening()
    match.tick()
    for seat in ("blue1", "blue2", "red1", "red2"):
        go(match, seat, 5)
    before = entry(match)
    match.now += 5 * DAY - HOUR
    match.tick()
    assert entry(match) == before
    match.now += HOUR
    match.tick()
    assert set(match.table.waiting) == {"blue1", "blue2", "red1", "red2"}


def test_everybody_reads_who_is_away_until_when() -> None:
    match = evening(every=DAY)
    match.tick()
    match.do("away", "blue2", "2 days")
    match.do("away", "red1", "2027-02-01 to 2027-02-03", row=2)
    away = {row[0]: row[-1] for row in match.values("roster")[3:] if row}
    assert str(away["blue2"]).startswith("until Sun 17 Jan 08:0")
    assert away["red1"] == "from Mon 01 Feb 00:00 UTC until Thu 04 Feb 00:00 UTC"
    told = [str(cell) for row in match.values("log") for cell in row if "away" in str(cell)]
    assert any("Ben is away until Sun 17 Jan" in line for line in told)
    match.do("back", "blue2", row=3)
    assert not [row for row in match.values("roster") if "until Sun 17 Jan" in str(row[-1:])]
    entries = match.store.entries(match.name)
    assert not [each for each in verify(match.game, match.record.charter, entries) if isinstance(each, Fault)]


def test_in_a_game_of_turns_the_turn_of_who_is_away_is_played_at_once_by_standing_orders() -> None:
    match = duel(clocks={"turn": 2 * DAY, "reaction": 12 * HOUR}, no_show="standing")
    fill(match, "left", "says", 1, word="fool", keep=True)
    match.tick()
    fill(match, "left", "says", 1, word="", keep="")
    match.tick()
    before = match.now
    go(match, "left", 3)
    match.tick()
    assert match.now - before < HOUR
    typed = [each for one in match.store.entries(match.name) for each in one.typed]
    assert next(each.by for each in typed if each.seat == "left") == "standing order"
    assert "left" not in Excuses.of(match.table.session.record).missed
    assert match.table.waiting == ("right",)


def test_what_who_is_away_had_begun_in_a_game_of_turns_is_not_replaced() -> None:
    match = duel(clocks={"turn": 2 * DAY, "reaction": 12 * HOUR}, no_show="bot")
    fill(match, "left", "says", 1, word="fool")
    match.tick()
    go(match, "left", 3)
    match.tick()
    typed = [each for one in match.store.entries(match.name) for each in one.typed if each.seat == "left"]
    assert {(each.by, each.cells["word"]) for each in typed} <= {("", "fool")}
    assert match.table.waiting == ("right",)
