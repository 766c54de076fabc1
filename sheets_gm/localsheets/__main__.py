"""`localsheets`, and `python -m sheets_gm.localsheets`: the program. It names packages that are not installed."""

from __future__ import annotations

import sys

NEEDS = "click cryptography google-re2 orjson pydantic requests starlette uvicorn xlsxwriter"
"""All libraries that the local spreadsheet needs, also where the game master's are not installed."""


def main() -> None:
    """Run the program."""
    try:
        from sheets_gm.localsheets.http_server.command_line import main as run

        run()
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sheets_gm"):
            raise
        sys.exit(
            f"localsheets needs {(error.name or '').partition('.')[0]}, which is not installed: pip install {NEEDS}"
        )


if __name__ == "__main__":
    main()
