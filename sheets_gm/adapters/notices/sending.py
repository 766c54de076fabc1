"""Sends notices through apprise: Discord, Slack, e-mail and a hundred others, to the addresses in the settings.

A notice goes to the addresses of its match or seat only, through the `outbox`. A notice that cannot be made or sent
never stops a match: it is reported on standard error, without the address, which may contain a secret. A wrong setting
stops only the notices that it concerns.

On Discord, times are written in Discord's own way, so that each reader sees them by their own clock. Elsewhere they are
in the time zone of the seat or of the match.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from sheets_gm.adapters.installation.optional_dependencies import MissingExtra, how_to_get
from sheets_gm.adapters.installation.settings import BadSettings, Channels
from sheets_gm.adapters.notices.calendar import icalendar_of
from sheets_gm.adapters.notices.outbox import Letter, Outbox, report
from sheets_gm.adapters.notices.plain_text import as_plain_text
from sheets_gm.adapters.notices.stops import Stops
from sheets_gm.adapters.pictures.fonts import installed_fonts
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.gm.match_record.notice_addresses import Listed, address_digest
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.kernel.defaults import nothing

SCALE = 1.5
"""How many pixels of a picture a pixel of the sheet becomes."""

DISCORD = "discord"
"""The start of Discord's addresses."""

PROGRAMS = frozenset({"jsons", "xmls", "forms"})
"""The start of addresses of programs, which get all texts unchanged."""

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
"""The start of addresses of mail services. A reader of mail can open a calendar."""

EVERY = "*"
"""The name in the settings for addresses that receive the notices of every match."""


def notifier(
    channels: Mapping[str, Channels], sender: str = "", stops: Stops = nothing, outbox: Outbox | None = None
) -> NoticeSender:
    """Return a sender of notices to the addresses in *channels*, by match, and to addresses that players typed.

    *sender* is the address that mail to players comes from; if it is empty, no such mail is sent. *stops* tells which
    accounts have ended their mail by a link. *outbox* sends the letters; without one, each is sent at once. Raises
    BadSettings and MissingExtra.
    """
    if channels or sender:
        _check(_apprise(), channels, sender)
    return NoticeSender(channels, sender, stops, outbox or Outbox())


def _check(apprise: Any, channels: Mapping[str, Channels], sender: str) -> None:
    """Raise BadSettings for an address that apprise does not know."""
    for match, each in channels.items():
        for address in (*each.table, *each.followers, *(one for addresses in each.seats.values() for one in addresses)):
            if apprise.Apprise.instantiate(_expand(address)) is None:
                raise BadSettings(
                    f"notices.{match}: apprise does not know the address “{address.partition(':')[0]}:…”."
                )
    if sender and not _is_mail(apprise.Apprise.instantiate(_expand(sender))):
        raise BadSettings(
            "mail: this is no address from which mail can be sent. Write it like mailtos://$LOGIN@example.org."
        )


class NoticeSender:
    """Sends notices through an *outbox*. A notice that fails is reported, and the others are still sent."""

    def __init__(self, channels: Mapping[str, Channels], sender: str, stops: Stops, outbox: Outbox) -> None:
        self._channels = channels
        self._sender = sender
        self._stops = stops
        self._outbox = outbox
        self.outcomes = outbox.outcomes

    @property
    def listens(self) -> bool:
        """Whether there are addresses for notices apart from those that players typed."""
        return bool(self._channels or self._sender)

    def __call__(self, match: str, notices: Sequence[Notice]) -> None:
        """Send *notices* of *match*."""
        for notice in notices:
            try:
                letters = self._letters(match, notice)
            except MissingExtra as error:
                report(match, str(error))
            except Exception as error:  # noqa: BLE001 - a notice that cannot be made must not stop a match
                report(match, f"could not make a notice to {_reader(notice)} ({type(error).__name__}): {notice.title}")
            else:
                for letter in letters:
                    self._outbox.post(letter)

    def _letters(self, match: str, notice: Notice) -> list[Letter]:
        """Return *notice* as a letter on each of its ways by each channel. Raises MissingExtra."""
        ways = [way for channel in (self._listed, self._to_hook, self._by_mail) for way in channel(match, notice)]
        letters = _Letters(_apprise(), match, notice) if ways else None
        return [letters.to(way) for way in ways] if letters else []

    def _listed(self, match: str, notice: Notice) -> Iterable[Way]:
        """Return the ways to the addresses in the settings."""
        to = {
            _expand(address): self._channels[name]
            for name in (EVERY, match)
            if name in self._channels
            for address in addresses_for(self._channels[name], notice)
        }
        return (Way(address, wanted) for address, wanted in to.items())

    def _to_hook(self, _match: str, notice: Notice) -> Iterable[Way]:
        """Return the way to the hook of the reader, who wants it there."""
        return [Way(notice.hook, hook=notice.seat)] if notice.hook else []

    def _by_mail(self, _match: str, notice: Notice) -> Iterable[Way]:
        """Return the way to the account of the reader, who wants mail and has not ended it by a link."""
        stop = self._stops(notice.mail, notice.anew) if self._sender and notice.mail else None
        if not self._sender or not notice.mail or (stop and stop.stopped):
            return []
        link = stop.link if stop else ""
        return [Way(_to_reader(_expand(self._sender), notice, link), end=f"\n\n{_how_to_stop(notice, link)}")]


class Way(NamedTuple):
    """A way of a notice: an *address* of apprise, and what is *wanted* there. *end* is added to its text.

    *hook* is the seat whose own hook this is.
    """

    address: str
    wanted: Channels = Channels()
    hook: str | None = None
    end: str = ""


class _Letters:
    """Makes the letters of one *notice*. Its picture and calendar are made once, and only if a letter needs them."""

    def __init__(self, apprise: Any, match: str, notice: Notice) -> None:
        self._apprise = apprise
        self._match = match
        self._notice = notice
        self._picture = cache(partial(_picture, notice))
        self._calendar = cache(partial(_calendar, notice))

    def to(self, way: Way) -> Letter:
        """Return the letter on a *way*, with the attachments that are wanted there. Only mail gets the calendar."""
        notice, service = self._notice, self._apprise.Apprise.instantiate(way.address)
        is_discord = service is not None and service.secure_protocol == DISCORD
        title, body = notice.title, notice.body + way.end
        if service is not None and not _is_mail(service) and service.secure_protocol not in PROGRAMS:
            title, body = as_plain_text(title, is_discord=is_discord), as_plain_text(body, is_discord=is_discord)
        body = _as_discord_writes(notice, body) if is_discord else body
        files = (*(self._picture() if way.wanted.pictures else ()),)
        files += self._calendar() if way.wanted.calendar and _is_mail(service) else ()
        anew = notice.anew and way.hook is not None
        return Letter(self._match, _reader(notice), title, body, way.address, files, way.hook, anew)


def _reader(notice: Notice) -> str:
    """Return a name for the readers of *notice*, as reports use it."""
    return notice.seat or ("the followers" if notice.followers else "the table")


def _apprise() -> Any:
    """Import and return apprise. Raises MissingExtra."""
    try:
        import apprise
    except ImportError as error:
        raise MissingExtra(f"Notices need apprise: {how_to_get('notify')}") from error
    return apprise


def _to_reader(sender: str, notice: Notice, link: str) -> str:
    """Return the apprise address that mails *notice* from *sender* to its reader, with headers for unsubscribing.

    *link* ends the mail by one click (RFC 8058); "" if there is no such link.
    """
    by_mail = f"<mailto:{notice.stop}?subject=no-notices-by-mail>" if notice.stop else ""
    ways = ", ".join(way for way in (f"<{link}>" if link else "", by_mail) if way)
    headers = {"+List-Unsubscribe": ways} if ways else {}
    if link:
        headers["+List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return f"{sender}{'&' if '?' in sender else '?'}{urlencode({'to': notice.mail, **headers}, quote_via=quote)}"


def _how_to_stop(notice: Notice, link: str) -> str:
    """Return a sentence on how the reader of a mail gets no more of them."""
    by_link = f"open {link}, or " if link else ""
    other = f", or write to {notice.stop}" if notice.stop else ""
    return f"To have no more of these mails, {by_link}choose “no notices by mail” on the tab “Your seat”{other}."


def addresses_for(channels: Channels, notice: Notice) -> tuple[str, ...]:
    """Return the addresses in *channels* that a notice goes to."""
    if notice.talk and not channels.talk:
        return ()
    if notice.followers:
        return channels.followers
    if notice.seat is None:
        return channels.table
    addresses = channels.seats.get(notice.seat, ())
    return tuple(each for each in addresses if address_digest(each) not in notice.muted) if notice.muted else addresses


def listed_for(channels: Mapping[str, Channels], match: str) -> Listed:
    """Return the addresses that *channels* list for the seats of *match*."""
    listed: dict[str, set[str]] = {}
    for name in (EVERY, match):
        for seat, addresses in channels[name].seats.items() if name in channels else ():
            listed.setdefault(seat, set()).update(map(address_digest, addresses))
    return listed


def tolerant_notifier(
    channels: Mapping[str, Channels], sender: str = "", stops: Stops = nothing, outbox: Outbox | None = None
) -> NoticeSender:
    """Like `notifier`, but leaves out matches whose *channels* cannot be used, and reports them on standard error."""
    good: dict[str, Channels] = {}
    wrong: list[str] = []
    tried = {"": (dict[str, Channels](), sender)} | {match: ({match: each}, "") for match, each in channels.items()}
    for match, (match_channels, mail) in tried.items():
        try:
            if match_channels or mail:
                _check(_apprise(), match_channels, mail)
        except (BadSettings, MissingExtra) as error:
            wrong.append(str(error))
            sender = sender if match else ""
        else:
            good.update(match_channels)
    if wrong:
        problems = " ".join(dict.fromkeys(wrong))
        print(f"Continuing without notices (check them with sheets-gm doctor): {problems}", file=sys.stderr)  # noqa: T201
    return NoticeSender(good, sender, stops, outbox or Outbox())


def _is_mail(service: Any) -> bool:
    """Return whether a *service* of apprise sends mail; False for None."""
    if service is None:
        return False
    protocol = service.secure_protocol
    return not MAIL.isdisjoint((protocol,) if isinstance(protocol, str) else protocol or ())


def _as_discord_writes(notice: Notice, body: str) -> str:
    """Return *body* with each time in Discord's own way: by the reader's clock, and how long until then."""
    for text, instant in notice.instants.items():
        body = body.replace(text, f"<t:{instant:.0f}:f> (<t:{instant:.0f}:R>)")
    return body


def _picture(notice: Notice) -> tuple[tuple[str, bytes], ...]:
    """Return the picture of *notice* as an attachment, if it has one. A failure to draw it is reported."""
    if notice.picture is None:
        return ()
    try:
        return (("board.png", png_of(notice.picture(installed_fonts().emoji), SCALE)),)
    except Exception as error:  # noqa: BLE001 - a lost picture must not stop a turn, whatever the reason
        problem = f"{notice.title}: the board could not be drawn ({type(error).__name__}: {error})"
        print(problem, file=sys.stderr)  # noqa: T201
        return ()


def _calendar(notice: Notice) -> tuple[tuple[str, bytes], ...]:
    """Return the deadlines of the seat of *notice* as an attachment, if it has any."""
    return () if notice.calendar is None else (("deadlines.ics", icalendar_of(notice.calendar)),)


def _expand(address: str) -> str:
    """Return *address* with the values of environment variables in it: "$DISCORD_HOOK", "mailto://me:$PASS@…"."""
    return os.path.expandvars(address)
