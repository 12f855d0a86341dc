"""Addresses of the files that the public site makes, for its routes and for who judges links to them."""

import re

SITEMAP, ROBOTS, LLMS = "/sitemap.xml", "/robots.txt", "/llms.txt"
THEME, STATES, ELEMENTOR, DESIGN = "/theme.css", "/states.css", "/elementor.css", "/design.css"
ICON = "/icon.svg"
FILES = (SITEMAP, ROBOTS, LLMS, THEME, STATES, ELEMENTOR, DESIGN, ICON)
SITEMAP_PART = re.compile(r"/sitemap-(?P<type>[a-z][a-z0-9_-]{0,19})-(?P<part>[1-9][0-9]{0,5})\.xml")
MARKDOWN = ".md"
"""What the address of a page ends in that is shown as Markdown."""
