"""What the README and the documents show is real: commands and their options, settings, names, links."""

from __future__ import annotations

import ast
import builtins
import contextlib
import csv
import json
import re
import shlex
import sqlite3
import subprocess
import tomllib
from pathlib import Path

import click
import pytest
from prometheus_client.parser import text_string_to_metric_families

from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.installation.settings import Google, PublicBeacon, Settings
from sheets_gm.adapters.installation.templates import template
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.adapters.sync_process import health
from sheets_gm.adapters.sync_process.health_page import metrics_answer
from sheets_gm.games.finding import game, games
from sheets_gm.gm.between.finding import desk_actions
from sheets_gm.localsheets.http_server import connections
from sheets_gm.localsheets.protocol import answer_size
from sheets_gm.localsheets.spreadsheet.calculation import budget
from sheets_gm.localsheets.spreadsheet.calculation.functions import FUNCTIONS
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.spilling import MOST_SPILLED
from sheets_gm.localsheets.spreadsheet.model.changes import MOST_MOVED, MOST_WRITTEN
from sheets_gm.localsheets.spreadsheet.model.document import MOST_CELLS, MOST_STORED
from sheets_gm.localsheets.spreadsheet.values import patterns
from sheets_gm.sheet.tabs import FormTab
from tests.adapters.stores.test_stores import entry, record
from tests.soak import main as soak

ROOT = Path(__file__).resolve().parent.parent
PAGES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))}
README = "\n".join(PAGES.values())

LINES = sorted(
    {
        found.group(0).strip("` ")
        for found in re.finditer(r"(?m)^ *sheets-gm [^\n#]+|`sheets-gm [^`]+`", README)
        if "..." not in found.group(0)
    }
)
BLOCKS = re.findall(r"(?ms)^( *)```(\w*)\n(.*?)^ *```$", README)


def blocks(kind: str) -> list[str]:
    """The blocks of code of a kind."""
    return [
        "\n".join(line.removeprefix(indent) for line in text.splitlines())
        for indent, name, text in BLOCKS
        if name == kind
    ]


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_documents_is_one_that_the_program_understands(line: str) -> None:
    words = shlex.split(line)[1:]
    if words == ["--version"]:
        return  # tests/adapters/installation/test_version.py runs it
    command: click.Command | None = cli
    parent = None
    while isinstance(command, click.Group):
        parent = click.Context(command, parent=parent)
        name = words.pop(0)
        command = command.get_command(parent, name)
    assert command is not None, line
    if words not in (["--help"], ["--help-all"], []):
        # what a sentence is not about, it may leave out
        with contextlib.suppress(click.MissingParameter):
            command.make_context(command.name, words, parent=parent).close()


@pytest.mark.parametrize("script", sorted(set(re.findall(r"scripts/[a-z_]+", README))))
def test_a_script_of_the_documents_is_there_and_can_be_run(script: str) -> None:
    path = ROOT / script
    assert path.is_file()
    assert path.stat().st_mode & 0o111


@pytest.mark.parametrize("line", sorted(set(re.findall(r"scripts/soak(?: -[^`#\n]*)?", README))))
def test_a_long_run_of_the_documents_is_one_that_the_soak_understands(line: str) -> None:
    words = shlex.split(line)[1:]
    with contextlib.suppress(click.BadOptionUsage):  # a sentence may leave out a number
        soak.make_context("soak", words).close()


def test_every_long_run_says_what_it_is_for() -> None:
    assert [each.name for each in soak.params if isinstance(each, click.Option) and not each.help] == []


def test_the_front_page_is_short_and_leads_to_every_page_once() -> None:
    assert len(PAGES["README.md"].encode()) <= 8_000
    links = re.findall(r"\]\(docs/([a-z-]+\.md)\)", PAGES["README.md"].partition("## The manual")[2])
    assert sorted(links) == sorted(set(PAGES) - {"README.md"})


def test_every_picture_of_a_board_is_shown_by_a_page() -> None:
    pictures = {path.name for path in (ROOT / "docs").glob("*.png")}
    assert [name for name in pictures if not any(name in page for page in PAGES.values())] == []


def test_the_pages_are_short_enough_to_be_read() -> None:
    """README and docs were 50,000 words once. Who adds a page takes away another."""
    assert sum(len(page.split()) for page in PAGES.values()) <= 25_000


def test_the_rules_name_the_tabs_of_the_questions_of_each_game() -> None:
    rows = dict(
        re.findall(r"(?m)^\| `(\w+)` \| ([^|]+) \| [^|]+ \|$", PAGES["rules.md"].split("## What you may ask")[1])
    )
    for name, tabs in rows.items():
        asks = [tab.key for tab in game(name).all_tabs() if isinstance(tab, FormTab) and tab.ask]
        titles = [template(name).tabs[key].title for key in asks]
        assert tabs == ", ".join(titles)
    assert {"champions", "gvg", "war_game", "wesnoth", "win_or_die"} == set(rows)


@pytest.mark.parametrize("text", [text for text in blocks("toml") if "[tabs." not in text])  # else it is a template
def test_settings_of_the_documents_are_ones_that_are_read(text: str) -> None:
    assert Settings.model_validate(tomllib.loads(text)) != Settings()


@pytest.mark.parametrize("text", blocks("sh"))
def test_a_block_of_commands_is_one_that_a_shell_understands(text: str) -> None:
    done = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False, timeout=20)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("page", PAGES)
def test_a_link_leads_to_what_is_there(page: str) -> None:
    folder = ROOT if page == "README.md" else ROOT / "docs"
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", PAGES[page]):
        name, _, anchor = target.partition("#")
        path = (folder / name).resolve() if name else folder / page
        assert path.exists(), target
        if anchor:
            headings = re.findall(r"(?m)^#+ (.+)$", path.read_text(encoding="utf-8"))
            anchors = {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
            assert anchor in anchors, target


def test_a_program_of_the_documents_has_all_its_imports() -> None:
    for text in blocks("python"):
        imported = re.findall(r"\w+", " ".join(re.findall(r"(?m)import (.*)$", text)))
        nodes = list(ast.walk(ast.parse(text)))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        known = {*dir(builtins), *imported, *(node.arg for node in nodes if isinstance(node, ast.arg))}
        known |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
        assert {node.id for node in names} <= known


def test_everybody_in_the_roster_of_the_readme_has_a_link() -> None:
    (roster,) = blocks("csv")
    listed = {row["account"] for row in csv.DictReader(roster.splitlines())}
    (serve,) = (line for line in LINES if line.startswith("sheets-gm serve --lan --data sheets --account"))
    assert listed
    assert listed <= set(shlex.split(serve))


def test_the_readme_shows_the_roster_before_the_command_that_reads_it() -> None:
    page = PAGES["README.md"]
    assert page.index("```csv\n") < page.index("--roster friends.csv")


def test_the_rooms_of_the_architecture_are_there() -> None:
    table = PAGES["architecture.md"].partition("| folder | what lives there |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`((?:sheets_gm|tests|templates)[a-z_/.]*)`", table))
    assert [each for each in named if not (ROOT / each).exists()] == []
    rooms = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "sheets_gm").rglob("__init__.py")}
    homes = re.compile(r"sheets_gm/(localsheets/|games/.+|.*/files/)|sheets_gm$")
    unnamed = {room for room in rooms if not homes.match(room) and f"`{room}`" not in table}
    assert unnamed == set()
    layers = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "sheets_gm").glob("*/__init__.py")}
    assert [layer for layer in layers if not any(f"{each}/".startswith(f"{layer}/") for each in named)] == []
    silent = [
        path for path in (ROOT / "sheets_gm").rglob("__init__.py") if not path.read_text("utf-8").startswith('"""')
    ]
    assert silent == []


def test_the_limits_of_the_local_spreadsheet_are_those_of_its_page() -> None:
    page = " ".join(PAGES["localsheets.md"].split())
    limits = (
        f"It knows {len(FUNCTIONS)} functions",
        f"A formula has {budget.FORMULA_STEPS:,} steps and {budget.FORMULA_SECONDS} seconds",
        f"longer than {budget.UPDATE_SECONDS} seconds goes on in the background",
        f"at most {MOST_STORED:,} cells with something in them (of {MOST_CELLS // 1_000_000} million)",
        f"{MOST_SPILLED:,} that arrays fill, and a million characters",
        f"One request writes at most {MOST_WRITTEN:,} cells, moves about {MOST_MOVED:,},",
        f"and is answered with at most {answer_size.MOST:,} values",
        f"(RE2), of at most {patterns.LONGEST:,} characters",
        f"each address {connections.PER_ADDRESS} connections",
        f"within {connections.HEADER_SECONDS:.0f} seconds, a body within {connections.BODY_SECONDS:.0f}",
    )
    assert [each for each in limits if each not in page] == []
    assert budget.MOST_CHARACTERS == 1_000_000
    unknown = re.findall(r"`([A-Z]+)`", page.partition("RE2's patterns.")[2].partition("show `#NAME?`")[0])
    assert len(unknown) > 3
    assert not set(unknown) & set(FUNCTIONS)


def test_no_word_is_in_the_glossary_twice() -> None:
    words = re.findall(r"(?m)^\| (?!word \|)([a-z, -]+) \|", PAGES["glossary.md"])
    assert len(words) > 20
    assert len(words) == len(set(words))


def test_the_rules_name_every_game_and_how_its_clauses_begin() -> None:
    table = PAGES["rules.md"].partition("| game | the rulebook |")[2].partition("\n\n")[0]
    assert set(re.findall(r"(?m)^\| `(\w+)`", table)) == set(games())
    for name in games():
        (prefix,) = re.findall(rf"(?m)^\| `{name}` .* `(\w+)-1`", table)
        assert any(
            f'clause="{prefix}-' in path.read_text("utf-8") for path in (ROOT / "sheets_gm/games" / name).rglob("*.py")
        )


def test_the_metrics_of_the_documents_are_those_that_are_shown() -> None:
    named = {name.rstrip("_") for name in re.findall(r"sheets_gm_\w+", PAGES["running.md"])}
    running = health.Health(lambda: 0.0, lambda: {"read": 1})
    running.ticks["friday"] = running.turns["friday"] = running.failures["friday"] = 1
    _, _, text = metrics_answer(running)()
    found = {sample.name for family in text_string_to_metric_families(text.decode()) for sample in family.samples}
    found |= {family.name for family in text_string_to_metric_families(text.decode())}
    assert named <= found
    assert {name for name in found if name.endswith("_total")} <= named


def test_the_states_of_the_documents_are_those_that_there_are() -> None:
    table = PAGES["running.md"].partition("| state | means | do |")[2].partition("\n\n")[0]
    states = {health.OK, health.AWAY, health.FAILING, health.HANGING, health.STOPPED}
    assert set(re.findall(r"(?m)^\| `(\w+)`", table)) == states


def test_every_setting_is_in_the_documents() -> None:
    table = PAGES["running.md"].partition("| key | means |")[2].partition("\n\n")[0]
    found = set(re.findall(r"`\[?(?:google\.)?(\w+)\]?`", table))
    assert {*Settings.model_fields, *Google.model_fields, *PublicBeacon.model_fields} == found


def test_the_table_of_acts_names_those_of_the_desk_and_no_others() -> None:
    text = PAGES["game-master.md"].partition("| act | on the Desk")[2].partition("\n\n")[0]
    first = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    named = {name for cell in first for name in re.findall(r"`([^`]+)`", cell)}
    assert named == {name for name in desk_actions() if not name.startswith("no ")}


def test_a_line_of_the_log_is_as_the_documents_show_it() -> None:
    (shown,) = (json.loads(text) for text in blocks("json"))
    assert {
        "time",
        "level",
        "event",
        "match",
        "entry",
        "label",
        "why",
        "events",
        "slips",
        "waiting",
        "status",
        "seconds",
    } == set(shown)


def test_a_backup_of_a_store_that_is_in_use_is_whole(tmp_path: Path) -> None:
    """As docs/running.md has it: VACUUM INTO, and the copy is the store, which only its owner may read."""
    (statement,) = re.findall(r'\(umask 077; sqlite3 matches\.db "([^"]+)"\)', PAGES["running.md"])
    store = open_store(tmp_path / "matches.db")
    store.create(record(), entry(0))
    held = store.append("friday", entry(1), store.record("friday"))
    with sqlite3.connect(tmp_path / "matches.db") as db:
        db.execute(statement.replace("backup.db", str(tmp_path / "backup.db")))
    db.close()
    store.append("friday", entry(2), held)
    store.close()
    copy = open_store(tmp_path / "backup.db")
    assert (copy.last_number("friday"), copy.record("friday")) == (1, held)
    copy.close()


@pytest.mark.parametrize("name", sorted(games()))
def test_the_readme_says_how_many_people_play_each_game(name: str) -> None:
    found = re.search(rf"(?m)^\| `{name}` \| (\d+)(?: to (\d+))?\b", PAGES["README.md"])
    assert found is not None
    assert (int(found[1]), int(found[2] or found[1])) == game(name).players
