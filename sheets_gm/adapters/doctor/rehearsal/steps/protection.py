"""Protection: who may type where, and the token of a store that only one process can replace."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import Facts, Step
from sheets_gm.adapters.google.calls.api import FILES, batch_update
from sheets_gm.adapters.google.calls.cell_requests import grid_range, value_at
from sheets_gm.gm.match_record.workbook import Guest, Workbook
from sheets_gm.gm.ports.sheets import Protection, SheetsDown, SheetsRefused

TAB = "rehearsal guarded"
"""The key of the tab, from which `Stage.tab` computes its sheet id too."""


def _protected(stage: Stage) -> Facts:
    """The second account types in its own cell, in its neighbour's and outside."""
    second, account = stage.participants.second, stage.participants.second_address
    if second is None:
        return {}
    sheet = stage.tab("guarded", 4, 4)
    address = f"{FILES}/{stage.document}/permissions"
    body = {"type": "user", "role": "writer", "emailAddress": account}
    params = {"fields": "id,emailAddress", "sendNotificationEmail": "false"}
    access = stage.call("post", address, body, params)
    guest = Guest(account=account, permission=str(access["id"]), address=str(access.get("emailAddress", "")))
    book = Workbook(key="rehearsal", document=stage.document, tabs={TAB: sheet}, guests=(guest,))
    inputs = (((0, 0, 1, 1), (account,)), ((1, 0, 2, 1), ("neighbour@example.org",)))
    wanted = [Protection(tab=TAB, inputs=inputs)]
    found: dict[str, Any] = {"protected": stage.outcome(lambda: stage.sheets.protect(book, wanted))}
    before = stage.sheets.calls["write"]
    stage.sheets.protect(book, wanted)
    found["rewritten right after"] = stage.sheets.calls["write"] - before
    for row, name in enumerate(("own cell", "neighbour's cell", "outside")):
        try:
            batch_update(second, stage.document, [value_at(sheet, row, 0, "mine")])
        except (SheetsRefused, SheetsDown) as error:
            found[name] = type(error).__name__
        else:
            found[name] = "done"
    own = [Protection(tab=TAB, inputs=inputs[:1])]
    found["protected otherwise"] = stage.outcome(lambda: stage.sheets.protect(book, own))
    before = stage.sheets.calls["write"]
    stage.sheets.protect(book, own)
    found["rewritten after that"] = stage.sheets.calls["write"] - before
    found["another editor"] = stage.outcome(lambda: _add_editor(stage, sheet, account))
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    stage.call("delete", f"{address}/{access['id']}")
    return found


def _add_editor(stage: Stage, sheet: int, account: str) -> None:
    """Let one more account edit what is protected on a tab, as where a match moves to another account."""
    mask = "sheets(properties.sheetId,protectedRanges(protectedRangeId,editors))"
    tab = next(each for each in stage.get(mask)["sheets"] if each["properties"].get("sheetId") == sheet)
    for each in tab.get("protectedRanges", ()):
        users = sorted({*each.get("editors", {}).get("users", ()), account})
        changed = {"protectedRangeId": each["protectedRangeId"], "editors": {**each.get("editors", {}), "users": users}}
        stage.batch({"updateProtectedRange": {"protectedRange": changed, "fields": "editors"}})


ADDED, REMOVED = 130, 66
"""Protected ranges that the turn of a large match adds and removes in one batch."""


def _churn(stage: Stage) -> Facts:
    """Protect cells, then protect others and remove the first in one batch, as at a turn of a large match."""
    sheet = stage.tab("churn", ADDED + REMOVED, 2)

    def protect(row: int) -> dict[str, Any]:
        wanted = {"range": grid_range(sheet, (row, 0, row + 1, 1)), "description": TITLE}
        return {"addProtectedRange": {"protectedRange": wanted}}

    replies = stage.batch(*(protect(row) for row in range(REMOVED)))["replies"]
    ids = [each["addProtectedRange"]["protectedRange"]["protectedRangeId"] for each in replies]
    gone = [{"deleteProtectedRange": {"protectedRangeId": each}} for each in ids]
    started = stage.clock()
    came = stage.outcome(lambda: stage.batch(*gone, *(protect(row) for row in range(REMOVED, REMOVED + ADDED))))
    stage.measures[f"seconds for {ADDED} protections added and {REMOVED} removed"] = round(stage.clock() - started, 2)
    tabs = stage.get("sheets(properties.sheetId,protectedRanges(protectedRangeId))")["sheets"]
    count = [len(each.get("protectedRanges", ())) for each in tabs if each["properties"].get("sheetId") == sheet]
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {"done": came, "protections": count}


def _token(stage: Stage) -> Facts:
    """Two processes replace the token that both have read."""
    sheet = stage.tab("token", 4, 2)
    first, second, third = (f"sheets_gm_rehearsal_{number}" for number in range(1, 4))

    def token(name: str) -> dict[str, Any]:
        return {"namedRangeId": name, "name": "sheets_gm_rehearsal", "range": grid_range(sheet, (0, 0, 1, 1))}

    def swap(old: str, new: str, value: str) -> str:
        update = {"updateNamedRange": {"namedRange": token(old), "fields": "range"}}
        delete = {"deleteNamedRange": {"namedRangeId": old}}
        add = {"addNamedRange": {"namedRange": token(new)}}
        return stage.outcome(lambda: stage.batch(update, delete, add, value_at(sheet, 0, 0, value)))

    added = stage.outcome(lambda: stage.batch({"addNamedRange": {"namedRange": token(first)}}))
    ours, theirs, after = swap(first, second, "ours"), swap(first, second, "theirs"), swap(first, third, "late")
    mask = "namedRanges(namedRangeId,name),sheets.data.rowData.values.userEnteredValue"
    answer = stage.get(mask, ranges=f"'{TITLE} token'!A1")
    names = [each["namedRangeId"] for each in answer.get("namedRanges", ()) if each["name"] == "sheets_gm_rehearsal"]
    stage.batch(*({"deleteNamedRange": {"namedRangeId": each}} for each in names), {"deleteSheet": {"sheetId": sheet}})
    return {
        "added": added,
        "first": ours,
        "second is refused": theirs.startswith("refused: 400"),
        "third is refused": after.startswith("refused: 400"),
        "token": names,
        "cell": answer["sheets"][0].get("data"),
    }


STEPS = (
    Step(
        name="protection",
        does="lets the --second account type in its own cell, in its neighbour's and outside",
        expects="its own is accepted, the others are refused, and nothing is protected again right after",
        means="players cannot type, or can type for others; or protection is written again at each check",
        advice="use sealed workbooks (--sealed), and report the saved answers",
        run=_protected,
        needs="--second",
    ),
    Step(
        name="churn",
        does=f"adds {ADDED} protections and removes {REMOVED} in one batch, and measures the seconds",
        expects="it is done, and all are there",
        means="a turn of a large match is not shown, or takes as long as is printed",
        advice="play with fewer players or sealed workbooks (--sealed), and report the saved answers",
        run=_churn,
    ),
    Step(
        name="store-token",
        does="replaces the token of a store twice from one head",
        expects="the second is refused, and changes nothing",
        means="two syncs on a store in a spreadsheet could overwrite each other",
        advice="keep matches in a database (store in sheets-gm.toml), or run only one sync",
        run=_token,
    ),
)
