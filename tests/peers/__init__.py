"""Other engines beside ours: what a turn costs each of them, measured in one run on CPU time."""
