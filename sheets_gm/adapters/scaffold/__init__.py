"""The folder that `sheets-gm new-game` writes: a small game that plays, to be turned into another one."""
