"""Real releases of WordPress for tests, from Debian's packages."""
