"""Questions about every game: asked by the tests of this program, and before somebody plays a game from outside."""
