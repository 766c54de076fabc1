"""`sheets-gm new`: creates a match."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, address, addresses, home_option, missing_accounts, print_json
from sheets_gm.adapters.cli.durations import (
    clock_times_option,
    clocks_option,
    days_off_option,
    duration_option,
    hours_option,
    zone_option,
)
from sheets_gm.adapters.cli.game_settings import settings_of
from sheets_gm.adapters.cli.new_match_checks import check_clocks, check_heir, check_name, check_needs_no_deadline
from sheets_gm.adapters.cli.new_match_lines import cost_of_a_step, deadlines_line, uninvited, unprotected
from sheets_gm.adapters.cli.new_match_seats import free_seats_line, start_of, with_free_names, without_player
from sheets_gm.adapters.cli.new_sandbox import Origin, check_fits, origin_of_sandbox
from sheets_gm.kernel.beacon import QUICKNET

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.clock_times import ClockTime


@click.command("new")
@click.argument("game_name", metavar="GAME", required=False)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A sandbox: begin with a position of this exported match (.xlsx, .html or .json), with dice of its own.",
)
@click.option("--turn", metavar="TURN", help="With --from: the turn to play first, like “Turn 12” or #57 for an entry.")
@click.option("--name", help="Name of the match on the command line (default: the name of the game).")
@click.option("--title", help="Title of the spreadsheet.")
@click.option("--roster", type=click.Path(path_type=Path), help="CSV file: player, team, seat, captain, account, ...")
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option(
    "--sheet",
    "named",
    multiple=True,
    metavar="[KEY=]URL",
    help="Use this spreadsheet instead of creating one; with --sealed, one for each workbook.",
)
@click.option("--sealed", is_flag=True, help="A separate workbook for each team or seat, beside a public one.")
@click.option("--open-hands", is_flag=True, help="Share one workbook even though the game has secrets.")
@click.option(
    "--every", metavar="TIME", callback=duration_option, help="Deadline for each turn: 24h, 90m, 2d (default: none)."
)
@click.option(
    "--at",
    "times",
    multiple=True,
    metavar="TIME",
    callback=clock_times_option,
    help='Fixed deadline, like "Sun 17:00" or "daily 20:30"; may be repeated.',
)
@click.option(
    "--at-least",
    "least",
    metavar="TIME",
    callback=duration_option,
    help="With --at: the least time for a turn, also where one ended early (default: half of the time between two "
    "deadlines, 12h at most).",
)
@click.option(
    "--clock",
    "clocks",
    multiple=True,
    metavar="NAME=TIME",
    callback=clocks_option,
    help="Length of a clock of the game, like turn=2d; may be repeated. It stops while others are asked.",
)
@click.option(
    "--hours",
    metavar="FROM-TO",
    callback=hours_option,
    help="Playing hours, like 8-23: no deadline passes outside them, and clocks stand still.",
)
@click.option(
    "--not",
    "off",
    multiple=True,
    metavar="DAYS",
    callback=days_off_option,
    help="Days without play: sat,sun or 2026-12-24 or 2026-12-24..2027-01-02; may be repeated.",
)
@click.option(
    "--own-zones",
    is_flag=True,
    help="With --clock: each seat's clock keeps the playing hours in the time zone of its player (roster column zone).",
)
@click.option("--wait", is_flag=True, help="Wait for the deadline even when everyone is ready.")
@click.option(
    "--grace", metavar="TIME", callback=duration_option, help="How long after the deadline late moves still count."
)
@click.option(
    "--extensions",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Number of extensions that each seat may use.",
)
@click.option("--extension", default="24h", show_default=True, metavar="TIME", callback=duration_option,
              help="The longest extension.")  # fmt: skip
@click.option(
    "--vacation",
    metavar="TIME",
    callback=duration_option,
    help="How long each seat may be away in the match, in all (default: as long as it likes).",
)
@click.option(
    "--away-side",
    type=click.Choice(["play", "wait"]),
    default="play",
    show_default=True,
    help="While all of a side are away: go on by --no-show, or play no turn until one is back.",
)
@click.option(
    "--heir",
    default="",
    metavar="PLAYER",
    help="The player, with an account in the roster, who may ask for the desk of a game master who is gone.",
)
@click.option(
    "--after",
    "heir_after",
    default="14d",
    show_default=True,
    metavar="TIME",
    callback=duration_option,
    help="With --heir: how long after that the game master has to answer.",
)
@click.option(
    "--open-seats",
    is_flag=True,
    help="Let people take the seats on the tab Free seats, those without a player in the roster; the match begins when "
    "all are taken, or when you untick Pause.",
)
@click.option(
    "--start",
    metavar="TIME",
    help='With --open-seats: begin then, if each side has a player: "Sun 17:00", "2026-11-24 20:00" or 48h.',
)
@click.option("--votes", is_flag=True, help="Let a majority of the players extend, pause and excuse.")
@click.option(
    "--no-show",
    type=click.Choice(["hold", "standing", "bot"]),
    default="standing",
    show_default=True,
    help="What an absent seat does: nothing, its standing order, or the move of a bot.",
)
@click.option(
    "--no-answer",
    type=click.Choice(["pass", "bot"]),
    default="pass",
    show_default=True,
    help="What counts when nobody answers a question in time: its row as it was drawn, or the answer of a bot.",
)
@click.option(
    "--open-after",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Number of no-shows in a row after which a seat is free for a substitute.",
)
@click.option("--remind", metavar="TIME", callback=duration_option, help="Remind people this long before the deadline.")
@click.option(
    "--appeal",
    metavar="TIME",
    callback=duration_option,
    help="How long a ruling may be appealed (default: rulings are final).",
)
@click.option(
    "--zone", default="UTC", show_default=True, callback=zone_option, help="Time zone of the times on the sheet."
)
@click.option(
    "--dice",
    type=click.Choice(["keyed", "manual"]),
    default="keyed",
    show_default=True,
    help="keyed: the program rolls, and anyone can check it. manual: the GM rolls real dice and types what they show; "
    "only the first position is rolled by the program.",
)
@click.option(
    "--beacon",
    type=click.Choice(["drand"]),
    help="Mix a public round into the dice of each turn, so that nobody, not even whoever runs the sync, can foresee a "
    "roll. A turn is then played some 10 seconds after its lock.",
)
@click.option("--gm", "gms", multiple=True, metavar="ACCOUNT", callback=addresses,
              help="Account that may use the GM tab; may be repeated.")  # fmt: skip
@click.option(
    "--share",
    "sharing",
    type=click.Choice(["invite", "link", "hand"]),
    default="invite",
    show_default=True,
    help="invite: the program invites the accounts of the roster. link: whoever has the link may come in; cells are "
    "then kept for nobody. hand: you invite people yourself.",
)
@click.option("--group", default="", metavar="ADDRESS", callback=address,
              help="A Google Group of all players, invited instead of them to what all of them see.")  # fmt: skip
@click.option(
    "--allow-others",
    is_flag=True,
    help="With --sealed: use private spreadsheets although others can open them. The GM tab names who.",
)
@click.option(
    "--replay/--no-replay",
    default=None,
    help="A tab with the boards of the last five turns (default: on Google; a local spreadsheet has a slider).",
)
@click.option("--mail", is_flag=True, help="Let Google write an e-mail to people whose address has no account.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(
    game_name: str | None,
    source: Path | None,
    turn: str | None,
    name: str | None,
    title: str | None,
    roster: Path | None,
    assigned: tuple[str, ...],
    named: tuple[str, ...],
    sealed: bool,
    open_hands: bool,
    every: float | None,
    times: tuple[ClockTime, ...],
    least: float | None,
    hours: str | None,
    off: tuple[str, ...],
    own_zones: bool,
    wait: bool,
    grace: float | None,
    extensions: int,
    extension: float,
    vacation: float | None,
    votes: bool,
    open_seats: bool,
    start: str | None,
    away_side: str,
    heir: str,
    heir_after: float,
    no_show: str,
    clocks: dict[str, float],
    no_answer: str,
    open_after: int,
    remind: float | None,
    appeal: float | None,
    zone: str,
    dice: str,
    beacon: str | None,
    gms: tuple[str, ...],
    sharing: str,
    group: str,
    allow_others: bool,
    mail: bool,
    replay: bool | None,
    as_json: bool,
    installation: Installation,
) -> None:
    """Create a match of GAME: its first position, its spreadsheet, and who may type where.

    \b
    sheets-gm new gvg --name friday --roster friends.csv --every 24h
    sheets-gm new gvg --at "Sun 17:00" --zone Europe/London --grace 2h --extensions 2 --no-show bot
    sheets-gm new gvg --every 24h --zone Europe/Berlin --hours 8-23 --not sat,sun --not 2026-12-24..2027-01-02
    sheets-gm new gvg --set max_turns=30 --set turn_mode=blind
    sheets-gm new gvg --sheet https://docs.google.com/spreadsheets/d/…/edit
    sheets-gm new gvg --sealed --sheet public=URL --sheet team.blue=URL --sheet team.red=URL --sheet gm=URL
    sheets-gm new gvg --sealed --share link
    sheets-gm new --from exports/friday.xlsx --turn "Turn 12"
    """
    from sheets_gm.adapters.export.signing import public_key
    from sheets_gm.adapters.google.account_pool import account_for_new_match
    from sheets_gm.adapters.google.drive.files import (
        by_workbook,
        check_named,
        check_not_the_store,
        check_private,
        check_usable,
    )
    from sheets_gm.adapters.installation import templates
    from sheets_gm.adapters.people import roster as rosters
    from sheets_gm.adapters.public_beacon.signatures import check_installed
    from sheets_gm.adapters.stores import from_settings
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.creation import NewMatch, create_match
    from sheets_gm.gm.match_record.deadlines import is_ever
    from sheets_gm.gm.match_record.playing_hours import playing_hours
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.gm.workbooks.layout import workbook_layouts
    from sheets_gm.gm.workbooks.sharing import (
        guests_of,
        invitations,
        is_named,
        is_private,
        is_public,
        shares_of,
        stranger_lines,
        uninvited_lines,
    )
    from sheets_gm.kernel.match.signed import fingerprint

    if source is None and (turn or not game_name):
        raise click.UsageError("Name a GAME (sheets-gm games lists them), or --from FILE for a sandbox.")
    if sealed and open_hands:
        raise click.UsageError("--sealed hides hands and --open-hands shows them: use only one of them.")
    if allow_others and not sealed:
        raise click.UsageError("--allow-others is for --sealed: other matches have no private spreadsheets.")
    if beacon and dice == "manual":
        raise click.UsageError("--beacon is for keyed dice: with --dice manual the game master rolls.")
    if beacon:
        check_installed()
    if not every and not times and not clocks:
        check_needs_no_deadline(
            {
                "--hours": hours,
                "--not": off,
                "--wait": wait,
                "--grace": grace,
                "--extensions": extensions,
                "--remind": remind,
            }
        )
    played = playing_hours(hours, off)
    if own_zones and not (clocks and played):
        raise click.UsageError("--own-zones is for the clocks of seats in playing hours: add --clock and --hours.")
    if played and times and not is_ever(times, played):
        raise click.UsageError(f"No turn would ever be due: the match is played {played}, and no time of --at is then.")
    if least is not None and not times:
        raise click.UsageError('--at-least needs fixed deadlines: add --at "daily 18:00".')
    origin = _origin(source, turn, game_name, assigned)
    game = find(origin.charter.game if origin else str(game_name))
    check_clocks(game, clocks)
    if origin:
        name = check_name(name or origin.name(installation.store.names() if installation.is_there else ()))
        title = f"Sandbox: {title or origin.title}"
        settings, seats = game.settings.model_validate(origin.charter.settings), origin.taken.seats
    else:
        name = check_name(name or game.name)
        settings = settings_of(game.settings, assigned, game.name)
        seats = rosters.made_up(game.places(settings))
    if roster:
        seats = rosters.read(roster, game, settings)
        if origin:
            check_fits(seats, origin.taken)
    if away_side == "wait" and clocks:
        raise click.UsageError("--away-side wait stops deadlines, and no clocks: leave out --clock.")
    begins = start_of(start, zone, open_seats=open_seats)
    free = without_player(seats, is_made_up=roster is None and origin is None) if open_seats else ()
    if open_seats:
        seats = with_free_names(seats, free)
    policy = Policy(
        layout="sealed" if sealed else "shared",
        open_hands=open_hands,
        every=every,
        at=times,
        least=least,
        hours=played,
        own_zones=own_zones,
        early=not wait,
        grace=grace or 0.0,
        extensions=extensions,
        extension=extension,
        vacation=vacation or 0.0,
        votes=votes,
        side_waits=away_side == "wait",
        heir=check_heir(heir, seats),
        heir_after=heir_after,
        no_show=no_show,
        no_answer=no_answer,
        clocks=clocks,
        open_after=open_after,
        remind=remind or 0.0,
        appeal=appeal or 0.0,
        zone=zone,
        gm=gms,
        sharing=sharing,
        group=group,
        mail=mail,
        allow_others=allow_others,
    )
    books = workbook_layouts(game, settings, seats, policy, real_dice=dice == "manual")
    keys = [book.key for book in books]
    documents = by_workbook(named, keys)
    check_not_the_store(documents, from_settings.store_document(installation.settings))
    installation.may_create_store = True
    sheets = account_for_new_match(installation.sheets, installation.store, documents)
    policy = policy.but(replay=not sheets.is_local if replay is None else replay)
    check_named(sheets, documents, keys, shlex.join(["sheets-gm", *sys.argv[1:]]))
    owner = (sheets.identity and sheets.identity.account) or ""
    shares = shares_of(policy, seats, books, owner)
    check_usable(sheets, documents, installation.store, inviting=shares > 0 or sharing == "link")
    if not allow_others:
        private = {book.key: guests_of(policy, seats, book) for book in books if is_private(policy, book)}
        check_private(sheets, documents, private)
    if shares and not as_json:
        click.echo(invitations(shares, len(books)))
    seed = os.urandom(32)
    new = NewMatch(
        game=game,
        template=templates.template(game.name),
        match=name,
        title=title or f"{game.title}: {name}",
        settings=settings,
        seats=seats,
        policy=policy,
        seed=seed,
        documents=documents,
        account=sheets.identity.account if sheets.peers and sheets.identity else "",
        dice=dice,
        beacon=QUICKNET if beacon else "",
        key=public_key(seed),
        sandbox=origin.taken.sandbox if origin else None,
        open_seats=free,
        begins=begins,
    )
    record = create_match(new, installation.store, sheets, time.time)
    links = {book.key: book.link for book in record.workbooks}
    charter = record.charter
    if as_json:
        made = {"match": charter.match, "game": game.name, "workbooks": links, "top": charter.top, "key": charter.key}
        print_json(made)
        return
    click.echo(f"Created {charter.title}.")
    if charter.sandbox:
        click.echo(f"  a sandbox of {charter.sandbox.match}: {charter.sandbox.label} is played first, with other dice")
    for key, link in links.items():
        click.echo(f"  {key:<10} {link}")
    if free:
        click.echo(f"  {free_seats_line(record)}")
    if record.due is not None:
        click.echo(f"  {deadlines_line(record.policy, record.due)}")
    click.echo(f"  dice chain {charter.top[:16]}… (also on the Dice tab)")
    click.echo(f"  record signed by {fingerprint(charter.key)}… (also on the Dice tab)")
    if len(books) > 1 and not sheets.is_local:
        click.echo(f"  {cost_of_a_step(len(books), installation)}")
    ignored = rosters.ignored(roster, game, settings) if roster else ""
    known = all(is_named(policy, book) for book in books if not is_public(book))
    if sharing != "invite":
        click.echo("Send your players the link." if len(links) == 1 else "Send each player the links.")
    warnings = [ignored] if ignored else []
    if not known:
        warnings.append("Whoever may edit a spreadsheet can edit the cells of all of its players.")
    if sealed:
        warnings += uninvited(
            name, () if sharing == "link" else [seat for seat in seats if seat.id not in free], books, gms
        )
    else:
        warnings += unprotected([seat for seat in seats if seat.id not in free] if known else (), gms)
    for line in (*warnings, *stranger_lines(record), *uninvited_lines(record), *missing_accounts(sheets, record)):
        click.echo(f"  ⚠ {line}")
    click.echo("Next: sheets-gm sync    (answers players and plays the turns that are due)")


def _origin(source: Path | None, turn: str | None, game_name: str | None, assigned: tuple[str, ...]) -> Origin | None:
    """Where a sandbox comes from; None for a match that begins as the rules say."""
    if source is None:
        return None
    if assigned:
        raise click.UsageError("--set cannot be used with --from: a sandbox has the settings of its match.")
    return origin_of_sandbox(source, turn, game_name)
