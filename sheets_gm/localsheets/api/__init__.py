"""Google's APIs without a network: `service.Service` answers one HTTP request, `routes` lists all paths.

Quotas and injected faults are here too.
"""
