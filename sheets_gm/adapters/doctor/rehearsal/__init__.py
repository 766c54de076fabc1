"""The rehearsal: what the program relies on, tried on a real service and compared with the local spreadsheet.

Each step is tried twice: on the service, and on a local spreadsheet in this process. Whatever the two answer
differently is a difference. What was made is deleted again, also when a step fails.
"""
