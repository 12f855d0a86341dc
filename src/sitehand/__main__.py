"""`python -m sitehand` is the command line."""

from sitehand.cli import main

main()
