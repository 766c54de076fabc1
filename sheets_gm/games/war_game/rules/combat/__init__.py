"""How battles are fought: strategies, strengths, losses, and what the judge amends."""
