"""The sample table: one entry for each operation, from which access, parity, promise and history tests follow."""
