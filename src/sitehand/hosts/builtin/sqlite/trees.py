"""Trees, read in SQLite's way: a recursive query takes its rows in an order. Source: https://sqlite.org/lang_with.html"""

TERMS = """
    WITH RECURSIVE tree(id, depth, place, name, slug, parent, count) AS (
        SELECT id, 0, menu_order, name, slug, parent, count
        FROM terms WHERE taxonomy = :taxonomy AND parent = :top
        UNION ALL SELECT terms.id, tree.depth + 1, terms.menu_order, terms.name, terms.slug, terms.parent, terms.count
        FROM tree JOIN terms ON terms.taxonomy = :taxonomy AND terms.parent = tree.id
        ORDER BY 2 DESC, 3, 4 COLLATE NOCASE LIMIT :limit)
    SELECT id, depth, name, slug, parent, count FROM tree"""
"""The terms below one. The deepest first: so a term comes before what is below it, and that before its next sibling."""
