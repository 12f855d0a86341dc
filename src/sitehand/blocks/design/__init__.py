"""The design system of a site in the words of theme.json: presets that blocks name, and styles for all of a kind."""
