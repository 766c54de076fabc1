"""Files of every kind that this program reads from strangers, changed at random: each gets a sentence, or is read.

A number says which kind of file it is, and how it is changed: bytes of it, or values that it holds, also where they lie
packed in a page or a workbook. Each is read in a process that may take `MEMORY` and `SECONDS`; whatever is raised but
a sentence for people broke.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import resource
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from multiprocessing import cpu_count, get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import click

from sheets_gm.adapters.export.match_sheet.workbook import write_match_sheet
from sheets_gm.adapters.export.packing import packed
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import MatchRecord, record_parts
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.kernel.errors import SetupError, UnavailableError, UserError
from tests.adapters.export.test_report import report
from tests.gm.pasts import SHORT, short_past

MEMORY, SECONDS = 500_000_000, 20
"""What reading one file may take, in bytes beside what the program itself takes, and in seconds of a processor."""

NAMES = tuple(sorted(SHORT))
ROSTER = "player,team,captain,account,zone,role\nAna,blue,yes,ana@x.example,Europe/Berlin,Fighter\nBen,red,,,UTC,Mage\n"
PEOPLE = "name,person,leave out\nAna,Anna,\nBen,,yes\n"
CARD = {"name": "Watchwolf", "layout": "normal", "type_line": "Creature — Wolf", "power": "3", "toughness": "3",
        "colors": ["G", "W"], "oracle_text": "", "multiverse_ids": [1], "card_faces": [{"name": "Wolf"}]}  # fmt: skip
SETTINGS = '[google]\nendpoint = "http://127.0.0.1:8000"\n\n[notices.friday]\ntable = ["json://127.0.0.1"]\n'

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 2**31, 2**63, 10**30, 0.5, -1e308, "", "=1+1", "x", "0", "null", "\x00", "é" * 300,
    "blue", "red1", "A1", "Turn 3", "9" * 5000, [], {}, [[]], [None], {"": None}, {"kind": "x"}, [1, 2, 3], ["a"] * 400,
)  # fmt: skip


@cache
def record_text(name: str) -> str:
    """The exported record of a short match."""
    return "".join(record_parts(_record(name)))


def _record(name: str) -> MatchRecord:
    past = short_past(name)
    return MatchRecord(past.record.charter, tuple(past.entries()))


@cache
def page(name: str) -> bytes:
    """The report of a short match."""
    return report(name).encode()


@cache
def workbook(name: str) -> bytes:
    """The match sheet of a short match."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.xlsx"
        write_match_sheet(path, short_past(name), EVERYTHING, Proof(lambda: _record(name)))
        return path.read_bytes()


# -- changes -----------------------------------------------------------------------------------------------------------


def changed_bytes(random: Random, data: bytes) -> bytes:
    """*data* with some bytes changed, taken out, doubled or many times over."""
    made = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        at = random.randrange(len(made) + 1)
        end = at + random.choice((1, 1, 4, 64, 4096))
        match random.randrange(6):
            case 0:
                made[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del made[at:end]
            case 2:
                made[at:at] = made[at:end]
            case 3:
                made[at:at] = random.choice((b"\x00", b"\xff", b'"', b"[", b"{", b",", b"\n", b"<", b"NaN", b"1e999"))
            case 4:
                made[at:end] = made[at:end] * random.choice((2, 50, 5000))
            case _:
                del made[at:]
    return bytes(made)


def changed_values(random: Random, value: Any) -> Any:
    """The JSON *value* with one or a few of the values in it changed."""
    made = json.loads(json.dumps(value))
    for _ in range(random.choice((1, 1, 2, 5))):
        _change_one(random, made)
    return made


def _change_one(random: Random, made: Any) -> None:
    places = [each for each in _places(made) if each[0]]
    if not places:
        return
    holder, key = random.choice(places)
    match random.randrange(6):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, json.loads(json.dumps(holder[key])))
        case 2 if isinstance(holder, dict):
            holder[f"{key}x"] = holder.pop(key)
        case 3:
            other, at = random.choice(places)
            holder[key] = json.loads(json.dumps(other[at])) if at in (other if isinstance(other, dict) else range(
                len(other))) else None  # fmt: skip
        case 4 if isinstance(holder[key], list):
            size = len(json.dumps(holder[key]))
            holder[key] = holder[key] * (2000 if size < 2000 else 2)
        case _:
            holder[key] = json.loads(json.dumps(random.choice(ODD)))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place in *value*: what holds it, and its key there."""
    stack = [value]
    while stack:
        holder = stack.pop()
        keys = holder.keys() if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        for key in keys:
            yield holder, key
            stack.append(holder[key])


def changed_record(random: Random, name: str) -> str:
    """A record with values changed, or as it is: then the change is in what carries it."""
    text = record_text(name)
    if random.randrange(4) == 0:
        return changed_bytes(random, text.encode()).decode("utf-8", "replace")
    return json.dumps(changed_values(random, json.loads(text)), ensure_ascii=False)


# -- kinds of files ----------------------------------------------------------------------------------------------------


def record_file(random: Random, name: str) -> bytes:
    """An exported record."""
    if random.randrange(4) == 0:
        return changed_bytes(random, record_text(name).encode())
    return changed_record(random, name).encode("utf-8", "surrogatepass")


def report_file(random: Random, name: str) -> bytes:
    """A report, whose packed record may be changed."""
    whole = page(name)
    if random.randrange(2):
        return changed_bytes(random, whole)
    parcel = re.compile(rb'(<script type="text/plain" id="record">)([^<]*)')
    bomb = random.randrange(8) == 0
    text = "[" * 5 + " " * 60_000_000 if bomb else changed_record(random, name)
    return parcel.sub(lambda found: found[1] + packed([text]).encode(), whole, count=1)


def workbook_file(random: Random, name: str) -> bytes:
    """A match sheet, of which one part may be changed."""
    whole = workbook(name)
    if random.randrange(4) == 0:
        return changed_bytes(random, whole)
    made = io.BytesIO()
    with ZipFile(io.BytesIO(whole)) as parts, ZipFile(made, "w", ZIP_DEFLATED) as target:
        names = parts.namelist()
        chosen = random.choice([each for each in names if each.endswith((".xml", ".rels"))])
        for each in names:
            data = parts.read(each)
            if each == chosen:
                many = b"<si><t>x</t></si>" * 3_000_000 if random.randrange(10) == 0 else b""
                data = changed_bytes(random, data) + many
            target.writestr(each, data)
    return made.getvalue()


def text_file(sample: str) -> Callable[[Random, str], bytes]:
    """A file that is written by hand, like the *sample*."""
    return lambda random, _name: changed_bytes(random, sample.encode())


def bulk_file(random: Random, _name: str) -> bytes:
    """A bulk file of cards, packed or not."""
    lines = [json.dumps(changed_values(random, CARD)) for _ in range(5)]
    data = ("[\n" + ",\n".join(lines) + "\n]").encode()
    if random.randrange(8) == 0:
        data += b" " * 50_000_000
    data = changed_bytes(random, data) if random.randrange(2) else data
    packed_data = gzip.compress(data, 1)
    match random.randrange(3):
        case 0:
            return data
        case 1:
            return packed_data
        case _:
            return changed_bytes(random, packed_data)


def match_file(random: Random, name: str) -> bytes:
    """A match on its way to another installation."""
    past = short_past(name)
    entries = [json.loads(each.model_dump_json()) for each in past.entries()]
    record = json.loads(past.record.model_dump_json())
    value = {"format": "sheets-gm match 1", "account": "", "polled": 0.0, "record": record, "entries": entries}
    made = json.dumps(changed_values(random, value)).encode()
    return changed_bytes(random, made) if random.randrange(4) == 0 else made


# -- what reads them ---------------------------------------------------------------------------------------------------


def count_in_season(path: Path, _name: str) -> None:
    """As `season` does."""
    from sheets_gm.adapters.season.sources import results_from

    list(results_from(None, [str(path)], {}))


def verify(path: Path, _name: str) -> None:
    """As `verify` does."""
    from sheets_gm.adapters.cli.verify import _check

    _check(path, (), None)


def begin_from(path: Path, _name: str) -> None:
    """As `new --from` does."""
    from sheets_gm.adapters.cli.new_match.sandbox import origin_of_sandbox

    origin_of_sandbox(path, None, None)


def draw(path: Path, _name: str) -> None:
    """As `picture` does."""
    from sheets_gm.adapters.cli.picture import command

    command.main([str(path), "--output", str(path.with_suffix(".svg"))], standalone_mode=False)


def adopt(path: Path, _name: str) -> None:
    """As `adopt` does, as far as the file goes."""
    from sheets_gm.adapters.files.match_files import read_match

    read_match(path)


def read_roster(path: Path, name: str) -> None:
    """As `new` does."""
    from sheets_gm.adapters.people import roster
    from sheets_gm.games.finding import game

    rules = game(name)
    settings = rules.settings()
    roster.ignored(path, rules, settings)
    roster.read(path, rules, settings)


def read_map(path: Path, _name: str) -> None:
    """As `season` does with the map of people."""
    from sheets_gm.adapters.season.people import read_people

    read_people(path)


def import_cards(path: Path, _name: str) -> None:
    """As `import` does."""
    from sheets_gm.adapters.cli.import_file import command

    command.main(["war_game", str(path), "--dry-run"], standalone_mode=False)


def load_settings(path: Path, _name: str) -> None:
    """As every command does."""
    from sheets_gm.adapters.installation.settings import FILE, load

    path.rename(path.with_name(FILE))
    load(path.parent)


RECORDS = (count_in_season, verify, begin_from, draw)
KINDS: Mapping[str, tuple[str, Callable[[Random, str], bytes], tuple[Callable[[Path, str], None], ...]]] = {
    "record": (".json", record_file, RECORDS),
    "report": (".html", report_file, RECORDS),
    "match sheet": (".xlsx", workbook_file, RECORDS),
    "match file": (".match", match_file, (adopt,)),
    "roster": (".csv", text_file(ROSTER), (read_roster,)),
    "map of people": (".csv", text_file(PEOPLE), (read_map,)),
    "bulk file": (".gz", bulk_file, (import_cards,)),
    "settings": (".toml", text_file(SETTINGS), (load_settings,)),
}
"""Each kind of file: its ending, what makes one, and what reads it."""


def trouble(number: int) -> str:
    """What broke as the file of this *number* was read; "": nothing did."""
    random = Random(number)
    kind = random.choice(list(KINDS))
    name = random.choice(NAMES)
    ending, make, readers = KINDS[kind]
    data, read = make(random, name), random.choice(readers)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{ending}"
        path.write_bytes(data)
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        limit(MEMORY)
        try:
            with redirect_stdout(io.StringIO()):
                read(path, name)
        except (UserError, SetupError, UnavailableError, click.ClickException):
            return ""
        except BaseException as error:
            at = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__}: {str(error)[:200]} at {at.filename}:{at.lineno}"
            return f"file {number} ({kind} of {name}, {read.__name__}): {what}"
        finally:
            limit(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
    return ""


def make_samples() -> None:
    """Make what is changed: that is no cost of reading it."""
    for name in NAMES:
        record_text(name), page(name), workbook(name)


def limit(more: int | None) -> None:
    """Let this process take no *more* than what it has; None: as much as it likes."""
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    most = resource.RLIM_INFINITY if more is None else taken + more
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))


def _too_long(*_: object) -> None:
    raise TimeoutError(f"longer than {SECONDS} s")


def fuzz(count: int, first: int = 0) -> int:
    """Read *count* files from the number *first* on; tell what broke. The exit code."""
    broken: Counter[str] = Counter()
    with get_context("spawn").Pool(cpu_count(), make_samples, maxtasksperchild=500) as pool:
        for each in pool.imap_unordered(trouble, range(first, first + count), 8):
            if each:
                broken[each.partition("): ")[2]] += 1
                if broken[each.partition("): ")[2]] == 1:
                    click.echo(each)
    click.echo(f"{count} files, {broken.total()} of which broke something, in {len(broken)} ways.")
    return 1 if broken else 0
