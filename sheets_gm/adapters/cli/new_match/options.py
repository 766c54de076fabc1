"""What `sheets-gm new` can be asked for: its argument, and its options as `--help` lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, address, addresses
from sheets_gm.adapters.cli.durations import (
    clock_times_option,
    clocks_option,
    days_off_option,
    duration_option,
    hours_option,
    zone_option,
)
from sheets_gm.gm.match_record.plans import MOST_PLANS

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.clock_times import ClockTime


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What was asked for, by the names of the options."""

    game_name: str | None
    source: Path | None
    turn: str | None
    name: str | None
    title: str | None
    roster: Path | None
    assigned: tuple[str, ...]
    named: tuple[str, ...]
    sealed: bool
    open_hands: bool
    every: float | None
    times: tuple[ClockTime, ...]
    least: float | None
    hours: str | None
    off: tuple[str, ...]
    wait: bool
    grace: float | None
    extensions: int
    extension: float
    vacation: float | None
    delay: str
    votes: bool
    plans: int
    open_seats: bool
    start: str | None
    away_side: str
    heir: str
    heir_after: float
    no_show: str
    clocks: dict[str, float]
    no_answer: str
    open_after: int
    remind: float | None
    appeal: float | None
    zone: str
    dice: str
    beacon: str | None
    gms: tuple[str, ...]
    sharing: str
    group: str
    allow_others: bool
    mail: bool
    as_json: bool


_OPTIONS = (
    click.argument("game_name", metavar="GAME", required=False),
    click.option(
        "--from",
        "source",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A sandbox: begin with a position of this exported match (.xlsx, .html or .json), with dice of its own.",
    ),
    click.option(
        "--turn", metavar="TURN", help="With --from: the turn to play first, like “Turn 12” or #57 for an entry."
    ),
    click.option("--name", help="Name of the match on the command line (default: the name of the game)."),
    click.option("--title", help="Title of the spreadsheet."),
    click.option(
        "--roster", type=click.Path(path_type=Path), help="CSV file: player, team, seat, captain, account, ..."
    ),
    click.option(
        "--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated."
    ),
    click.option(
        "--sheet",
        "named",
        multiple=True,
        metavar="[KEY=]URL",
        help="Use this spreadsheet instead of creating one; with --sealed, one for each workbook.",
    ),
    click.option(
        "--sealed",
        is_flag=True,
        help="A separate workbook for each team or seat, beside a public one. Games with secrets always have them.",
    ),
    click.option("--open-hands", is_flag=True, help="Share one workbook even though the game has secrets."),
    click.option(
        "--every",
        metavar="TIME",
        callback=duration_option,
        help="Deadline for each turn: 24h, 90m, 2d (default: none).",
    ),
    click.option(
        "--at",
        "times",
        multiple=True,
        metavar="TIME",
        callback=clock_times_option,
        help='Fixed deadline, like "Sun 17:00" or "daily 20:30"; may be repeated.',
    ),
    click.option(
        "--at-least",
        "least",
        metavar="TIME",
        callback=duration_option,
        help="With --at: the least time for a turn, also where one ended early (default: half of the time between two "
        "deadlines, 12h at most).",
    ),
    click.option(
        "--clock",
        "clocks",
        multiple=True,
        metavar="NAME=TIME",
        callback=clocks_option,
        help="Length of a clock of the game, like turn=2d; may be repeated. It stops while others are asked.",
    ),
    click.option(
        "--hours",
        metavar="FROM-TO",
        callback=hours_option,
        help="Playing hours, like 8-23: no deadline passes outside them, and clocks stand still.",
    ),
    click.option(
        "--not",
        "off",
        multiple=True,
        metavar="DAYS",
        callback=days_off_option,
        help="Days without play: sat,sun or 2026-12-24 or 2026-12-24..2027-01-02; may be repeated.",
    ),
    click.option("--wait", is_flag=True, help="Wait for the deadline even when everyone is ready."),
    click.option(
        "--grace", metavar="TIME", callback=duration_option, help="How long after the deadline late moves still count."
    ),
    click.option(
        "--extensions",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        help="Number of extensions that each seat may use.",
    ),
    click.option(
        "--extension",
        default="24h",
        show_default=True,
        metavar="TIME",
        callback=duration_option,
        help="The longest extension.",
    ),
    click.option(
        "--vacation",
        metavar="TIME",
        callback=duration_option,
        help="How long each seat may be away in the match, in all (default: as long as it likes).",
    ),
    click.option(
        "--away-side",
        type=click.Choice(["play", "wait"]),
        default="play",
        show_default=True,
        help="While all of a side are away: go on by --no-show, or play no turn until one is back.",
    ),
    click.option(
        "--heir",
        default="",
        metavar="PLAYER",
        help="The player, with an account in the roster, who may ask for the desk of a game master who is gone.",
    ),
    click.option(
        "--after",
        "heir_after",
        default="14d",
        show_default=True,
        metavar="TIME",
        callback=duration_option,
        help="With --heir: how long after that the game master has to answer.",
    ),
    click.option(
        "--open-seats",
        is_flag=True,
        help="Let people take the seats on the tab Free seats, those without a player in the roster; the match begins "
        "when all are taken, or when you untick Pause.",
    ),
    click.option(
        "--start",
        metavar="TIME",
        help='With --open-seats: begin then, if each side has a player: "Sun 17:00", "2026-11-24 20:00" or 48h.',
    ),
    click.option(
        "--delay", default="none", metavar="TURNS", help="How late followers see the match: 1 turn, 2 turns, or none."
    ),
    click.option("--votes", is_flag=True, help="Let a majority of the players extend, pause and excuse."),
    click.option(
        "--plans",
        type=click.IntRange(0, MOST_PLANS),
        default=0,
        show_default=True,
        help="How many orders each player may plan ahead, under conditions, on a tab Plan ahead.",
    ),
    click.option(
        "--no-show",
        type=click.Choice(["hold", "standing", "bot"]),
        default="standing",
        show_default=True,
        help="What an absent seat does: nothing, its standing order, or the move of a bot.",
    ),
    click.option(
        "--no-answer",
        type=click.Choice(["pass", "bot"]),
        default="pass",
        show_default=True,
        help="What counts when nobody answers a question in time: its row as it was drawn, or the answer of a bot.",
    ),
    click.option(
        "--open-after",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        metavar="N",
        help="Number of no-shows in a row after which a seat is free for a substitute.",
    ),
    click.option(
        "--remind", metavar="TIME", callback=duration_option, help="Remind people this long before the deadline."
    ),
    click.option(
        "--appeal",
        metavar="TIME",
        callback=duration_option,
        help="How long a ruling may be appealed (default: rulings are final).",
    ),
    click.option(
        "--zone", default="UTC", show_default=True, callback=zone_option, help="Time zone of the times on the sheet."
    ),
    click.option(
        "--dice",
        type=click.Choice(["keyed", "manual"]),
        default="keyed",
        show_default=True,
        help="keyed: the program rolls, and anyone can check it. manual: the GM rolls real dice and types what they "
        "show; only the first position is rolled by the program.",
    ),
    click.option(
        "--beacon",
        type=click.Choice(["drand"]),
        help="Mix a public round into the dice of each turn, so that nobody, not even whoever runs the sync, can "
        "foresee a roll. A turn is then played some 10 seconds after its lock.",
    ),
    click.option(
        "--gm",
        "gms",
        multiple=True,
        metavar="ACCOUNT",
        callback=addresses,
        help="Account that may use the GM tab; may be repeated.",
    ),
    click.option(
        "--share",
        "sharing",
        type=click.Choice(["invite", "link", "hand"]),
        default="invite",
        show_default=True,
        help="invite: the program invites the accounts of the roster. link: whoever has the link may come in; cells "
        "are then kept for nobody. hand: you invite people yourself.",
    ),
    click.option(
        "--group",
        default="",
        metavar="ADDRESS",
        callback=address,
        help="A Google Group of all players, invited instead of them to what all of them see.",
    ),
    click.option(
        "--allow-others",
        is_flag=True,
        help="With --sealed: use private spreadsheets although others can open them. The GM tab names who.",
    ),
    click.option("--mail", is_flag=True, help="Let Google write an e-mail to people whose address has no account."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON."),
)


def match_options(command: Callable[[Asked, Installation], None]) -> Callable[..., None]:
    """Give *command* all that can be asked for, as one value."""

    @wraps(command)
    def ask(installation: Installation, **given: Any) -> None:
        command(Asked(**given), installation)

    asking: Callable[..., None] = ask
    for option in reversed(_OPTIONS):
        asking = option(asking)
    return asking
