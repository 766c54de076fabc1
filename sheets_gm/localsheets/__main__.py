"""`python -m sheets_gm.localsheets`."""

from sheets_gm.localsheets.http_server.command_line import main

main()
