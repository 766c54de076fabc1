"""What every game is built on: values, events, dice, geometry, the journal and its replay.

The kernel knows no game, no sheet and no network. It reads no clock and no file, and its only source of randomness is
the secrets it is given.
"""
