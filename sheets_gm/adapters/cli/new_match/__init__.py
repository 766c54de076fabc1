"""The parts of `sheets-gm new`: its options, their checks, and what it prints."""
