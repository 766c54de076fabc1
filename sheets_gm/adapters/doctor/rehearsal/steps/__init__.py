"""The steps of the rehearsal, in the order in which they are tried: a module for each subject."""
