"""Notices through apprise: Discord, Slack, e-mail and a hundred others, by the addresses in the settings.

Laws: a notice goes to the addresses of its match, and of its seat, and to no others; a service that is away costs no
match its turn: what could not be sent is said once on standard error, without the address, which may hold a secret. Nor
does a setting that means nothing stop more than the notices that it is for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.adapters.extras import how_to_get
from sheets_gm.adapters.settings import BadSettings, Channels
from sheets_gm.gm.notices import Notice, Notifier, notify_nobody

EVERY = "*"
"""The name in the settings under which the addresses for every match stand."""


class MissingNotify(RuntimeError):
    """The library that sends notices is not installed; the message says how to get it."""


def notifier(channels: Mapping[str, Channels]) -> Notifier:
    """What sends notices to the addresses in *channels*, by match. BadSettings, MissingNotify."""
    if not channels:
        return notify_nobody
    try:
        import apprise
    except ImportError as error:
        raise MissingNotify(f"Notices need apprise: {how_to_get('notify')}") from error
    for match, each in channels.items():
        for address in (*each.table, *(one for own in each.seats.values() for one in own)):
            if apprise.Apprise.instantiate(_opened(address)) is None:
                raise BadSettings(f"notices.{match}: «{address.partition(':')[0]}:…» is no address that apprise knows.")

    def notify(match: str, notices: Sequence[Notice]) -> None:
        for notice in notices:
            addresses = [
                _opened(address)
                for name in (EVERY, match)
                if name in channels
                for address in (
                    channels[name].table if notice.seat is None else channels[name].seats.get(notice.seat, ())
                )
            ]
            if addresses and not _sent(apprise, addresses, notice):
                who = notice.seat or "the table"
                print(f"{match}: a notice to {who} could not be sent: {notice.title}", file=sys.stderr)  # noqa: T201

    return notify


def forgiving(channels: Mapping[str, Channels]) -> Notifier:
    """What sends notices for the matches whose *channels* can be used; a line on standard error says which cannot."""
    good: dict[str, Channels] = {}
    wrong: list[str] = []
    for match, each in channels.items():
        try:
            notifier({match: each})
        except (BadSettings, MissingNotify) as error:
            wrong.append(str(error))
        else:
            good[match] = each
    if wrong:
        told = " ".join(dict.fromkeys(wrong))
        print(f"Going on without notices (sheets-gm doctor looks at them again): {told}", file=sys.stderr)  # noqa: T201
    return notifier(good)


def _sent(apprise: Any, addresses: Sequence[str], notice: Notice) -> bool:
    sender = apprise.Apprise()
    for address in addresses:
        sender.add(address)
    return bool(sender.notify(title=notice.title, body=notice.body))


def _opened(address: str) -> str:
    """An address with its secrets, which stand in the environment: "$DISCORD_HOOK" or "mailto://me:$PASS@..."."""
    return os.path.expandvars(address)
