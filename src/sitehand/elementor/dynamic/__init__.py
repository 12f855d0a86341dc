"""Dynamic tags: settings that show what the page or the site says, such as its title."""
