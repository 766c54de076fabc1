"""What people do between the turns, one feature a module: how it is asked for, and what it changes in the record."""
