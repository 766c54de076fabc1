"""Where units can go, what they see, and what happens on their way."""
