"""A WordPress as a test wants to find it: emptied, visited, with these addresses, with content that is older."""

import urllib.request
from datetime import timedelta

from tests.wordpress.site import WordPress

PERMALINKS = "/%year%/%monthnum%/%postname%/"
"""Addresses as the built-in site has them."""
CONTENT = ("posts", "postmeta", "term_relationships", "comments", "commentmeta")
DATES = ("post_date", "post_date_gmt", "post_modified", "post_modified_gmt")
NO_DATE = "0000-00-00 00:00:00"
"""What WordPress stores of a draft that has none."""


def empty_site(site: WordPress) -> None:
    """Remove everything that was written."""
    deletes = [f"DELETE FROM wp_{table}" for table in CONTENT]
    terms = "DELETE FROM wp_term_taxonomy WHERE term_id > 1; DELETE FROM wp_terms WHERE term_id > 1"
    counts = "UPDATE wp_term_taxonomy SET count = 0"
    sticky = "UPDATE wp_options SET option_value = 'a:0:{}' WHERE option_name = 'sticky_posts'"
    site.run_sql("; ".join([*deletes, terms, counts, sticky]))


def visit(site: WordPress) -> None:
    """Come as the first visitor, for whom WordPress makes its navigation: later visits then add no row."""
    with urllib.request.urlopen(site.url, timeout=60) as answer:
        answer.read()


def set_permalinks(site: WordPress, structure: str) -> None:
    """Let links have this form; "" is the one with ids."""
    site.run_sql(f"UPDATE wp_options SET option_value = '{structure}' WHERE option_name = 'permalink_structure'")


def shift_dates(site: WordPress, span: timedelta) -> None:
    """Make all that is stored older by so much."""
    earlier = [
        f"{date} = IF({date} = '{NO_DATE}', {date}, {date} - INTERVAL {int(span.total_seconds())} SECOND)"
        for date in DATES
    ]
    site.run_sql(f"SET sql_mode = ''; UPDATE wp_posts SET {', '.join(earlier)}")


WRITTEN = ("posts", "postmeta", "terms", "term_taxonomy", "term_relationships", "comments", "commentmeta")
ITEMS = """SELECT own.post_type, own.post_status, own.post_name, own.post_title, own.post_content, own.post_excerpt,
    own.menu_order, own.post_password <> '', alt.meta_value, picture.post_title FROM wp_posts own
    LEFT JOIN wp_postmeta alt ON alt.post_id = own.ID AND alt.meta_key = '_wp_attachment_image_alt'
    LEFT JOIN wp_postmeta featured ON featured.post_id = own.ID AND featured.meta_key = '_thumbnail_id'
    LEFT JOIN wp_posts picture ON picture.ID = featured.meta_value
    WHERE own.post_type IN ('page', 'post', 'attachment', 'wp_block', 'wp_global_styles', 'wp_template',
        'wp_template_part', 'wp_navigation')
    AND own.post_status <> 'auto-draft' ORDER BY 1, 2, 3, 4, 5"""
TERMS = """SELECT taxonomy, own.name, own.slug, description, above.slug, count FROM wp_term_taxonomy
    JOIN wp_terms own USING (term_id) LEFT JOIN wp_terms above ON above.term_id = parent ORDER BY 1, 2, 3, 4"""
COMMENTS = """SELECT post_title, own.comment_author, own.comment_content, own.comment_approved, above.comment_content
    FROM wp_comments own JOIN wp_posts ON wp_posts.ID = own.comment_post_ID
    LEFT JOIN wp_comments above ON above.comment_ID = own.comment_parent ORDER BY 1, 2, 3, 4, 5"""


def dump_written(site: WordPress) -> str:
    """Every row that a write could change, below the name of its table."""
    return site.run_sql("; ".join(f"SELECT '{table}'; SELECT * FROM wp_{table} ORDER BY 1, 2" for table in WRITTEN))


def dump_content(site: WordPress) -> str:
    """All that a site has, as people have it: without ids and dates, which no undo gives back."""
    return site.run_sql("; ".join([ITEMS, TERMS, COMMENTS]))
