"""Who may do what, through every door."""
