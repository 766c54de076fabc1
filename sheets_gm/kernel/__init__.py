"""What every game stands on: values, events, dice, geometry, the journal and its replay.

Law: the kernel knows no game, no sheet and no network; it reads no clock, no file and no source of luck but the
secrets it is given.
"""
