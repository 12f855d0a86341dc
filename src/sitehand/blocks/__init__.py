"""Block markup, as WordPress stores it in the text of a page: read and written, without I/O."""
