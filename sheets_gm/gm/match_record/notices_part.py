"""What is stored of a match for its notices: the players' wishes, the notices that wait, and the last reminders."""

from __future__ import annotations

from sheets_gm.gm.match_record.notice_addresses import ReadAddress, muted
from sheets_gm.gm.match_record.notice_wishes import Held, NoticeWish
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.record import Record


class Notices(Part):
    """*wishes* by seat, *held* notices that wait, and the *addresses* that the settings have for seats."""

    KEY = "notices"
    wishes: dict[str, NoticeWish] = {}
    held: tuple[Held, ...] = ()
    addresses: tuple[ReadAddress, ...] = ()


class Reminders(Part):
    """*due* is the deadline of the last reminder.

    *last* is the seat or team that last got the notice that the match waits for nobody else, and the step of that
    notice.
    """

    KEY = "reminders"
    due: float | None = None
    last: tuple[str, str] | None = None


def muted_addresses(record: Record) -> tuple[ReadAddress, ...]:
    """Return the addresses in the settings that get no notices, because their owner no longer has the seat."""
    addresses = Notices.of(record).addresses
    return tuple(muted(addresses, record.people, record.presence.gone)) if addresses else ()
