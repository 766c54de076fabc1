"""Protecting: who may edit what of a workbook, as a spreadsheet's protected ranges.

Laws: a tab is protected whole, with its inputs let out, and each input again for its editors; what is there already is
kept, so that a workbook that is protected as it shall be needs no write; what other people protect is theirs, and
told. An owner of the spreadsheet, and whoever protects, may edit everything: Google lists them beside our editors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sheets_gm.adapters.google.requests import OURS, grid_range, tab_id
from sheets_gm.gm.ports.sheets import Protection
from sheets_gm.sheet.grid import a1

MASK = (
    "sheets(properties(sheetId,title),protectedRanges(protectedRangeId,range,description,warningOnly,"
    "requestingUserCanEdit,editors(users,domainUsersCanEdit),unprotectedRanges))"
)
"""What of a spreadsheet is asked for, to know how it is protected."""

Body = dict[str, Any]
_ENDS = ("startRowIndex", "startColumnIndex", "endRowIndex", "endColumnIndex")


class Tab(NamedTuple):
    """A tab as it is protected now: its sheet id, its title, its protected ranges."""

    sheet: int
    title: str
    ranges: Sequence[Body]


def tabs_of(answer: Mapping[str, Any]) -> dict[int, Tab]:
    """The tabs of a spreadsheet by their sheet ids, from an answer to `MASK`."""
    tabs = (
        Tab(each["properties"].get("sheetId", 0), each["properties"]["title"], each.get("protectedRanges", ()))
        for each in answer["sheets"]
    )
    return {tab.sheet: tab for tab in tabs}


def changes(held: Mapping[int, Tab], protections: Sequence[Protection]) -> list[Body]:
    """The requests that make the tabs of *protections* protected as they shall be; none where they are."""
    installation = _house(held, protections)
    gone: list[Body] = []
    new: list[Body] = []
    for guard in protections:
        tab = held.get(tab_id(guard.tab), Tab(tab_id(guard.tab), guard.tab, ()))
        left = [each for each in tab.ranges if _is_ours(each)]
        taken = any(_is_whole(each) for each in tab.ranges if not _is_ours(each))
        for wanted in ranges(guard):
            right = next((each for each in left if _same(each, wanted, installation)), None)
            if right is not None:
                left.remove(right)
            elif not (taken and _is_whole(wanted)):
                # a tab has one protection of the whole of it, and here it is somebody else's
                new.append({"addProtectedRange": {"protectedRange": wanted}})
        gone += [{"deleteProtectedRange": {"protectedRangeId": each["protectedRangeId"]}} for each in left]
    return gone + new


def ranges(guard: Protection) -> Iterator[Body]:
    """The protected ranges that *protect* asks for."""
    sheet = tab_id(guard.tab)
    whole: Body = {"range": {"sheetId": sheet}, "description": OURS, "editors": _editors(())}
    if guard.inputs:
        whole["unprotectedRanges"] = [grid_range(sheet, area) for area, _ in guard.inputs]
    yield whole
    for area, accounts in guard.inputs:
        if accounts:
            told = f"{OURS}: {', '.join(accounts)}"
            yield {"range": grid_range(sheet, area), "description": told, "editors": _editors(accounts)}


def strangers(held: Mapping[int, Tab], protections: Iterable[Protection]) -> tuple[str, ...]:
    """What other people protect on our tabs, a line each, with what to do about it."""
    told = []
    for guard in protections:
        tab = held.get(tab_id(guard.tab))
        for each in tab.ranges if tab else ():
            if _is_ours(each) or each.get("warningOnly"):
                continue
            where = f"«{tab.title}»" if _is_whole(each) else f"«{tab.title}» {_named(each)}"  # type: ignore[union-attr]
            if str(each.get("description", "")).startswith(OURS):
                why = "came with a copy of another workbook, and belongs to whoever copied it"
            else:
                why = "is somebody else's, and may keep players or this program from typing there"
            told.append(f"A protection of {where} {why}: remove it under Data > Protect sheets and ranges.")
    return tuple(told)


def shut(held: Mapping[int, Tab], keys: Iterable[str]) -> list[str]:
    """The titles of those of our tabs in which something is protected from this program."""
    tabs = [held[sheet] for sheet in map(tab_id, keys) if sheet in held]
    return [
        tab.title
        for tab in tabs
        if any(not each.get("requestingUserCanEdit") and not each.get("warningOnly") for each in tab.ranges)
    ]


def _editors(accounts: Sequence[str]) -> Body:
    # said outright, because in a Workspace domain everybody there might edit otherwise
    return {"users": list(accounts), "domainUsersCanEdit": False}


def _is_ours(held: Body) -> bool:
    """Whether this program made a protection; one that it may not edit was copied, and is somebody else's."""
    return str(held.get("description", "")).startswith(OURS) and bool(held.get("requestingUserCanEdit"))


def _is_whole(guard: Body) -> bool:
    return not any(end in guard.get("range", {}) for end in _ENDS)


def _house(held: Mapping[int, Tab], protections: Iterable[Protection]) -> frozenset[str]:
    """Those whom Google lists on every tab that we protect: this program's account, and the owner's."""
    listed = [
        _users(each)
        for guard in protections
        for each in (held[tab_id(guard.tab)].ranges if tab_id(guard.tab) in held else ())
        if _is_ours(each) and _is_whole(each)
    ]
    return frozenset.intersection(*listed) if listed else frozenset()


def _users(guard: Body) -> frozenset[str]:
    return frozenset(user.casefold() for user in guard.get("editors", {}).get("users", ()))


def _same(held: Body, wanted: Body, installation: frozenset[str]) -> bool:
    """Whether a protection is as it is wanted; *installation* may edit it beside the editors that are."""
    users, asked = _users(held), _users(wanted)
    return (
        _place(held.get("range", {})) == _place(wanted["range"])
        and held.get("description") == wanted["description"]
        and not held.get("warningOnly")
        and not held.get("editors", {}).get("domainUsersCanEdit")
        and asked <= users <= asked | installation
        and _places(held) == _places(wanted)
    )


def _places(guard: Body) -> frozenset[tuple[int | None, ...]]:
    return frozenset(map(_place, guard.get("unprotectedRanges", ())))


def _place(area: Body) -> tuple[int | None, ...]:
    """A grid range with what an answer leaves out: a zero."""
    top, left, bottom, right = (area.get(end, None if end.startswith("end") else 0) for end in _ENDS)
    return (area.get("sheetId", 0), top, left, bottom, right)


def _named(guard: Body) -> str:
    _, top, left, bottom, right = _place(guard.get("range", {}))
    first = a1(top or 0, left or 0)
    last = first if bottom is None or right is None else a1(bottom - 1, right - 1)
    return first if last == first else f"{first}:{last}"
