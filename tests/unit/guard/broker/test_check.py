"""The check of a token: whom it lets in, what it asks the broker, and what it tells clients."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.guard.broker import BrokerFault, Enrollment, ScopeNames, Sender, SitePlace, TokenCheck
from sitehand.guard.broker.breaker import FAULTS, OPEN_SECONDS
from sitehand.guard.broker.check import MAX_TOKEN_BYTES
from sitehand.operation.caller import Caller

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
PLACE = SitePlace("https://site.example/mcp", "https://site.example/.well-known/oauth-protected-resource/mcp")
ENROLLMENT = Enrollment(
    issuer="https://broker.example",
    client_id="site",
    secret="secret",
    introspection_endpoint="https://broker.example/introspect",
    authentication="client_secret_basic",
    resource=None,
    jwks_uri=None,
    algorithms=(),
    enrolled="2026-11-21T09:00:00Z",
)


async def have_failures_left() -> int:
    """As many as anybody needs."""
    return 1000


SENDER = Sender("192.0.2.1", have_failures_left)


class Books:
    """Keeps an enrollment in memory."""

    def __init__(self) -> None:
        self.enrollment: Enrollment | None = ENROLLMENT

    def current(self) -> Enrollment | None:
        """It."""
        return self.enrollment

    async def save(self, enrollment: Enrollment) -> None:
        """Enroll."""
        self.enrollment = enrollment

    async def remove(self) -> bool:
        """End it."""
        self.enrollment = None
        return True


class Answering:
    """A broker that says what the test wants, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.resources: list[str | None] = []
        self.fault: BrokerFault | None = None
        self.claims: dict[str, Any] = {
            "active": True,
            "iss": ENROLLMENT.issuer,
            "aud": PLACE.resource,
            "exp": NOW.timestamp() + 60,
            "sub": "anna",
            "client_id": "assistant",
            "scope": "read",
            "token_type": "Bearer",
        }
        self.meanwhile: Callable[[], None] = lambda: None

    async def introspect(self, enrollment: Enrollment, token: str) -> Mapping[str, Any]:
        """Answer, or fail."""
        self.asked.append(token)
        self.resources.append(enrollment.resource)
        self.meanwhile()
        if self.fault:
            raise self.fault
        return self.claims


class Bench:
    """A check over such a broker, with a clock that the test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.books = Books()
        self.broker = Answering()
        scopes = ScopeNames("read", "write")
        self.check = TokenCheck(self.books, self.broker, PLACE, scopes, monotonic=lambda: self.seconds)

    async def identify(self, token: str = "token") -> Caller:
        """The caller of a token."""
        caller = await self.check.identify(token, NOW, SENDER)
        assert caller is not None
        return caller

    async def refuse(self, token: str = "token") -> Problem:
        """The refusal of a token."""
        with pytest.raises(Problem) as refused:
            await self.check.identify(token, NOW, SENDER)
        return refused.value


@pytest.fixture
def bench() -> Bench:
    """A fresh one."""
    return Bench()


async def test_a_caller_is_named_by_subject_and_client(bench: Bench) -> None:
    """The same two have one name, others another; a person can read whose it is."""
    anna = await bench.identify()
    assert (anna.kind, anna.label, anna.key_id, anna.requests_per_minute) == ("token", "anna via assistant", None, None)
    assert (await bench.identify("another-token")).id == anna.id
    assert anna.id.startswith("token:")
    assert len(anna.id) == len("token:") + 32
    for changed in ({"sub": "bert"}, {"client_id": "other"}, {"sub": "anna via assistant", "client_id": "x"}):
        bench.broker.claims |= changed
        assert (await bench.identify()).id != anna.id


async def test_names_are_shown_in_one_short_line(bench: Bench) -> None:
    """A subject may hold what would end a line of a log, or fill a page."""
    bench.broker.claims |= {"sub": "anna\n\x1b[31m\u202eroot", "client_id": "c" * 200}
    label = (await bench.identify()).label
    assert label.isprintable()
    assert len(label) < 130


@pytest.mark.parametrize(
    ("scope", "role"),
    [
        *(("read", "reader"), ("write", "writer"), ("read write", "writer"), ("openid read", "reader")),
        *(("", ""), ("admin", ""), ("READ", ""), ("read:all", ""), ("reader", "")),
    ],
)
async def test_scopes_give_a_role(bench: Bench, scope: str, role: str) -> None:
    """By the table alone; what it does not know gives nothing."""
    bench.broker.claims["scope"] = scope
    assert (await bench.identify()).role == role


async def test_who_asks_the_broker_knows_the_resource(bench: Bench) -> None:
    """Also where the owner named none: signed answers may be addressed by it."""
    await bench.identify()
    bench.books.enrollment = replace(ENROLLMENT, resource="https://site.example/")
    await bench.refuse()
    assert bench.broker.resources == [PLACE.resource, "https://site.example/"]


async def test_every_request_is_asked_about(bench: Bench) -> None:
    """Nothing is remembered: a token that is revoked is refused the next time."""
    await bench.identify()
    bench.broker.claims = {"active": False}
    assert (await bench.refuse()).code is Code.INVALID_CREDENTIAL
    assert bench.broker.asked == ["token", "token"]


@pytest.mark.parametrize(
    "token", ["x" * (MAX_TOKEN_BYTES + 1), "", "two words", "tab\there", "é", "a=b", '"', "x\n", "<x>", "a,b"]
)
async def test_what_cannot_be_a_token_is_not_asked_about(bench: Bench, token: str) -> None:
    """Too long, or of another form than RFC 6750 gives it."""
    assert (await bench.refuse(token)).code is Code.INVALID_CREDENTIAL
    assert bench.broker.asked == []


async def test_the_longest_token_is_asked_about(bench: Bench) -> None:
    """The bound itself still passes."""
    await bench.identify("x" * MAX_TOKEN_BYTES)


async def test_without_an_enrollment_it_knows_nobody(bench: Bench) -> None:
    """And tells nobody of a broker."""
    bench.books.enrollment = None
    assert await bench.check.identify("token", NOW, SENDER) is None
    assert bench.check.metadata() is None
    problem = Problem(Code.MISSING_CREDENTIAL, "no key")
    assert bench.check.explain(problem).headers == {}
    assert bench.broker.asked == []


async def test_an_answer_that_comes_after_the_disconnection_lets_nobody_in(bench: Bench) -> None:
    """Nor one of a broker that was exchanged for another meanwhile."""
    for after in (None, replace(ENROLLMENT, issuer="https://other.example")):
        bench.books.enrollment = ENROLLMENT
        bench.broker.meanwhile = lambda after=after: setattr(bench.books, "enrollment", after)  # type: ignore[misc]
        assert (await bench.refuse()).code is Code.INVALID_CREDENTIAL


async def test_faults_let_nobody_in_and_open_the_breaker(bench: Bench) -> None:
    """Each is a 503 with a time to wait; after some in a row the broker is left alone, and then tried once."""
    bench.broker.fault = BrokerFault("no answer", answered=False)
    for _ in range(FAULTS):
        problem = await bench.refuse()
        assert problem.code is Code.BROKER_UNAVAILABLE
        assert int(problem.extra["retry_after"]) >= 1
    assert (await bench.refuse()).code is Code.BROKER_UNAVAILABLE
    assert len(bench.broker.asked) == FAULTS
    bench.broker.fault = None
    bench.seconds += OPEN_SECONDS
    await bench.identify()
    await bench.identify()
    assert len(bench.broker.asked) == FAULTS + 2


async def test_refusals_in_time_do_not_open_the_breaker(bench: Bench) -> None:
    """Else somebody with odd tokens could shut everybody out."""
    bench.broker.fault = BrokerFault("it answered 400", excused=True)
    for _ in range(FAULTS + 2):
        assert (await bench.refuse()).code is Code.BROKER_UNAVAILABLE
    assert len(bench.broker.asked) == FAULTS + 2


async def test_tokens_that_make_the_broker_fail_do_not_open_the_breaker(bench: Bench) -> None:
    """Made-up ones: it answers 500 to these alone. When it does so to one that was let in lately, it fails."""
    await bench.identify("good")
    bench.broker.fault = BrokerFault("it answered 500")
    for number in range(FAULTS + 2):
        assert (await bench.refuse(f"made up {number}".replace(" ", "."))).code is Code.BROKER_UNAVAILABLE
    bench.broker.fault = None
    await bench.identify("good")
    bench.broker.fault = BrokerFault("it answered 500")
    asked = len(bench.broker.asked)
    for _ in range(FAULTS + 2):
        await bench.refuse("good")
    assert len(bench.broker.asked) == asked + FAULTS


async def test_a_new_enrollment_has_a_new_breaker(bench: Bench) -> None:
    """What the last broker did is not the next one's fault."""
    bench.broker.fault = BrokerFault("no answer", answered=False)
    for _ in range(FAULTS):
        await bench.refuse()
    bench.broker.fault = None
    bench.books.enrollment = replace(ENROLLMENT, client_id="another")
    await bench.identify()


async def test_the_resource_is_the_enrolled_one(bench: Bench) -> None:
    """In place of the MCP address, for the check and in the metadata."""
    other = "https://site.example/"
    bench.books.enrollment = replace(ENROLLMENT, resource=other)
    assert (await bench.refuse()).code is Code.INVALID_CREDENTIAL
    bench.broker.claims["aud"] = [other]
    await bench.identify()
    metadata = bench.check.metadata()
    assert metadata is not None
    assert metadata["resource"] == other


def test_the_metadata_are_those_of_rfc_9728(bench: Bench) -> None:
    """The resource, the broker, the scopes, and that tokens come in the header."""
    assert bench.check.metadata() == {
        "resource": PLACE.resource,
        "authorization_servers": ["https://broker.example"],
        "scopes_supported": ["read", "write"],
        "bearer_methods_supported": ["header"],
    }


@pytest.mark.parametrize(
    ("code", "access", "challenge"),
    [
        (Code.MISSING_CREDENTIAL, "write", 'Bearer realm="sitehand", scope="read write"'),
        (Code.INVALID_CREDENTIAL, "read", 'Bearer realm="sitehand", error="invalid_token", scope="read write"'),
        (Code.INSUFFICIENT_SCOPE, "read", 'Bearer realm="sitehand", error="insufficient_scope", scope="read"'),
        (Code.INSUFFICIENT_SCOPE, "write", 'Bearer realm="sitehand", error="insufficient_scope", scope="write"'),
    ],
)
def test_refusals_lead_to_the_broker(bench: Bench, code: Code, access: Any, challenge: str) -> None:
    """By the header of RFC 6750 with the address of the metadata, and the scope that would do."""
    explained = bench.check.explain(Problem(code, "no"), access)
    assert explained.headers == {"WWW-Authenticate": f'{challenge}, resource_metadata="{PLACE.metadata}"'}


def test_other_refusals_are_left(bench: Bench) -> None:
    """No token would help there."""
    for code in set(Code) - {Code.MISSING_CREDENTIAL, Code.INVALID_CREDENTIAL, Code.INSUFFICIENT_SCOPE}:
        assert bench.check.explain(Problem(code, "no")).headers == {}
