"""The parts of `sheets-gm new`: what may be asked for, whether that fits together, and what it prints."""
