"""Calls to addresses that somebody typed: hooks, addresses of notices, mail, and relays of the public beacon.

All these calls are made by a process of their own (`process`), which can be killed: so no call lasts longer than
allowed, whatever it waits for. That process follows no redirects. It opens no connection to an address of a private
network, even if a public name resolves to one. `calls` starts the process and gives it its tasks.
"""
