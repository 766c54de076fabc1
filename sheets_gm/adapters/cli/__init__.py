"""The command line `sheets-gm`.

Laws: a command says what it did in plain words on standard output, with `--json` as one JSON value; what went wrong
goes to standard error as one line that says what to do next, with an exit code: 1 for a mistake of the caller, 2 for
wrong words on the line, 3 for a broken installation, 4 for a spreadsheet service that cannot be reached, 5 for a
verification that failed. A command is imported when it is called, so the first line of help comes at once.
"""

from __future__ import annotations

import importlib
import sys

import click

SECTIONS = {
    "Matches": {
        "demo": "Watch bots play a whole match on a local spreadsheet.",
        "games": "List the games.",
        "new": "Found a match and lay out its spreadsheet.",
        "sync": "Poll all matches: answer what players type, play turns that are due.",
        "resolve": "Play the open turn of a match now, or look at what would happen.",
        "status": "Show matches, and who is waited for.",
        "export": "Write the final match sheet: a workbook, or JSON that can be verified.",
        "verify": "Recompute every roll and state of an exported match.",
    },
    "The game master's desk": {
        "pause": "Stop the clock of a match.",
        "resume": "Let it go on.",
        "extend": "Move the deadline.",
        "excuse": "Wait for a seat no longer in this step.",
        "override": "Put a value of the position right.",
        "rewind": "Play on from an earlier position.",
        "substitute": "Give a seat to another person.",
        "concede": "Let a team give up.",
        "claim": "Ask for a ruling.",
        "rule": "Decide a claim.",
        "appeal": "Appeal against a ruling.",
    },
    "Running it": {
        "login": "Sign in with your own Google account.",
        "doctor": "Look for everything that can be wrong, and say how to mend it.",
        "deploy": "Write what runs the sync: for cron, systemd, a CI schedule.",
        "plan": "Tell how many matches Google's quota carries.",
        "unstick": "Poll a match again that was set aside.",
        "rebuild": "Lay out a match's spreadsheets anew; what players typed stays.",
        "forget": "Take a match out of the store that was made by mistake.",
        "recheck": "Replay live matches on the installed rules, after an upgrade.",
        "serve": "Run the local spreadsheet, which speaks Google's API.",
        "account": "Manage who may use the local spreadsheet: links, key files for programs.",
    },
}
COMMANDS = {name: help_ for section in SECTIONS.values() for name, help_ in section.items()}
TOGETHER = dict.fromkeys((*SECTIONS["The game master's desk"], "unstick"), "desk")
"""Commands that stand together in one module."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"{__name__}.{TOGETHER.get(name, name)}")
        command = module.COMMANDS[name] if name in TOGETHER else module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{name} offers no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sheets-gm")
def cli() -> None:
    """A game master that lives in a spreadsheet.

    Players type moves into cells; a sync reads them, plays the turn and writes back the board.

    \b
    First look:      sheets-gm demo gvg
    A real match:    sheets-gm new gvg --name friday
                     sheets-gm sync
    """


def main() -> None:
    """The program."""
    from sheets_gm.adapters.cli.exit_codes import exit_code

    try:
        cli.main(standalone_mode=False)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        code = exit_code(type(error))
        if code is None:
            raise
        click.echo(f"sheets-gm: {error}", err=True)
        sys.exit(code)
