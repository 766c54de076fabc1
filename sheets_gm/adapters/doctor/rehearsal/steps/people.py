"""People: who is invited, how their addresses are answered, and who may be an editor of a range."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, LeftOut, Step
from sheets_gm.adapters.google.calls.api import FILES
from sheets_gm.adapters.google.calls.cell_requests import OURS, grid_range
from sheets_gm.adapters.google.drive.sharing import permissions
from sheets_gm.adapters.google.drive.strangers import is_inherited
from sheets_gm.adapters.google.workbooks.building import create_document

_MASK = {"fields": "id,type,role,emailAddress"}


def _invited(stage: Stage) -> Facts:
    """Invite each guest twice, and take the access away again."""
    address = f"{FILES}/{stage.document}/permissions"
    found: dict[str, Any] = {}
    for number, guest in enumerate(stage.participants.guests, start=1):
        seen = _invite_and_remove(stage, address, guest)
        found |= {f"address {number} {name}": value for name, value in seen.items()}
    return found


def _invite_and_remove(stage: Stage, address: str, guest: str) -> dict[str, Any]:
    made: list[Any] = []

    def invite() -> None:
        body = {"type": "user", "role": "writer", "emailAddress": guest}
        made.append(stage.call("post", address, body, {**_MASK, "sendNotificationEmail": "false"}))

    found: dict[str, Any] = {"invited": stage.outcome(invite), "again": stage.outcome(invite)}
    if not made:
        return found
    access = str(made[0]["id"])
    return {
        **found,
        "role": made[-1].get("role"),
        "spelled as asked": str(made[-1].get("emailAddress", "")) == guest,
        "accesses": len({each["id"] for each in made}),
        "removed": stage.outcome(lambda: stage.call("delete", f"{address}/{access}")),
        "is gone": access not in {str(each["id"]) for each in permissions(stage.sheets, stage.document)},
    }


def _inherited(stage: Stage) -> Facts:
    """A spreadsheet in a folder: what it inherits, and whether that can be taken away there."""
    made: list[str] = []
    title = f"{TITLE} in a folder"
    came = stage.outcome(
        lambda: made.append(stage.made(create_document(stage.sheets, "rehearsal", title, stage.folder)))
    )
    if not made:
        raise LeftOut(f"no spreadsheet can be made in that folder ({came})")
    address = f"{FILES}/{made[0]}/permissions"
    held = list(permissions(stage.sheets, made[0]))
    inherited = [each for each in held if is_inherited(each) and each["role"] != "owner"]
    found: dict[str, Any] = {"inherits": bool(inherited), "says so": all("permissionDetails" in each for each in held)}
    if inherited:
        found["removed"] = stage.outcome(lambda: stage.call("delete", f"{address}/{inherited[0]['id']}"))
    stage.delete(made[0])
    return found


def _link(stage: Stage) -> Facts:
    """Let anyone with the link in, and out again."""
    address = f"{FILES}/{stage.document}/permissions"
    made: list[Any] = []
    body = {"type": "anyone", "role": "writer"}
    found: dict[str, Any] = {"shared": stage.outcome(lambda: made.append(stage.call("post", address, body, _MASK)))}
    if made:
        found |= {"id": made[0].get("id"), "role": made[0].get("role")}
        found["removed"] = stage.outcome(lambda: stage.call("delete", f"{address}/{made[0]['id']}"))
    return found


def _editors_first(stage: Stage) -> Facts:
    """Protect a range for somebody who may not edit the spreadsheet."""
    sheet = stage.tab("editors", 3, 3)
    area = grid_range(sheet, (0, 0, 1, 1))
    editors = {"users": list(stage.participants.guests[:1]), "domainUsersCanEdit": False}
    wanted = {"protectedRange": {"range": area, "description": OURS, "editors": editors}}
    came = stage.outcome(lambda: stage.batch({"addProtectedRange": wanted}))
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {"protected": came}


STEPS = (
    Step(
        name="invitations",
        does="invites each --invite address twice without an e-mail, and removes it",
        expects="it is invited, has one access under its own spelling, and is gone afterwards",
        means="somebody cannot be invited now, or Google writes an address differently; the program notes either",
        advice="see “Invitations” in docs/google.md",
        run=_invited,
        tolerates=ALL,
        needs="--invite",
    ),
    Step(
        name="inherited",
        does="makes a spreadsheet in the --folder, and removes an access there that comes from the folder",
        expects="its access says that it is inherited, and removing it is refused",
        means="nothing: the program names what it cannot remove, and goes on",
        advice="see “Invitations” in docs/google.md; name a folder that is shared with somebody",
        run=_inherited,
        tolerates=ALL,
        needs="--folder",
    ),
    Step(
        name="link",
        does="lets anyone with the link edit, and takes that away",
        expects="the access has the id anyoneWithLink",
        means="--share link does not work with this account",
        advice="invite people by their addresses; in an organisation, ask its administrator",
        run=_link,
        tolerates=ALL,
    ),
    Step(
        name="editors-first",
        does="protects a range for an --invite address that may not edit the spreadsheet yet",
        expects="it is accepted",
        means="nothing: the program invites first, and protects afterwards",
        advice="nothing; send the saved answers along with a report",
        run=_editors_first,
        tolerates=ALL,
        needs="--invite",
    ),
)
