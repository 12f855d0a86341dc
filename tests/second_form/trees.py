"""`hosts/builtin/sqlite/trees.py` for PostgreSQL. Source: https://www.postgresql.org/docs/current/queries-with.html"""

TERMS = """
    WITH RECURSIVE tree(id, depth, place, name, slug, parent, count) AS (
        SELECT id, 0, menu_order, name, slug, parent, count
        FROM terms WHERE taxonomy = :taxonomy AND parent = :top
        UNION ALL SELECT terms.id, tree.depth + 1, terms.menu_order, terms.name, terms.slug, terms.parent, terms.count
        FROM tree JOIN terms ON terms.taxonomy = :taxonomy AND terms.parent = tree.id)
    SEARCH DEPTH FIRST BY place, name, id SET position
    SELECT id, depth, name, slug, parent, count FROM tree ORDER BY position LIMIT :limit"""
