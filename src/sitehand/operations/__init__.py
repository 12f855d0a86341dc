"""The operations: one module per category or noun. Each function is declared once, by `@operation`."""
