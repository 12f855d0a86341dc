"""What every write promises, whatever the operation and the door."""
