"""Google's APIs without a network: `service.Service` answers one HTTP request, `routes` lists what it answers.

Quotas and injected faults live here as well.
"""
