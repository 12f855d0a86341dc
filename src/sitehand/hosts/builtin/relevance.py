"""How well the hits of a search fit, in SQL, at a cost that does not follow from how many items hold its words.

FTS5's `bm25()` weighs each word by the number of items that hold it, and to know this number it reads all of them, for
whatever few hits it scores. So a word that very many items hold gets no weight: it says next to nothing of a hit. Where
all words are such, hits with all of them in the title come first, then the newest.
"""

from collections.abc import Callable

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.sqlite import full_text
from sitehand.hosts.builtin.sqlite.full_text import HIT, RANKED_HITS, TITLED, join_queries, list_newest, split_query
from sitehand.site.content import MAX_COUNTED

__all__ = ["HOLDERS", "MAX_RANKED", "MAX_WEIGHED", "RANKED_HITS", "SCORE", "rank", "weigh", "weigh_by"]

MAX_RANKED = 2_000
"""Hits that get a score, the newest. The others follow, without one."""
MAX_WEIGHED = 20_000
"""Items that may hold a word for it to be weighed."""
SCORE = f"CASE WHEN :scored THEN {full_text.SCORE} WHEN items.id IN {TITLED} THEN -1.0 ELSE 0.0 END"
"""The best is the least, the worst is zero. A word in the title counts five times."""
HOLDERS = f"""SELECT count(*) AS holders, coalesce(min(id), 0) AS oldest
    FROM {list_newest("weighed", MAX_WEIGHED + 1)} AS newest"""  # noqa: S608
"""How many items hold a word, and the oldest of them, among the newest."""


def weigh(match: str, count: Callable[[str], tuple[int, int]]) -> dict[str, str | int]:
    """The values that `RANKED_HITS` and `SCORE` name. `count` answers `HOLDERS` of a query as its `:weighed`."""
    counted = {word: count(word) for word in split_query(match)}
    weighed = [word for word, (holders, _) in counted.items() if holders <= MAX_WEIGHED]
    if not any(counted[word][0] for word in weighed):
        weighed = []  # nothing is found, or the index knows none of their letters and looks for the others alone
    oldest = min((oldest for holders, oldest in counted.values() if holders), default=0)
    return {"match": match, "weighed": join_queries(weighed) or match, "scored": bool(weighed), "oldest": oldest}


def weigh_by(connection: Connection, match: str) -> dict[str, str | int]:
    """The values that `RANKED_HITS` and `SCORE` name, counted over this connection."""

    def count(word: str) -> tuple[int, int]:
        found = connection.execute(text(HOLDERS), {"weighed": word}).one()
        return found.holders, found.oldest

    return weigh(match, count)


def rank(source: str, where: str) -> str:
    """A search's newest hits with their score, and behind them others without: a score of zero is the worst."""

    def take(score: str, limit: int, offset: int) -> str:
        return f"""SELECT * FROM (SELECT items.id, {score} AS key FROM {source} WHERE {where}
            ORDER BY {HIT} DESC LIMIT {limit} OFFSET {offset}) AS ranked_from_{offset}"""  # noqa: S608

    return f"{take(SCORE, MAX_RANKED, 0)} UNION ALL {take('0.0', MAX_COUNTED + 1 - MAX_RANKED, MAX_RANKED)}"
