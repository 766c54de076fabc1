"""What each seat may see, and the sentences in which it reads what happened."""
