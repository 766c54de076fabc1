"""What can go wrong, as one line and an exit code.

Anything that is not listed here is a bug of ours, and keeps its traceback.
"""

from __future__ import annotations

CODES: dict[str, int] = {
    "BadAddress": 1,
    "BadRoster": 1,
    "BadSeating": 1,
    "BadExport": 1,
    "NameTaken": 1,
    "BadName": 1,
    "CannotWrite": 1,
    "NoInstallation": 1,
    "NoSuchMatch": 1,
    "NoSuchGame": 1,
    "LayoutRefused": 1,
    "BadSettings": 3,
    "BadTemplate": 3,
    "NoTemplate": 3,
    "StoreBroken": 3,
    "MissingExtra": 3,
    "MissingNotify": 3,
    "BadAction": 1,
    "BadTime": 2,
    "RulesChanged": 1,
    "PositionBroken": 1,
    "PortInUse": 3,
    "DataBroken": 3,
    "NoAccount": 1,
    "AccountTaken": 1,
    "FileExists": 1,
    "BadCredentials": 3,
    "SheetsDown": 4,
    "SheetsRefused": 1,
    "BadGameSettings": 1,
}


def exit_code_and_message(error: BaseException) -> tuple[int | None, str]:
    """The exit code and the line for *error*; no code for a bug."""
    for kind in type(error).__mro__:
        if kind.__name__ in CODES:
            return CODES[kind.__name__], str(error)
    return None, ""
