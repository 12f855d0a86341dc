"""What WordPress takes out of the HTML of those who may not write all of it, found in texts and values."""
