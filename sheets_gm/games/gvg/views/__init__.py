"""What each seat may see, and the sentences that describe what happened."""
