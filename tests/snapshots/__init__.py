"""What clients see of each tool, kept as files, so that a change of it is seen in review."""
