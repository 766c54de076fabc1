"""The query parameters that the methods know. Drive ignores unknown ones, unless a strangeness changes that."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sheets_gm.localsheets.drive.call import Query
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.protocol.schema import camel, snake

EVERYWHERE = frozenset(
    (
        *("$.xgafv", "access_token", "alt", "callback", "fields", "key"),
        *("oauth_token", "prettyPrint", "quotaUser", "uploadType", "upload_protocol"),
    )
)
GRID = ("ranges", "includeGridData", "excludeTablesInBandedRanges", "commentsViewMode")
RENDERED = ("majorDimension", "valueRenderOption", "dateTimeRenderOption")
ENTERED = (
    "valueInputOption",
    "includeValuesInResponse",
    "responseValueRenderOption",
    "responseDateTimeRenderOption",
)
FLAGS = frozenset({"includeGridData", "includeValuesInResponse", "excludeTablesInBandedRanges", "prettyPrint"})
ALL_DRIVES = ("supportsAllDrives", "supportsTeamDrives")
"""What a program sends that declares support for shared drives."""

WRITTEN = (
    *("enforceSingleParent", "includeLabels", "includePermissionsForView", "keepRevisionForever", "ocrLanguage"),
    *ALL_DRIVES,
)
SHARED = ("useDomainAdminAccess", *ALL_DRIVES)
LISTED = (
    *("driveId", "includeItemsFromAllDrives", "includeLabels", "includePermissionsForView"),
    *("includeTeamDriveItems", "pageSize", "pageToken", "spaces", "teamDriveId", *ALL_DRIVES),
)


def check(query: Query, taken: Iterable[str]) -> Query:
    """Return *query* with Google's own names for parameters: value_render_option becomes valueRenderOption.

    Raises 400 in Google's words for a parameter that is neither in *taken* nor a standard one, and for a flag that is
    not a boolean.
    """
    parameters = EVERYWHERE.union(taken)
    values_by_name: dict[str, list[str]] = {}
    for name, values in query.items():
        meant = name if name in parameters else camel(name)
        if meant not in parameters:
            raise invalid(
                f'Invalid JSON payload received. Unknown name "{name}": Cannot bind query parameter. '
                f"Field '{name}' could not be found in request message."
            )
        wrong = [value for value in values if value and value.lower() not in ("true", "false", "1", "0")]
        if meant in FLAGS and wrong:
            raise invalid(f"Invalid value at '{snake(meant)}' (TYPE_BOOL), {json.dumps(wrong[0])}")
        values_by_name.setdefault(meant, []).extend(values)
    return values_by_name
