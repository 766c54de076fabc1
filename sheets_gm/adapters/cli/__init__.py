"""The command line `sheets-gm`.

A command reports what it did in plain words on standard output, or with `--json` as one JSON value. An error is one
line on standard error that states what to do next. Exit codes: 1, the command cannot be carried out; 2, wrong usage; 3,
the installation must be fixed; 4, the spreadsheet service cannot be reached; 5, a verification failed.

Each command is imported only when it is called, so that help appears at once.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
from difflib import get_close_matches

import click

from sheets_gm.gm.between import GROUP

SECTIONS = {
    "Matches": {
        "demo": "Watch bots play a whole match on a local spreadsheet.",
        "games": "List the games.",
        "arena": "Let bots play many matches against each other: who wins how often.",
        "templates": "Copy the template of a game to edit it, and compare the copy after an upgrade.",
        "import": "Fill a table of a game from a public data file.",
        "new-game": "Write the folder of a game of your own.",
        "new": "Create a match and build its spreadsheet.",
        "sync": "Poll all matches: answer players, play the turns that are due.",
        "resolve": "Play the open turn of a match now, or preview it.",
        "roll": "Type what a real die showed, or list the rolls that a match waits for.",
        "status": "Show matches and who still has to move.",
        "export": "Export a match: an Excel workbook, and JSON that can be verified.",
        "picture": "Draw the board of a match as a picture, or the whole match as a moving one.",
        "calendar": "Write the deadlines of a match for a calendar.",
        "verify": "Recompute every roll and position of an exported match.",
        "season": "Count the results of many matches: standings, ratings, records.",
    },
    "Desk": {
        "pause": "Stop the clock of a match.",
        "resume": "Restart the clock of a match.",
        "extend": "Move the deadline.",
        "put-back": "Put the deadline back after an outage or a leap of the clock.",
        "excuse": "Stop waiting for a seat in this step.",
        "change": "Change the rhythm, the captain, the game masters and more.",
        "fill-in": "Fill in the row of a player who cannot.",
        "override": "Correct a value of the position.",
        "rewind": "Go back to an earlier position.",
        "substitute": "Give a seat to another person.",
        "concede": "Record that a team gives up.",
        "claim": "Ask for a ruling.",
        "rule": "Decide a claim.",
        "appeal": "Appeal against a ruling.",
    },
    "Seats": {
        "away": "Do not wait for somebody who is away.",
        "back": "Wait again for somebody who is back.",
        "deputy": "Let somebody fill in for a player.",
        "offer": "Let somebody take a seat.",
        "give-up": "Note that somebody has left, and the seat is free.",
        "exchange": "Let two players change places.",
        "join": "Let somebody join a running match in a new seat.",
        "reserve": "Let somebody wait for a seat.",
        "notices": "Say when a player wants to hear of a match.",
        "nudge": "Ask somebody who is late to go on.",
        "vote": "Note what a player votes for.",
        "say": "Say something to everybody.",
    },
    "Operation": {
        "login": "Sign in with your own Google account.",
        "doctor": "Check the installation and explain how to fix what is wrong.",
        "help": "Show a page of the manual.",
        "deploy": "Write the files that run the sync with cron, systemd or CI.",
        "capacity": "Estimate how many matches fit into Google's quota.",
        "invite": "Invite the players who are not invited yet.",
        "unstick": "Retry a match that was set aside.",
        "move": "Move a match to another store, installation or account.",
        "adopt": "Continue a match from another installation here.",
        "rebuild": "Rebuild a match's spreadsheets; what players typed stays.",
        "forget": "Delete a match that was created by mistake.",
        "forget-person": "Take somebody's name and address out of what is kept.",
        "recheck": "Replay live matches with the installed rules, after an upgrade.",
        "serve": "Run the local spreadsheet, a server that speaks Google's API.",
        "account": "Manage the accounts of the local spreadsheet: links and key files.",
    },
}
FIRST = ("demo", "serve", "new", "sync", "status", "resolve", "export", "help")
"""The commands that every game master needs. The help of the program explains them, and lists the others."""

FEATURES = "feature_commands"
"""The module with the commands of features, also in other packages."""

COMMANDS = {name: help_ for section in SECTIONS.values() for name, help_ in section.items()}
MODULES = {
    **dict.fromkeys((*SECTIONS["Desk"].keys() - {"change"}, *SECTIONS["Seats"]), FEATURES),
    **dict.fromkeys(("appeal", "notices", "unstick"), "desk"),
    "import": "import_file",
}
"""The modules of commands whose module has another name, or several commands. Others have the name of their command."""


NOT_INSTALLED = 3
"""The exit code if the installation must be fixed."""


ELSEWHERE = "Of other packages"
"""The heading of the commands of features in other packages."""


def _has_others() -> bool:
    """Whether some package has features: else they are not looked for, so that the help appears at once."""
    return bool(importlib.metadata.entry_points(group=GROUP))


def _others() -> dict[str, click.Command]:
    """Return the commands of features in other packages."""
    module = importlib.import_module(f"{__name__}.{FEATURES}")
    return {name: each for name, each in module.commands().items() if name not in COMMANDS}


class LazyGroup(click.Group):
    """The commands, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        from sheets_gm.adapters.cli.short_help import with_short_help

        if name not in COMMANDS:
            other = _others().get(name)
            return other and with_short_help(other)
        module = importlib.import_module(f"{__name__}.{MODULES.get(name, name.replace('-', '_'))}")
        command = module.commands()[name] if name in MODULES else module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"the module of {name} has no command")
        return with_short_help(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = get_close_matches(args[0], COMMANDS, n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]}?", ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one screen: the first commands, and the names of the others; with `--help-all` everything."""
        if ctx.meta.get(WHOLE):
            super().format_options(ctx, formatter)
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in FIRST])
        groups = [(title, [name for name in names if name not in FIRST]) for title, names in SECTIONS.items()]
        groups += [(ELSEWHERE, sorted(_others()))] if _has_others() else []
        with formatter.section("More commands (COMMAND --help explains one, --help-all all)"):
            formatter.write_dl([(title, ", ".join(names)) for title, names in groups])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))
        if _has_others():
            with formatter.section(ELSEWHERE):
                formatter.write_dl([(name, each.get_short_help_str(90)) for name, each in sorted(_others().items())])


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    """Print the version for `--version`."""
    if value and not ctx.resilient_parsing:
        from sheets_gm.adapters.installation.version import described

        click.echo(f"sheets-gm, version {described()}")
        ctx.exit()


WHOLE = "sheets_gm.whole_help"
"""The key of the context under which `--help-all` notes that it was typed."""


def _show_all(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    """Callback of `--help-all`."""
    if value and not ctx.resilient_parsing:
        ctx.meta[WHOLE] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


@click.group("sheets-gm", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
              help="Show the version, with the commit of a checkout, and exit.")  # fmt: skip
@click.option("--help-all", is_flag=True, is_eager=True, expose_value=False, callback=_show_all,
              help="Show all commands with a line about each, and exit.")  # fmt: skip
@click.pass_context
def cli(ctx: click.Context) -> None:
    """A game master that lives in a spreadsheet: the sync reads what players type, plays the turn and writes the board.
    A first look: sheets-gm demo gvg
    """
    from sheets_gm.adapters.installation import folders
    from sheets_gm.games.files import set_own_folder

    set_own_folder(folders.home())
    ctx.default_map = folders.defaults()


def main() -> None:
    """Run the program."""
    from sheets_gm.adapters.cli.exit_codes import exit_code

    try:
        cli.main(prog_name="sheets-gm", standalone_mode=False)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        from sheets_gm.adapters.files.system_errors import system_sentence

        code, text = exit_code(type(error)), str(error)
        if code is None and isinstance(error, OSError) and (sentence := system_sentence(error)):
            code, text = NOT_INSTALLED, sentence
        if code is None:
            raise
        click.echo(f"sheets-gm: {text}", err=True)
        sys.exit(code)
