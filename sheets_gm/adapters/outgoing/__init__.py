"""Calls to addresses that somebody typed: hooks, addresses of notices, mail, and relays of the public beacon.

There is one way for all of them. A process of its own makes the call (`process`), so that a call has one end whatever
it waits for: the process is killed. In that process no redirect is followed, and no connection is opened to an address
of a private network, whatever a name is looked up to. `calls` starts the process and asks it.
"""
