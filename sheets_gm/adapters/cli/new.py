"""`sheets-gm new`: found a match."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from pydantic import BaseModel, ValidationError

from sheets_gm.adapters.cli.context import Installation, addresses, home_option, say, strangers
from sheets_gm.adapters.cli.durations import span_given, zone_given
from sheets_gm.kernel.english import listed

if TYPE_CHECKING:
    from sheets_gm.gm.workbooks.layout import WorkbookLayout
    from sheets_gm.kernel.seats import Seat


class BadName(ValueError):
    """A match cannot be called so; the message says how it may."""


class BadGameSettings(ValueError):
    """A setting of a game is unknown or out of its bounds; the message names it."""


@click.command("new")
@click.argument("game_name", metavar="GAME")
@click.option("--name", help="What the match is called on the command line (default: the game's name).")
@click.option("--title", help="What the spreadsheet is called.")
@click.option("--roster", type=click.Path(path_type=Path), help="CSV file: player, team, seat, captain, account, ...")
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option(
    "--sheet",
    "named",
    multiple=True,
    metavar="[KEY=]URL",
    help="Build it in this spreadsheet instead of making one; sealed: one for each workbook.",
)
@click.option("--sealed", is_flag=True, help="A workbook of its own for each team or seat, beside a public one.")
@click.option("--open-hands", is_flag=True, help="Share one workbook even though the game has secrets.")
@click.option(
    "--every", metavar="TIME", callback=span_given, help="Deadline for each turn: 24h, 90m, 2d (default: none)."
)
@click.option(
    "--at", "times", multiple=True, metavar="TIME", help="Fixed deadline: «Sun 17:00», «daily 20:30»; may repeat."
)
@click.option("--wait", is_flag=True, help="Wait for the deadline even when everyone is ready.")
@click.option(
    "--grace", metavar="TIME", callback=span_given, help="How long after the deadline latecomers still count."
)
@click.option(
    "--extensions",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Extensions that each seat has for the match.",
)
@click.option("--extension", default="24h", show_default=True, metavar="TIME", callback=span_given,
              help="The longest one of them.")  # fmt: skip
@click.option(
    "--no-show",
    type=click.Choice(["hold", "standing", "bot"]),
    default="standing",
    show_default=True,
    help="What an absent seat does: nothing, its standing order, or what a bot would do.",
)
@click.option(
    "--open-after",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="No-shows in a row after which a seat is free.",
)
@click.option("--remind", metavar="TIME", callback=span_given, help="Remind people so long before the deadline.")
@click.option(
    "--appeal", metavar="TIME", callback=span_given, help="How long a ruling may be appealed (default: it is final)."
)
@click.option(
    "--zone", default="UTC", show_default=True, callback=zone_given, help="Time zone of the times on the sheet."
)
@click.option("--gm", "gms", multiple=True, metavar="ACCOUNT", callback=addresses,
              help="Account that may use the GM tab; may be repeated.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(
    game_name: str,
    name: str | None,
    title: str | None,
    roster: Path | None,
    assigned: tuple[str, ...],
    named: tuple[str, ...],
    sealed: bool,
    open_hands: bool,
    every: float | None,
    times: tuple[str, ...],
    wait: bool,
    grace: float | None,
    extensions: int,
    extension: float,
    no_show: str,
    open_after: int,
    remind: float | None,
    appeal: float | None,
    zone: str,
    gms: tuple[str, ...],
    as_json: bool,
    installation: Installation,
) -> None:
    """Found a match of GAME: its first position, its spreadsheet, who may type where.

    \b
    sheets-gm new gvg --name friday --roster friends.csv --every 24h
    sheets-gm new gvg --at "Sun 17:00" --zone Europe/London --grace 2h --extensions 2 --no-show bot
    sheets-gm new gvg --set max_turns=30 --set turn_mode=blind
    sheets-gm new gvg --sheet https://docs.google.com/spreadsheets/d/…/edit
    sheets-gm new gvg --sealed --sheet public=URL --sheet team.blue=URL --sheet team.red=URL --sheet gm=URL
    """
    from sheets_gm.adapters import roster as rosters
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.google.account_pool import account_for_new_match
    from sheets_gm.adapters.google.files import by_workbook, must_be_named, must_not_hold_the_store, must_serve
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.creation import NewMatch, create_match
    from sheets_gm.gm.deadlines import clock_times
    from sheets_gm.gm.record.policy import Policy
    from sheets_gm.gm.workbooks.layout import workbook_layouts

    if sealed and open_hands:
        raise click.UsageError("--sealed hides hands, and --open-hands shows them: leave one of them out.")
    if not every and not times:
        must_have_a_deadline({"--wait": wait, "--grace": grace, "--extensions": extensions, "--remind": remind})
    game = find(game_name)
    name = fit(name or game.name)
    settings = chosen(game.settings, assigned, game.name)
    seats = rosters.read(roster, game, settings) if roster else rosters.made_up(game.places(settings))
    policy = Policy(
        layout="sealed" if sealed else "shared",
        open_hands=open_hands,
        every=every,
        at=tuple(time for text in times for time in clock_times(text)),
        early=not wait,
        grace=grace or 0.0,
        extensions=extensions,
        extension=extension,
        no_show=no_show,
        open_after=open_after,
        remind=remind or 0.0,
        appeal=appeal or 0.0,
        zone=zone,
        gm=gms,
    )
    import time

    books = workbook_layouts(game, seats, policy.layout, open_hands=open_hands)
    keys = [book.key for book in books]
    documents = by_workbook(named, keys)
    must_not_hold_the_store(documents, wiring.store_document(installation.settings))
    installation.founding = True
    sheets = account_for_new_match(installation.sheets, installation.store, documents)
    must_be_named(sheets, documents, keys, shlex.join(["sheets-gm", *sys.argv[1:]]))
    inviting = bool(gms) or any(seat.account for seat in seats)
    must_serve(sheets, documents, installation.store, inviting=inviting)
    new = NewMatch(
        game=game,
        template=wiring.template(game.name),
        match=name,
        title=title or f"{game.title}: {name}",
        settings=settings,
        seats=seats,
        policy=policy,
        seed=os.urandom(32),
        documents=documents,
        account=sheets.way.account if sheets.peers and sheets.way else "",
    )
    record = create_match(new, installation.store, sheets, time.time)
    links = {book.key: book.link for book in record.workbooks}
    if as_json:
        say({"match": record.charter.match, "game": game.name, "workbooks": links, "top": record.charter.top})
        return
    click.echo(f"{record.charter.title} is founded.")
    for key, link in links.items():
        click.echo(f"  {key:<10} {link}")
    click.echo(f"  dice chain {record.charter.top[:16]}… (published on the Dice tab)")
    unread = rosters.ignored(roster, game, settings) if roster else ""
    shut = uninvited(name, seats, books, gms) if sealed else warnings(seats, gms)
    for line in (*([unread] if unread else []), *shut, *strangers(sheets, record)):
        click.echo(f"  ⚠ {line}")
    click.echo("Next: sheets-gm sync    (answers what players type, and plays turns that are due)")


def warnings(seats: Sequence[Seat], gms: Sequence[str]) -> Iterator[str]:
    """Whose cells stay open to everyone, because an account is not known."""
    unknown = [seat.player for seat in seats if not seat.account]
    if unknown:
        who = "all players" if len(unknown) == len(seats) else ", ".join(unknown)
        yield f"The cells of {who} are open to everyone at the table: the roster names no account for them."
    if not gms:
        yield "The GM and Desk tabs are open to everyone at the table: name the GM's account with --gm."


def uninvited(match: str, seats: Sequence[Seat], books: Sequence[WorkbookLayout], gms: Sequence[str]) -> Iterator[str]:
    """Who has no way into a workbook of a sealed match, because an account is not known."""

    def named(seat: Seat) -> str:
        return shlex.join(["sheets-gm", "substitute", match, seat.id, f"{seat.player} <ADDRESS>"])

    barred, beside, books_barred = [], [], 0
    for book in books:
        own = [seat for seat in seats if seat.id in book.eyes]
        unknown = [seat for seat in own if not seat.account]
        if own and len(unknown) == len(own):
            barred += unknown
            books_barred += 1
        else:
            beside += unknown
    if barred:
        who = "all players" if len(barred) == len(seats) else listed([seat.player for seat in barred])
        but, books_of = " but the GM" if gms else "", "workbook of" if books_barred == 1 else "workbooks of"
        yield f"Nobody{but} is invited to the {books_of} {who} until an account is named: {named(barred[0])}"
    if beside:
        yield (
            f"{listed([seat.player for seat in beside])} cannot open the workbook of the team, and whoever can may "
            f"type in those cells, until an account is named: {named(beside[0])}"
        )
    if not gms:
        yield "Nobody is invited to the GM's workbook: name the GM's account with --gm."


def must_have_a_deadline(given: Mapping[str, object]) -> None:
    """Refuse the options of *given* that have a value: they say something of a deadline, and there is none."""
    named = [option for option, value in given.items() if value]
    if named:
        raise click.UsageError(
            f'Without a deadline {listed(named)} would do nothing: add --every 24h or --at "Sun 17:00", or leave out '
            "what needs one."
        )


def fit(name: str) -> str:
    """The name of a match, which is also that of its files: BadName where it would be none."""
    if not re.fullmatch(r"\w(?:[\w .-]{0,58}[\w-])?", name):
        raise BadName(
            f"A match cannot be called «{name}»: write letters, digits, and between them spaces, dots, - or _; "
            "60 at most, with a letter or a digit first."
        )
    return name


def chosen(kind: type[BaseModel], assigned: tuple[str, ...], name: str = "GAME") -> BaseModel:
    """The settings of the game called *name* with KEY=VALUE *assigned*. BadGameSettings names the key."""
    from difflib import get_close_matches

    from sheets_gm.kernel.validation_messages import in_plain_words, place

    values: dict[str, Any] = {}
    for each in assigned:
        key, equals, value = each.partition("=")
        if not equals:
            raise BadGameSettings(f"«{each}» is no setting: write KEY=VALUE.")
        if key not in kind.model_fields:
            near = get_close_matches(key, kind.model_fields, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise BadGameSettings(f"There is no setting {key!r}.{meant} All of them: sheets-gm games {name}")
        values[key] = _value(value)
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        told = f"{place(first, 'settings')}: {in_plain_words(first)}"
        raise BadGameSettings(f"{told.rstrip('.')}. What each setting means: sheets-gm games {name}") from error


def _value(text: str) -> Any:
    """*text* as TOML reads a value; as it stands where it is none."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
