"""How results and problems go out: the error object, the numbers of JSON-RPC, the headers of a list."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import quote, quote_plus

from sitehand.errors import STATUS, Code, Problem
from sitehand.guard.limits import seconds_left, seconds_to_wait
from sitehand.operation.declaration import Operation
from sitehand.operation.encoding import encode
from sitehand.operation.limits import RateLimit
from sitehand.operation.write import Interim
from sitehand.site.content import Listing

OMITTED_HEADER = "X-Sitehand-Omitted"
"""Ids of the items in a list whose bodies had no room in the answer."""
OF_THE_PAGE = frozenset({"page", "cursor", "api_key"})
OF_THE_WRITE = ("changed", "change_id", "notices")
"""Fields that a write adds to the object that it answers."""
JSON_RPC: Mapping[Code, int] = {
    code: {Code.INVALID_JSON: -32700, Code.INVALID_ARGUMENTS: -32602, Code.UNKNOWN_OPERATION: -32602}.get(
        code,
        -32603 if status >= 500 else -32600,  # noqa: PLR2004 - the border between their faults and ours
    )
    for code, status in STATUS.items()
}
"""The JSON-RPC error code of each problem, for those that are faults of the protocol and not of a tool."""


class Address(NamedTuple):
    """What was called, without its query: the root's public address, and the path below it without percent-encoding."""

    root: str
    path: str

    def write(self) -> str:
        """The address as a URL. Few answers name it."""
        return self.root + quote(self.path)


class Answer(NamedTuple):
    """What goes back to a REST caller, alone or as a part of a batch: `body` is a JSON value.

    `content` is the body as JSON where its tag has had it written, else empty.
    """

    status: int
    body: Any
    headers: dict[str, str]
    content: bytes = b""

    def saying(self, body: Any) -> "Answer":
        """The same with another body; its headers are those of the whole."""
        return Answer(self.status, body, self.headers)


def problem_object(problem: Problem) -> dict[str, Any]:
    """The error object of the blueprint, the same through every door."""
    data: dict[str, Any] = {"status": STATUS[problem.code], "hint": problem.hint, "details": problem.details}
    if wait := seconds_to_wait(problem):
        data["retry_after"] = wait
    return {"code": problem.code.value, "message": problem.message, "data": {**data, **problem.extra}}


def problem_answer(problem: Problem) -> Answer:
    """A problem as a REST answer, with the headers that its status asks for."""
    headers = {}
    status = STATUS[problem.code]
    if status == 401:  # noqa: PLR2004 - RFC 9110, 11.6.1
        headers["WWW-Authenticate"] = 'Bearer realm="sitehand"'
    if wait := seconds_to_wait(problem):
        headers["Retry-After"] = str(wait)
    if "allow" in problem.extra:
        headers["Allow"] = ", ".join(problem.extra["allow"])
    return Answer(status, problem_object(problem), headers | problem.headers)


def result_answer(operation: Operation, result: Any, address: Address, query: Mapping[str, list[str]]) -> Answer:
    """A result as a REST answer: lists as arrays with WordPress's paging headers, creations with their Location."""
    if isinstance(result, Listing):
        return Answer(operation.status, json_body(result), _paging(result, address, query) | _tell_omitted(result))
    headers: dict[str, str] = {}
    if isinstance(result, Interim):
        return Answer(result.status, result.body, headers)
    if operation.status == 201 and "id" in result:  # noqa: PLR2004 - Created
        headers["Location"] = f"{address.write()}/{result['id']}"
    if not (isinstance(result, dict) and "revision" in result):
        return Answer(operation.status, result, headers)
    headers["ETag"], content = tag_body(result["revision"], result)
    return Answer(operation.status, result, headers, content)


def json_body(result: Any) -> Any:
    """A result as a REST body: a list goes out as an array."""
    return result.items if isinstance(result, Listing) else result


def tag_body(revision: str, body: dict[str, Any]) -> tuple[str, bytes]:
    """The ETag of a representation, and the body as JSON. The tag is the revision, and what tells two views of one
    revision apart.

    A link changes with the parent page, and the fields with the request, while the revision stays. What a write says of
    itself is no part of the representation (RFC 9110, 9.3.4), so that its ETag is the one of a GET; in the JSON it
    stands last.
    """
    of_the_write = {name: body[name] for name in OF_THE_WRITE if name in body}
    shown = {name: value for name, value in body.items() if name not in of_the_write} if of_the_write else body
    content = encode(shown)
    tag = f'"{revision}.{zlib.crc32(content):08x}"'  # a quarter of the time of a digest; nothing is secured by it
    return tag, content[:-1] + b"," + encode(of_the_write)[1:] if of_the_write else content


def tool_result(result: Any) -> dict[str, Any]:
    """A result as a tool's structured content, which is always an object."""
    if isinstance(result, Interim):
        return result.body
    if isinstance(result, Listing):
        return list_object(result)
    return dict(result)


def list_object(listing: Listing[Any]) -> dict[str, Any]:
    """A list as an object; of one whose length nobody has counted not the number of pages, but where it goes on.

    Of one that goes on it says how many entries are `shown`, and the arguments of the `next` call.
    """
    found: dict[str, Any] = {"items": list(listing.items), "total": listing.total}
    if following := _leads(listing).get("next"):
        found |= {"shown": len(listing.items), "next": following}
    if left_out := list_omitted(listing):
        found["notices"] = [_notice_omitted(left_out)]
    following = {"next_cursor": listing.next_cursor} if listing.next_cursor else {}
    if listing.total_is == "exact":
        return {**found, "page": listing.page, "pages": listing.pages, **following}
    return {**found, "total_is": listing.total_is, "page": listing.page, **following}


def choose_members(operation: Operation, result: Any, fields: list[str], detail: Any) -> Any:
    """What of a result the caller wants: the members that it names, else the brief form when it asks for that.

    So the answer of a tool is a projection of the REST answer, with other defaults. A plan, and what waits for
    approval, are told whole.
    """
    if isinstance(result, Interim):
        return result
    if isinstance(result, Listing):
        return replace(result, items=select_fields(result.items, fields)) if fields else result
    if fields:
        return select_fields(result, fields)
    return operation.shorten(result) if detail == "brief" else result


def rate_headers(rate: RateLimit) -> list[tuple[bytes, bytes]]:
    """The caller's window, on every answer. `RateLimit-Reset` is in seconds from now, as in the IETF draft."""
    return [
        (b"ratelimit-limit", b"%d" % rate.limit),
        (b"ratelimit-remaining", b"%d" % rate.remaining),
        (b"ratelimit-reset", b"%d" % seconds_left(rate.reset)),
    ]


def rate_of(problem: Problem) -> RateLimit | None:
    """The window that a refusal for too many requests speaks of; None for other problems."""
    if problem.code is not Code.RATE_LIMITED:
        return None
    return RateLimit(problem.extra["limit"], problem.extra["remaining"], problem.extra["reset"])


def _paging(listing: Listing[Any], address: Address, query: Mapping[str, list[str]]) -> dict[str, str]:
    headers = {"X-WP-Total": str(listing.total), "X-WP-TotalPages": str(listing.pages)}
    if listing.total_is == "at_least":
        headers["X-WP-Total-Relation"] = "gte"
    if leads := _leads(listing):
        url = address.write()
        kept = [(name, text) for name in query if name not in OF_THE_PAGE for text in query[name]]
        headers["Link"] = ", ".join(
            f'<{url}?{_write_query([*kept, *lead.items()])}>; rel="{relation}"' for relation, lead in leads.items()
        )
    return headers


def _write_query(pairs: list[tuple[str, Any]]) -> str:
    """The same as `urlencode`, which takes 7 µs longer: every list has such an address."""
    return "&".join(f"{quote_plus(name)}={quote_plus(str(value))}" for name, value in pairs)


def _leads(listing: Listing[Any]) -> dict[str, dict[str, Any]]:
    """What leads to the page before this one, and to the one after it."""
    leads: dict[str, dict[str, Any]] = {}
    before = listing.page - 1 if listing.total_is == "at_least" else min(listing.page - 1, listing.pages)
    if before >= 1:
        leads["prev"] = {"page": before}
    if listing.next_cursor:
        leads["next"] = {"cursor": listing.next_cursor}
    elif listing.goes_on or (listing.total_is == "exact" and listing.page < listing.pages):
        leads["next"] = {"page": listing.page + 1}
    return leads


def list_omitted(listing: Listing[Any]) -> list[int]:
    """Ids of the items that a list had no room for."""
    return [item["id"] for item in listing.items if "omitted" in item]


def _tell_omitted(listing: Listing[Any]) -> dict[str, str]:
    """A header beside the array, whose shape clients rely on."""
    left_out = list_omitted(listing)
    return {OMITTED_HEADER: ", ".join(map(str, left_out))} if left_out else {}


def _notice_omitted(left_out: list[int]) -> dict[str, str]:
    ids = ", ".join(map(str, left_out))
    return {"code": "omitted", "message": f"The answer is full: content and excerpt of {ids} are omitted. Read each."}


def select_fields(body: Any, fields: Sequence[str]) -> Any:
    """Only the named members (`title`, `title.rendered`) of an object, or of each object of a list."""
    return _select(body, _branch(fields))


Wanted = dict[str, "Wanted | None"]
"""Names of members, each with those that are wanted of it; None for all."""


def _branch(fields: Sequence[str]) -> Wanted:
    """The names by their parts, which are taken apart once for all entries of a list."""
    wanted: dict[str, list[str]] = {}
    whole = {name for name in fields if "." not in name}
    for name in fields:
        head, _, rest = name.partition(".")
        wanted.setdefault(head, []).append(rest)
    return {head: None if head in whole else _branch(rests) for head, rests in wanted.items()}


def _select(body: Any, wanted: Wanted) -> Any:
    if isinstance(body, list | tuple):
        return [_select(item, wanted) for item in body]
    if not isinstance(body, dict):
        return body
    chosen = ((head, inner) for head, inner in wanted.items() if head in body)
    return {head: body[head] if inner is None else _select(body[head], inner) for head, inner in chosen}
