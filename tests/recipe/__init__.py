"""A noun of its own, made by the recipe in docs/architecture.md: snippets, short texts on a table of their own."""
