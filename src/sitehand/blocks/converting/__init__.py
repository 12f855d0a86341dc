"""Blocks from text that was written without them: classic HTML and Markdown."""
