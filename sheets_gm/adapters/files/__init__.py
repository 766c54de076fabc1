"""Reading and writing files, and sentences for the errors of the operating system."""
