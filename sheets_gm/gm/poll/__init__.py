"""One poll of a match: locks, steps, notices, moved deadlines. The journal is written first, then the sheets."""
