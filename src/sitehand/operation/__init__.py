"""What an operation is: its declaration, its schema, the catalogue of all of them, what a call sees."""
