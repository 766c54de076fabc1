"""An address of the settings belongs to the person who had the seat when it was read, and is muted for anybody else."""

from __future__ import annotations

from sheets_gm.adapters.doctor.matches import check_matches
from sheets_gm.adapters.installation.settings import Channels, Settings
from sheets_gm.adapters.notices.sending import EVERY, addresses_for, listed_for
from sheets_gm.gm.between.exchanges import Exchange
from sheets_gm.gm.match_record.notice_addresses import addresses_read, muted
from sheets_gm.gm.match_record.notices_part import muted_addresses
from sheets_gm.kernel.seats import Seat
from tests.gm.table import Evening
from tests.gm.test_seats_tab import ask
from tests.gm.test_talk import mates, two_teams

ANA, ZOE = "mailto://ana", "mailto://zoe"


def with_addresses(match: Evening, channels: Channels) -> Evening:
    """The match, polled by a process that has read these settings."""
    match.table.outlet = match.table.outlet._replace(listed=listed_for({match.name: channels}, match.name))
    match.tick()
    return match


def sent(match: Evening, channels: Channels) -> dict[str, tuple[str, ...]]:
    """Where the notices to each seat went."""
    return {each.seat: addresses_for(channels, each) for each in match.notices if each.seat}


def test_what_a_team_says_never_reaches_who_has_changed_to_the_other_side() -> None:
    match = two_teams()
    one, other = mates(match)
    people = {seat.id: seat for seat in match.table.session.record.people}
    enemy = next(seat for seat in people.values() if seat.team != people[one].team and not seat.neutral)
    channels = Channels(seats={one: (ANA,)})
    with_addresses(match, channels)
    match.notices.clear()
    ask(match, other, act="say to my team", who="hello")
    assert sent(match, channels)[one] == (ANA,)

    tick = match.table.tick(actions=[Exchange(seat=one, other=enemy.id, agreed=True)])
    (line,) = tick.muted
    assert line.startswith(f"The address of {people[one].player} that the settings have for the seat {one} is muted")
    assert match.tick().muted == ()
    match.notices.clear()
    ask(match, other, act="say to my team", who="we attack at dawn")
    assert sent(match, channels)[one] == ()
    assert line in [each.message for each in check_matches(match.store, None, Settings(), match.now)]

    # the settings name it for the seat that its person has now, and another one for whoever came
    with_addresses(match, Channels(seats={enemy.id: (ANA,), one: (ZOE,)}))
    assert not muted_addresses(match.table.session.record)


def test_an_address_of_every_match_is_read_too() -> None:
    channels = {EVERY: Channels(seats={"blue1": (ANA,)}), "friday": Channels(seats={"blue1": (ZOE,)})}
    assert [len(listed_for(channels, match)["blue1"]) for match in ("friday", "sunday")] == [2, 1]


def test_an_address_is_muted_until_its_person_has_the_seat_again() -> None:
    ana, zoe = (
        Seat(id="blue1", player="Ana", team="blue", account="ana@table"),
        Seat(id="blue1", player="Zoe", team="blue"),
    )
    listed = {"blue1": ("digest",)}
    known = addresses_read((), listed, [ana])
    assert [*muted(known, [ana], ())] == []
    assert [*muted(known, [ana], ("blue1",))] == [*known]  # she has left
    assert [*muted(known, [zoe], ())] == [*known]
    assert addresses_read(known, listed, [zoe]) == known
    assert addresses_read(known, {}, [zoe]) == known  # a process without these settings
    gone = addresses_read(known, {"blue1": ("other",)}, [zoe])
    assert [*muted(addresses_read(gone, listed, [zoe]), [zoe], ())] == []
