"""Where units can go, what they see, and what happens while they move."""
