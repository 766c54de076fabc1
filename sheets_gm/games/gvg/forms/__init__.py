"""The forms that players fill in, their questions, and the reasons why an order is refused."""
