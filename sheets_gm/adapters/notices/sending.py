"""Notices through apprise: Discord, Slack, e-mail and a hundred others, by the addresses in the settings.

A notice goes to the addresses of its match, or of its seat, and to no others. A notice that cannot be sent never stops
a match: it is reported once on standard error, without the address, which may contain a secret. A wrong setting stops
only the notices that it is for.

Discord shows a time by the clock of each reader, if it is written as Discord wants it; elsewhere a time is that of the
zone of the seat or of the match.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from sheets_gm.adapters.installation.optional_dependencies import MissingExtra, how_to_get
from sheets_gm.adapters.installation.settings import BadSettings, Channels
from sheets_gm.adapters.notices.calendar import icalendar_of
from sheets_gm.adapters.notices.stops import Stops, no_stops
from sheets_gm.adapters.pictures.fonts import installed_fonts
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.gm.match_record.notice_addresses import Listed, address_digest
from sheets_gm.gm.poll.notices import Notice, Notifier

SCALE = 1.5
"""How many pixels of a picture a pixel of the sheet becomes."""

DISCORD = "discord"
"""How addresses of Discord begin."""

MAIL = frozenset(
    {
        "azure",
        "brevo",
        "groundmail",
        "mailersend",
        "mailgun",
        "mailtos",
        "o365",
        "resend",
        "sendgrid",
        "sendpulse",
        "ses",
        "smtp2go",
        "sparkpost",
    }
)
"""How addresses of services begin that send mail, where a calendar can be opened."""

EVERY = "*"
"""The name in the settings for addresses that receive the notices of every match."""


def notifier(channels: Mapping[str, Channels], sender: str = "", stops: Stops = no_stops) -> Notifier:
    """A function that sends notices to the addresses in *channels*, by match, and to where players asked for them.

    *sender* is the address from which their mail goes; without one, nobody gets any. *stops* tells who has ended it by
    a link. `BadSettings`, `MissingExtra`.
    """
    if not channels and not sender:
        return notify_hooks
    apprise = _apprise()
    for match, each in channels.items():
        for address in (*each.table, *each.followers, *(one for own in each.seats.values() for one in own)):
            if apprise.Apprise.instantiate(_expand(address)) is None:
                raise BadSettings(
                    f"notices.{match}: apprise does not know the address “{address.partition(':')[0]}:…”."
                )

    if sender and not _is_mail(apprise.Apprise.instantiate(_expand(sender))):
        raise BadSettings(
            "mail: this is no address from which mail can be sent. Write it like mailtos://$LOGIN@example.org."
        )

    def notify(match: str, notices: Sequence[Notice]) -> None:
        for notice in notices:
            to = {
                _expand(address): channels[name]
                for name in (EVERY, match)
                if name in channels
                for address in addresses_for(channels[name], notice)
            }
            if notice.hook:
                to[notice.hook] = Channels()
            sent = not to or _send(apprise, to, notice)
            stop = stops(notice.mail, notice.anew) if sender and notice.mail else None
            if sender and notice.mail and not (stop and stop.stopped):
                link = stop.link if stop else ""
                own = notice.but(body=f"{notice.body}\n\n{_how_to_stop(notice, link)}")
                sent = _send(apprise, {_to_reader(_expand(sender), notice, link): Channels()}, own) and sent
            if not sent:
                _report(match, notice)

    return notify


def notify_hooks(match: str, notices: Sequence[Notice]) -> None:
    """Send *notices* to nobody but those who set up a hook of their own."""
    for notice in notices:
        if not notice.hook:
            continue
        try:
            sent = _send(_apprise(), {notice.hook: Channels()}, notice)
        except MissingExtra as error:
            print(error, file=sys.stderr)  # noqa: T201
            sent = False
        if not sent:
            _report(match, notice)


def _apprise() -> Any:
    """The library that knows the services. `MissingExtra`."""
    try:
        import apprise
    except ImportError as error:
        raise MissingExtra(f"Notices need apprise: {how_to_get('notify')}") from error
    return apprise


def _report(match: str, notice: Notice) -> None:
    """Say on standard error which notice could not be sent, without its address."""
    who = notice.seat or ("the followers" if notice.followers else "the table")
    print(f"{match}: could not send a notice to {who}: {notice.title}", file=sys.stderr)  # noqa: T201


def _to_reader(sender: str, notice: Notice, link: str) -> str:
    """The address that sends *notice* from *sender* to its reader, with headers by which they can stop it.

    *link* does it by one click (RFC 8058); "" where there is none.
    """
    by_mail = f"<mailto:{notice.stop}?subject=no-notices-by-mail>" if notice.stop else ""
    ways = ", ".join(way for way in (f"<{link}>" if link else "", by_mail) if way)
    headers = {"+List-Unsubscribe": ways} if ways else {}
    if link:
        headers["+List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return f"{sender}{'&' if '?' in sender else '?'}{urlencode({'to': notice.mail, **headers}, quote_via=quote)}"


def _how_to_stop(notice: Notice, link: str) -> str:
    """How the reader of a mail has no more of them."""
    by_link = f"open {link}, or " if link else ""
    other = f", or write to {notice.stop}" if notice.stop else ""
    return f"To have no more of these mails, {by_link}choose “no notices by mail” on the Seats tab{other}."


def addresses_for(channels: Channels, notice: Notice) -> tuple[str, ...]:
    """Where a notice of a match goes."""
    if notice.talk and not channels.talk:
        return ()
    if notice.followers:
        return channels.followers
    if notice.seat is None:
        return channels.table
    own = channels.seats.get(notice.seat, ())
    return tuple(each for each in own if address_digest(each) not in notice.muted) if notice.muted else own


def listed_for(channels: Mapping[str, Channels], match: str) -> Listed:
    """The addresses that *channels* have for the seats of *match*."""
    listed: dict[str, set[str]] = {}
    for name in (EVERY, match):
        for seat, addresses in channels[name].seats.items() if name in channels else ():
            listed.setdefault(seat, set()).update(map(address_digest, addresses))
    return listed


def tolerant_notifier(channels: Mapping[str, Channels], sender: str = "", stops: Stops = no_stops) -> Notifier:
    """Like `notifier`, but for the matches whose *channels* can be used. The others are reported on standard error."""
    good: dict[str, Channels] = {}
    wrong: list[str] = []
    try:
        notifier({}, sender)
    except (BadSettings, MissingExtra) as error:
        wrong.append(str(error))
        sender = ""
    for match, each in channels.items():
        try:
            notifier({match: each})
        except (BadSettings, MissingExtra) as error:
            wrong.append(str(error))
        else:
            good[match] = each
    if wrong:
        problems = " ".join(dict.fromkeys(wrong))
        print(f"Continuing without notices (check them with sheets-gm doctor): {problems}", file=sys.stderr)  # noqa: T201
    return notifier(good, sender, stops)


def _send(apprise: Any, to: Mapping[str, Channels], notice: Notice) -> bool:
    """Send *notice* to the addresses in *to*, with its picture to those that want it, and mail with its calendar."""
    sent = True
    services = {address: apprise.Apprise.instantiate(address) for address in to}
    with TemporaryDirectory() as folder:
        picture = _picture(notice, Path(folder)) if any(each.pictures for each in to.values()) else None
        mailed = any(each.calendar and _is_mail(services[address]) for address, each in to.items())
        calendar = _calendar(notice, Path(folder)) if mailed else None
        senders: dict[tuple[tuple[str, ...], str], Any] = {}
        for address, wanted in to.items():
            service = services[address]
            body = _as_discord_writes(notice) if service.secure_protocol == DISCORD else notice.body
            files = (
                picture if wanted.pictures else None,
                calendar if wanted.calendar and _is_mail(service) else None,
            )
            attached = tuple(str(each) for each in files if each)
            senders.setdefault((attached, body), apprise.Apprise()).add(service)
        for (attached, body), sender in senders.items():
            sent = bool(sender.notify(title=notice.title, body=body, attach=list(attached) or None)) and sent
    return sent


def _is_mail(service: Any) -> bool:
    """Whether a *service* of apprise sends mail; None is none."""
    if service is None:
        return False
    protocol = service.secure_protocol
    return not MAIL.isdisjoint((protocol,) if isinstance(protocol, str) else protocol or ())


def _as_discord_writes(notice: Notice) -> str:
    """The body of *notice* with each time as Discord shows it: by the reader's clock, and how long until then."""
    body = notice.body
    for text, instant in notice.instants.items():
        body = body.replace(text, f"<t:{instant:.0f}:f> (<t:{instant:.0f}:R>)")
    return body


def _picture(notice: Notice, folder: Path) -> Path | None:
    """The picture of *notice* in *folder*; None without one. A board that cannot be drawn is reported and left out."""
    if notice.picture is None:
        return None
    try:
        (folder / "board.png").write_bytes(png_of(notice.picture(installed_fonts().emoji), SCALE))
    except Exception as error:  # noqa: BLE001 - a lost picture must not stop a turn, whatever the reason
        problem = f"{notice.title}: the board could not be drawn ({type(error).__name__}: {error})"
        print(problem, file=sys.stderr)  # noqa: T201
        return None
    return folder / "board.png"


def _calendar(notice: Notice, folder: Path) -> Path | None:
    """The deadlines of the seat of *notice* in *folder*; None without any. A missing library is reported."""
    if notice.calendar is None:
        return None
    try:
        (folder / "deadlines.ics").write_bytes(icalendar_of(notice.calendar))
    except MissingExtra as error:
        print(f"{notice.title}: sent without the deadlines. {error}", file=sys.stderr)  # noqa: T201
        return None
    return folder / "deadlines.ics"


def _expand(address: str) -> str:
    """An address with its secrets from the environment: "$DISCORD_HOOK" or "mailto://me:$PASS@..."."""
    return os.path.expandvars(address)
