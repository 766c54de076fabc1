"""What is stored of a match for its notices: who wants them when and where, and what waits for that."""

from __future__ import annotations

from sheets_gm.gm.match_record.notice_addresses import ReadAddress, muted
from sheets_gm.gm.match_record.notice_wishes import Held, NoticeWish
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.record import Record


class Notices(Part):
    """*wishes* is when each seat wants to hear of the match, *held* are the notices that wait for that.

    *addresses* are those that the settings have for seats.
    """

    KEY = "notices"
    wishes: dict[str, NoticeWish] = {}
    held: tuple[Held, ...] = ()
    addresses: tuple[ReadAddress, ...] = ()


def muted_addresses(record: Record) -> tuple[ReadAddress, ...]:
    """The addresses of the settings that get no notices: of whoever no longer has the seat."""
    addresses = Notices.of(record).addresses
    return tuple(muted(addresses, record.people, record.presence.gone)) if addresses else ()
