"""`sheets-gm doctor --rehearse`: everything that play needs, tried on a real service."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, print_json
from sheets_gm.kernel.english import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sheets_gm.adapters.doctor.rehearsal.asking import Row, Tried
    from sheets_gm.adapters.doctor.rehearsal.stage import Stage
    from sheets_gm.adapters.google.google_sheets import GoogleSheets

REPORT = "report.json"
"""The file with the findings: steps, differences, seconds, calls and the raw answers."""

BREAKS_PLAY = 6
"""The exit code if something differs in a way that breaks play."""

AT_HAND = """Have at hand for the evening:
- a phone with the app Google Sheets, signed in with an account that is not the owner of the spreadsheet
- a browser that is signed in with two accounts, and the consent or key of the second one (--second FILE)
- an hour, and no other sync of the same Google project: the quota of a minute is used up once
What you cannot see, answer with n."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to rehearse: the names of steps (none: all), a spreadsheet to use, addresses to invite, a second account.

    *evening*: somebody is at the keyboard, and a quota may be used up for a minute.
    """

    only: tuple[str, ...]
    sheet: str
    guests: tuple[str, ...]
    second: Path | None
    evening: bool
    folder: Path


def rehearse(installation: Installation, wanted: Wanted, *, as_json: bool) -> None:
    """Try the steps, print the differences, save the answers. Exit with `BREAKS_PLAY` if a difference breaks play."""
    from sheets_gm.adapters.doctor.rehearsal.asking import rehearsed
    from sheets_gm.adapters.doctor.rehearsal.stage import Stage

    rows, sheets = _rows(wanted.only), installation.sheets
    _check_named(sheets, wanted.sheet)
    _check_free(sheets, wanted.sheet)
    stage = Stage(
        sheets,
        time.sleep,
        time.monotonic,
        wanted.sheet,
        wanted.guests,
        _second(installation, wanted.second),
        (lambda text: str(click.prompt(text, err=True))) if wanted.evening else None,
    )
    if wanted.evening:
        click.echo(AT_HAND, err=True)
    done: list[Tried] = []
    for tried in rehearsed(stage, rows, lambda row: click.echo(f"{row.name}: {row.does} ...", err=True)):
        done.append(tried)
        if not as_json:
            _print(tried)
    report = _report(stage, done)
    _save(wanted.folder, report, done)
    if as_json:
        print_json(report)
    else:
        _print_summary(report, wanted.folder)
    if any(each.breaks for each in done):
        raise SystemExit(BREAKS_PLAY)


def _save(folder: Path, report: dict[str, Any], done: Sequence[Tried]) -> None:
    """Write the findings and the raw answers to *folder*, without anything that identifies people."""
    from sheets_gm.adapters.doctor.rehearsal.stage import without_names

    answers = {each.row.name: [exchange._asdict() for exchange in each.exchanges] for each in done}
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(without_names({**report, "answers": answers}), indent=1, ensure_ascii=False)
    (folder / REPORT).write_text(text + "\n", encoding="utf-8")


def _rows(names: Sequence[str]) -> tuple[Row, ...]:
    from sheets_gm.adapters.doctor.rehearsal.rows import ROWS

    steps = [row.name for row in ROWS]
    for name in names:
        if name not in steps:
            raise click.BadParameter(f"there is no step {name}: choose one of {', '.join(steps)}.", param_hint="--only")
    return tuple(row for row in ROWS if not names or row.name in names)


def _check_named(sheets: GoogleSheets, sheet: str) -> None:
    """Raise `UsageError` if a service account, which cannot make spreadsheets, was given none."""
    identity = sheets.identity
    if not sheet and identity is not None and identity.is_service_account:
        raise click.UsageError(
            "A service account makes no spreadsheets: make one at https://sheets.new, share it with "
            f"{identity.account} as Editor, and name it with --sheet URL."
        )


def _check_free(sheets: GoogleSheets, sheet: str) -> None:
    """Raise `BadParameter` if a match is played in the spreadsheet."""
    from sheets_gm.adapters.doctor.rehearsal.stage import document_id
    from sheets_gm.adapters.google.drive.files import file_access

    if sheet and file_access(sheets, document_id(sheet)).protected:
        raise click.BadParameter("a match is played there: name a spreadsheet without one.", param_hint="--sheet")


def _second(installation: Installation, path: Path | None) -> GoogleSheets | None:
    """Return the second account, from its key file or its consent file."""
    from sheets_gm.adapters.google.accounts import credentials
    from sheets_gm.adapters.google.opening import open_account

    if path is None:
        return None
    file = installation.folder / path
    kind = ""
    if file.is_file():
        try:
            kind = json.loads(file.read_text(encoding="utf-8")).get("type", "")
        except (ValueError, AttributeError):
            kind = ""
    identity = credentials.user(file) if kind == "authorized_user" else credentials.service_account(file)
    if not identity.account:
        raise click.BadParameter(f"{path} does not name its account: sign in again with sheets-gm login.")
    return open_account(identity, installation.settings.google.endpoint)


def _print(tried: Tried) -> None:
    step = tried.row
    if tried.left_out:
        click.echo(f"{click.style('--   ', fg='cyan')} {step.name}: {tried.left_out}")
        return
    colour, word = ("red", "bad") if tried.breaks else ("yellow", "other") if tried.differences else ("green", "ok")
    measured = [f"{value} {name}" for name, value in tried.measures.items()]
    used = ", ".join([f"{tried.seconds:.1f} s", *(f"{count} {kind}" for kind, count in tried.calls.items()), *measured])
    click.echo(f"{click.style(f'{word:<5}', fg=colour)} {step.name} ({used})")
    for each in tried.differences:
        click.echo(f"        {each.fact}: {_short(each.found)}; it should be {_short(each.expected)}")
    if tried.differences:
        click.echo(f"      This means: {step.means}.")
        click.echo(f"      What to do: {step.advice}.")


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:199]}…"


def _print_summary(report: dict[str, Any], folder: Path) -> None:
    summary = report["summary"]
    calls = ", ".join(f"{count} {kind}" for kind, count in summary["calls"].items())
    click.echo("")
    steps, differences = counted(summary["steps"], "step"), counted(summary["differences"], "difference")
    click.echo(f"{steps} in {summary['seconds']} s with {calls} calls; {summary['left out']} left out.")
    click.echo(f"{differences}, {summary['breaking']} of which break play. Raw answers: {folder}")
    for line in report["left"]:
        click.echo(f"Left: {line}")


def _report(stage: Stage, done: Sequence[Tried]) -> dict[str, Any]:
    calls: Counter[str] = Counter()
    for each in done:
        calls.update(each.calls)
    every = [difference for each in done for difference in each.differences]
    return {
        "steps": [_step_report(each) for each in done],
        "left": list(stage.left),
        "summary": {
            "steps": sum(not each.left_out for each in done),
            "left out": sum(bool(each.left_out) for each in done),
            "seconds": round(sum(each.seconds for each in done), 1),
            "calls": dict(calls),
            "differences": len(every),
            "breaking": sum(each.breaks for each in every),
        },
    }


def _step_report(tried: Tried) -> dict[str, Any]:
    step = tried.row
    return {
        **{name: getattr(step, name) for name in ("name", "does", "means", "advice")},
        "left out": tried.left_out,
        "seconds": round(tried.seconds, 2),
        "calls": tried.calls,
        "measures": tried.measures,
        "differences": [asdict(each) for each in tried.differences],
    }
