"""What players fill in and ask, and why an order is refused."""
