"""From typed rows to orders: submissions, receipts, attendance, orders for absent seats. It writes no cells."""
