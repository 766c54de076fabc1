"""Protected ranges: who may edit which part of a workbook.

The whole tab is protected except for its inputs, and each input is protected separately for its editors. Ranges that
are already right are kept, so that a workbook with the right protection needs no write. Protections of other people are
left alone and reported, unless they keep players from their cells. The owner of a spreadsheet and the account that
protects may edit everything: Google lists them beside our editors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import OURS, grid_range, tab_id
from sheets_gm.gm.match_record.workbook import UNSEEN, Guest, Workbook
from sheets_gm.gm.ports.sheets import EVERYONE, Protection
from sheets_gm.sheet.grid import a1

MASK = (
    "sheets(properties(sheetId,title),protectedRanges(protectedRangeId,range,description,warningOnly,"
    "requestingUserCanEdit,editors(users,domainUsersCanEdit),unprotectedRanges))"
)
"""The fields to fetch for `protected_tabs`."""

_ENDS = ("startRowIndex", "startColumnIndex", "endRowIndex", "endColumnIndex")


class ProtectedTab(NamedTuple):
    """A tab as it is protected now: its sheet id, its title, its protected ranges."""

    sheet: int
    title: str
    ranges: Sequence[Body]


def protected_tabs(answer: Mapping[str, Any]) -> dict[int, ProtectedTab]:
    """Return the tabs of a spreadsheet by sheet id, from an answer to `MASK`."""
    tabs = (
        ProtectedTab(each["properties"].get("sheetId", 0), each["properties"]["title"], each.get("protectedRanges", ()))
        for each in answer["sheets"]
    )
    return {tab.sheet: tab for tab in tabs}


def copied_tabs(current: Mapping[int, ProtectedTab], workbook: Workbook) -> Iterator[str]:
    """Yield the titles of tabs that somebody copied from those of *workbook*. A copy has the same protection."""
    ours = set(workbook.tabs.values())
    for sheet, tab in current.items():
        if sheet not in ours and any(_is_ours(each) for each in tab.ranges):
            yield tab.title


def changes(
    current: Mapping[int, ProtectedTab],
    protections: Sequence[Protection],
    workbook: Workbook,
    moved: Collection[int] = (),
) -> list[Body]:
    """Return the requests that protect the tabs of *workbook* by *protections*; none if they already are.

    *moved* are tabs whose columns move. Ranges move along with columns, so all ranges of these tabs are new.
    """
    always = _always_editors(current, protections)
    gone: list[Body] = []
    new: list[Body] = []
    for protection in protections:
        tab = current.get(tab_id(protection.tab), ProtectedTab(tab_id(protection.tab), protection.tab, ()))
        left = [each for each in tab.ranges if _is_ours(each)]
        taken = any(_is_whole(each) for each in tab.ranges if not _is_ours(each))
        for wanted in ranges(protection, workbook):
            match = next((each for each in left if _same(each, wanted, always, workbook)), None)
            if match is not None and tab.sheet not in moved:
                left.remove(match)
            elif not (taken and _is_whole(wanted)):
                # a tab has at most one protection of the whole tab, and here it is somebody else's
                new.append({"addProtectedRange": {"protectedRange": wanted}})
        gone += [{"deleteProtectedRange": {"protectedRangeId": each["protectedRangeId"]}} for each in left]
    return gone + new


def answered(
    current: Mapping[int, ProtectedTab], protections: Sequence[Protection], workbook: Workbook
) -> dict[str, tuple[str, ...]]:
    """Return the current editors of our ranges, by id, that Google spells differently from the request.

    They come from a request of this program. Without this, the same range would be protected again at each check.
    """
    always = _always_editors(current, protections)
    spelled = {}
    for protection in protections:
        tab = current.get(tab_id(protection.tab))
        for wanted in ranges(protection, workbook):
            for each in tab.ranges if tab else ():
                if _is_ours(each) and _same_range(each, wanted) and not _same_editors(each, wanted, always):
                    spelled[str(each["protectedRangeId"])] = tuple(sorted(_users(each)))
    return spelled


def after(
    current: Mapping[int, ProtectedTab], requests: Sequence[Body], replies: Sequence[Body]
) -> Mapping[int, ProtectedTab]:
    """Return the tabs of *current* after *requests* were applied and got *replies*."""
    gone = {each["deleteProtectedRange"]["protectedRangeId"] for each in requests if "deleteProtectedRange" in each}
    new: dict[int, list[Body]] = {}
    for request, reply in zip(requests, replies, strict=True):
        if "addProtectedRange" in request:
            asked = request["addProtectedRange"]["protectedRange"]
            protected_range = {**asked, **reply["addProtectedRange"]["protectedRange"], "requestingUserCanEdit": True}
            new.setdefault(asked["range"]["sheetId"], []).append(protected_range)
    return {
        sheet: tab._replace(
            ranges=[each for each in tab.ranges if each["protectedRangeId"] not in gone] + new.get(sheet, [])
        )
        for sheet, tab in current.items()
    }


def ranges(protection: Protection, workbook: Workbook) -> Iterator[Body]:
    """Yield the protected ranges of one tab. Only guests with access can be editors of a range.

    An input is closed if none of its editors is a guest. It stays open if it is unknown who has access.
    """
    guests = {guest.account: guest for guest in workbook.guests}
    sheet = tab_id(protection.tab)
    whole: Body = {"range": {"sheetId": sheet}, "description": OURS, "editors": _editors(())}
    inputs = [(area, accounts) for area, accounts in protection.inputs if accounts != ()]
    if inputs:
        whole["unprotectedRanges"] = [grid_range(sheet, area) for area, _ in inputs]
    yield whole
    for area, accounts in inputs:
        if accounts is not EVERYONE and not all(
            account in guests and guests[account].refused == UNSEEN for account in accounts
        ):
            description = f"{OURS}: {', '.join(accounts)}"
            # an older version noted no guests
            admitted = [guests.get(each, Guest(account=each, permission="?")) for each in accounts]
            editors = [guest.address or guest.account for guest in admitted if guest.permission]
            yield {"range": grid_range(sheet, area), "description": description, "editors": _editors(editors)}


def changed_tabs(
    current: Mapping[int, ProtectedTab], protections: Sequence[Protection], workbook: Workbook
) -> list[str]:
    """Return the titles of the tabs whose ranges are not as they were made."""
    return list(shut_out(current, protections, workbook))


def shut_out(
    current: Mapping[int, ProtectedTab], protections: Sequence[Protection], workbook: Workbook
) -> dict[str, tuple[str, ...]]:
    """Return titles of tabs whose ranges are not as made, each with editors who are missing in one."""
    always = _always_editors(current, protections)
    editors_by_title = {}
    for protection in protections:
        tab = current.get(tab_id(protection.tab))
        wanted = list(ranges(protection, workbook))
        if tab is not None and not _all_there(tab, wanted, always, workbook):
            missing = [each for each in wanted if not _is_there(tab, each, always, workbook)]
            editors_by_title[tab.title] = tuple(
                dict.fromkeys(user for each in missing for user in each["editors"]["users"])
            )
    return editors_by_title


def _all_there(tab: ProtectedTab, wanted: Sequence[Body], always: frozenset[str], workbook: Workbook) -> bool:
    ours = [each for each in tab.ranges if _is_ours(each)]
    return len(ours) == len(wanted) and all(_is_there(tab, one, always, workbook) for one in wanted)


def _is_there(tab: ProtectedTab, wanted: Body, always: frozenset[str], workbook: Workbook) -> bool:
    return any(_is_ours(each) and _same(each, wanted, always, workbook) for each in tab.ranges)


def intruders(current: Mapping[int, ProtectedTab], protections: Sequence[Protection]) -> Iterator[tuple[Body, str]]:
    """Yield other people's protections of inputs that this account may remove, and the place of each."""
    for protection in protections:
        tab = current.get(tab_id(protection.tab))
        for each in tab.ranges if tab else ():
            foreign = not _is_ours(each) and not each.get("warningOnly") and each.get("requestingUserCanEdit")
            if foreign and any(_meets(each, area) for area, _ in protection.inputs):
                yield each, f"“{tab.title}”" + ("" if _is_whole(each) else f" {_a1(each)}")  # type: ignore[union-attr]


def _meets(protected: Body, area: tuple[int, int, int, int]) -> bool:
    _, top, left, bottom, right = _place(protected.get("range", {}))
    above, before, below, after = area
    return (
        (top or 0) < below
        and (left or 0) < after
        and (bottom is None or above < bottom)
        and (right is None or before < right)
    )


def foreign_protections(current: Mapping[int, ProtectedTab], protections: Iterable[Protection]) -> tuple[str, ...]:
    """Return what other people protect on our tabs, a line each with what to do about it."""
    lines = []
    for protection in protections:
        tab = current.get(tab_id(protection.tab))
        for each in tab.ranges if tab else ():
            if _is_ours(each) or each.get("warningOnly"):
                continue
            where = f"“{tab.title}”" if _is_whole(each) else f"“{tab.title}” {_a1(each)}"  # type: ignore[union-attr]
            if str(each.get("description", "")).startswith(OURS):
                why = "came with a copy of another workbook and belongs to whoever copied it"
            else:
                why = "is somebody else's and may keep players or this program from typing there"
            lines.append(f"A protection of {where} {why}: remove it under Data > Protect sheets and ranges.")
    return tuple(lines)


def locked_tabs(current: Mapping[int, ProtectedTab], keys: Iterable[str]) -> list[str]:
    """Return the titles of our tabs on which something is protected from this account."""
    tabs = [current[sheet] for sheet in map(tab_id, keys) if sheet in current]
    return [
        tab.title
        for tab in tabs
        if any(not each.get("requestingUserCanEdit") and not each.get("warningOnly") for each in tab.ranges)
    ]


def _editors(accounts: Sequence[str]) -> Body:
    # explicit, because in a Workspace domain everybody might be allowed to edit otherwise
    return {"users": list(accounts), "domainUsersCanEdit": False}


def _is_ours(current: Body) -> bool:
    """Return whether this program made a protection. One that it may not edit came with a copy."""
    return str(current.get("description", "")).startswith(OURS) and bool(current.get("requestingUserCanEdit"))


def _is_whole(protected: Body) -> bool:
    return not any(end in protected.get("range", {}) for end in _ENDS)


def _always_editors(current: Mapping[int, ProtectedTab], protections: Iterable[Protection]) -> frozenset[str]:
    """Return the editors that Google lists on every tab that we protect: this program's account and the owner's."""
    listed = [
        _users(each)
        for protection in protections
        for each in (current[tab_id(protection.tab)].ranges if tab_id(protection.tab) in current else ())
        if _is_ours(each) and _is_whole(each)
    ]
    return frozenset.intersection(*listed) if listed else frozenset()


def _users(protected: Body) -> frozenset[str]:
    return frozenset(user.casefold() for user in protected.get("editors", {}).get("users", ()))


def _same(current: Body, wanted: Body, always: frozenset[str], workbook: Workbook) -> bool:
    """Return whether a protection is as wanted. The accounts in *always* may edit every range."""
    spelled = workbook.answered.get(str(current.get("protectedRangeId")))
    return _same_range(current, wanted) and (
        _same_editors(current, wanted, always) or (spelled is not None and _users(current) == frozenset(spelled))
    )


def _same_range(current: Body, wanted: Body) -> bool:
    return (
        _place(current.get("range", {})) == _place(wanted["range"])
        and current.get("description") == wanted["description"]
        and not current.get("warningOnly")
        and not current.get("editors", {}).get("domainUsersCanEdit")
        and _places(current) == _places(wanted)
    )


def _same_editors(current: Body, wanted: Body, always: frozenset[str]) -> bool:
    users, asked = _users(current), _users(wanted)
    return asked <= users <= asked | always


def _places(protected: Body) -> frozenset[tuple[int | None, ...]]:
    return frozenset(map(_place, protected.get("unprotectedRanges", ())))


def _place(area: Body) -> tuple[int | None, ...]:
    """Return the bounds of a grid range, with the zeros that an answer leaves out."""
    top, left, bottom, right = (area.get(end, None if end.startswith("end") else 0) for end in _ENDS)
    return (area.get("sheetId", 0), top, left, bottom, right)


def _a1(protected: Body) -> str:
    _, top, left, bottom, right = _place(protected.get("range", {}))
    first = a1(top or 0, left or 0)
    last = first if bottom is None or right is None else a1(bottom - 1, right - 1)
    return first if last == first else f"{first}:{last}"
