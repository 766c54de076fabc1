"""The War Game: the Coalition and Phyrexia fight over three planes, with a human judge."""
