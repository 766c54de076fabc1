"""How battles are fought: strategies, strengths, losses, and the judge's amendments."""
