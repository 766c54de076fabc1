"""The folder that `sheets-gm new-game` writes: a small working game, to be turned into another one."""
