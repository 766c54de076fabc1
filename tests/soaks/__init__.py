"""What takes too long for a commit: `scripts/soak --minutes` asks all of it, `pytest tests/soaks/wheel.py` a file."""
