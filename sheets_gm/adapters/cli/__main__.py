"""`python -m sheets_gm.adapters.cli`: the same as the command `sheets-gm`."""

from sheets_gm.adapters.cli import main

main()
