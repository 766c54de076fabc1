"""What takes too long for a commit: `scripts/soak --minutes` asks it, `pytest tests/soaks/wheel.py` a file."""
