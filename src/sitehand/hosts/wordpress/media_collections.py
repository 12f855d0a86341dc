"""The collections that files of a WordPress are in: terms of every taxonomy that its plugins give files.

No two terms of a WordPress have the same id, whatever their taxonomies: so a list of ids says which they are.
"""

from collections.abc import Sequence

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.attachments import Attachments
from sitehand.hosts.wordpress.post_terms import look_up, resolve_terms, take_terms
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.staging import Stage
from sitehand.site.item_terms import ItemTerms
from sitehand.site.media import refuse_collection

NONE_HERE = "The files of this WordPress are in no collections: WordPress itself gives them no taxonomy."
HINT = (
    "Install a plugin that registers a taxonomy for the type attachment with show_in_rest, such as one for media "
    "folders, and restart Sitehand."
)


def list_collections(files: Attachments, value: Json) -> list[int]:
    """The collections that a file is in, in order."""
    return sorted(term_id for ids in files.tell_terms(value).values() for term_id in ids)


def write_filter(files: Attachments, ids: Sequence[int]) -> Fields:
    """The parameters of WordPress's list for the files that are in one of these collections."""
    if not ids:
        return {}
    check_offered(files)
    return {**{base: list(ids) for base in files.taxonomies.values()}, "tax_relation": "OR"}


async def resolve_collections(stage: Stage, files: Attachments, ids: Sequence[int]) -> Fields:
    """Look up the collections of a file, under the names that WordPress has for their taxonomies.

    Raises Problem(invalid_arguments) for what is no collection.
    """
    if ids:
        check_offered(files)
    given: Fields = {base: [] for base in files.taxonomies.values()}
    for taxonomy in files.taxonomies:
        await look_up(stage, files.terms, taxonomy, ids)
    for term_id in sorted(set(ids)):
        value = await stage.read(files.terms, term_id)
        if value is None or value["taxonomy"] not in files.taxonomies:
            raise refuse_collection(term_id, files.taxonomies)
        given[files.taxonomies[value["taxonomy"]]].append(term_id)
    return given


async def resolve_item_terms(stage: Stage, files: Attachments, before: Json, given: ItemTerms) -> Fields:
    """The fields that give a file terms by taxonomy: they replace its own, are added, or removed. Raises Problem."""
    check_offered(files)
    fields = take_terms(files, given, before)
    await resolve_terms(stage, files, files.terms, fields)
    return fields


def check_offered(files: Attachments) -> None:
    """Raise Problem(not_supported) where files have no taxonomy."""
    if not files.taxonomies:
        raise Problem(Code.NOT_SUPPORTED, NONE_HERE, hint=HINT)
