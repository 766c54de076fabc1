"""What is stored of a match apart from its journal. The values are frozen, and are saved as one record."""
