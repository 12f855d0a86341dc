"""The rules of redirects: which addresses may have one, and the redirect that a move leaves behind."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from sqlalchemy import Connection, text

from sitehand.errors import Problem
from sitehand.hosts.builtin.front_page import HOME
from sitehand.hosts.builtin.locales import is_home
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.addresses import DEFAULT_PORTS, WebOrigin, find_origin
from sitehand.site.redirects import GONE, NewRedirect, refuse_source, refuse_target
from sitehand.store.prepared import Prepared

BY_SOURCE = Prepared(text("SELECT id, target, code, item FROM redirects WHERE source = :source"))
BY_ID = Prepared(text("SELECT source, target, item FROM redirects WHERE id = :id"))
BY_TARGET = Prepared(text("SELECT id, source FROM redirects WHERE target IN (:target, :target || '/') LIMIT 1"))
SHOWN_AT = Prepared(
    text(f"SELECT id FROM items WHERE path = :path AND type IN {SHOWN_TYPES} AND status = 'publish' LIMIT 1")  # noqa: S608
)
MOVED = Prepared(
    text(
        "INSERT INTO redirects (source, target, item, code, created) VALUES (:source, '', :item, 301, :created)"
        " ON CONFLICT (source) DO UPDATE SET target = '', item = :item, code = 301, created = :created"
    )
)
REPLACED = Prepared(
    text(
        "INSERT INTO redirects (source, target, code, created) VALUES (:source, :target, 301, :created)"
        " ON CONFLICT (source) DO UPDATE SET target = :target, item = NULL, code = 301, created = :created"
    )
)
RELED = Prepared(text("UPDATE redirects SET target = :target WHERE target IN (:former, :former || '/')"))
OUTDATED_ALL = Prepared(text("DELETE FROM redirects WHERE source = :source"))
OUTDATED = Prepared(text("DELETE FROM redirects WHERE source = :source AND item = :item"))


def name_source(path: str) -> str:
    """A path as redirects are found by it: decoded, without a slash at its end."""
    return unquote(path).rstrip("/") or "/"


def follow_move(connection: Connection, old: Mapping[str, Any], new: Mapping[str, Any], at: str) -> None:
    """Leave a redirect behind when a published item has another path and stays published.

    None leads back to the item itself, and none away from `/`, where the site always shows something: what is below the
    front page is found by the `place` that it leaves.
    """
    if old["path"] != new["path"]:
        OUTDATED.run(connection, {"source": name_source(new["path"]), "item": new["id"]})
    name = "place" if old["path"] == HOME else "path"
    if old[name] == new[name] or {old["status"], new["status"]} != {"publish"}:
        return
    MOVED.run(connection, {"source": name_source(old[name]), "item": new["id"], "created": at})


def replace_address(connection: Connection, old: str, new: str, at: str) -> None:
    """Lead one path of the site to another, and with it all that has led there."""
    source, target = name_source(old), unquote(new)
    RELED.run(connection, {"target": target, "former": source})
    OUTDATED_ALL.run(connection, {"source": name_source(new)})
    REPLACED.run(connection, {"source": source, "target": target, "created": at})


def check_redirect(connection: Connection, new: NewRedirect, site_url: str, reserved: frozenset[str]) -> str:
    """The target as it is stored.

    Raises Problem(conflict) for a source that shows something or is redirected already, Problem(invalid_arguments)
    for a target that is missing, leads back, or is redirected itself.
    """
    source = name_source(new.source)
    _check_source(connection, source, reserved)
    if new.code == GONE:
        if new.target:
            raise refuse_target(new.target, "nothing with code 410", "What is gone (410) leads nowhere.")
        return ""
    if not new.target:
        raise refuse_target("", "a path or an https address", f"A redirect with code {new.code} needs a target.")
    path = find_own_path(new.target, site_url)
    if path is None:
        return new.target
    _check_target(connection, source, path)
    # Whoever names the other scheme may mean it, be it http or https.
    is_whole = not new.target.startswith("/") and urlsplit(new.target).scheme != urlsplit(site_url).scheme
    return new.target if is_whole else path


def find_own_path(target: str, site_url: str) -> str | None:
    """The path below the site that a target leads to, with its query; None where it leads elsewhere.

    An address with two slashes before its path stays whole: the path alone would be an address of another site.
    """
    if target.startswith("/"):
        return target
    parts, root = urlsplit(target), urlsplit(site_url).path
    below = parts.path.removeprefix(root)
    is_below = parts.path.startswith(root) and below[:1] in ("", "/") and not below.startswith("//")
    if not is_below or _name_place(find_origin(target)) != _name_place(find_origin(site_url)):
        return None
    return urlunsplit(("", "", below or "/", parts.query, parts.fragment))


def _name_place(origin: WebOrigin | None) -> tuple[str, int | None]:
    """A host and its port, None for that of the scheme: over http and https it is the same site."""
    if origin is None:
        return "", None
    return origin.host, None if origin.port == DEFAULT_PORTS.get(origin.scheme) else origin.port


def find_redirect(connection: Connection, redirect_id: int) -> Mapping[str, Any] | None:
    """The row of a redirect."""
    return BY_ID.first(connection, {"id": redirect_id})


def check_chain(connection: Connection, source: str, target: str) -> None:
    """Raise Problem where a redirect leads to this one, or this one to another that no move has left behind."""
    _check_leading(connection, source)
    known = _find_next(connection, target) if target.startswith("/") else None
    if known is not None and known["item"] is None:
        raise _refuse_chain(target, known)


def _check_source(connection: Connection, source: str, reserved: frozenset[str]) -> None:
    if source == "/" or source.split("/")[1] in reserved or is_home(connection, source[1:]):
        raise refuse_source(source, f"The site itself answers {source}.")
    shown = SHOWN_AT.scalar(connection, {"path": f"{source}/"})
    if shown is not None:
        raise refuse_source(source, f"Visitors see the item {shown} at {source}.", item=shown)
    known = BY_SOURCE.first(connection, {"source": source})
    if known is not None:
        raise refuse_source(source, f"The redirect {known['id']} is for {source} already.", redirect=known["id"])
    _check_leading(connection, source)


def _check_leading(connection: Connection, source: str) -> None:
    leading = BY_TARGET.first(connection, {"target": source})
    if leading is not None:
        why = f"The redirect {leading['id']} leads to {source}: visitors would be sent on twice."
        raise refuse_source(source, why, redirect=leading["id"])


def _check_target(connection: Connection, source: str, target: str) -> None:
    if name_source(urlsplit(target).path) == source:
        raise refuse_target(target, "another address than source", "The redirect would lead back to itself.")
    known = _find_next(connection, target)
    if known is not None:
        raise _refuse_chain(target, known)


def _find_next(connection: Connection, target: str) -> Mapping[str, Any] | None:
    """The redirect that leads on from a path of the site, where nothing is shown."""
    place = name_source(urlsplit(target).path)
    known = BY_SOURCE.first(connection, {"source": place})
    return known if known is not None and SHOWN_AT.scalar(connection, {"path": f"{place}/"}) is None else None


def _refuse_chain(target: str, known: Mapping[str, Any]) -> Problem:
    place = name_source(urlsplit(target).path)
    why = f"The redirect {known['id']} leads on from {place}: visitors would be sent on twice."
    return refuse_target(target, "the address that it leads to", why)
