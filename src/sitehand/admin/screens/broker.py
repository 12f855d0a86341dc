"""Broker: enroll the site with a token broker, see its status, end it."""

from collections.abc import Mapping

from starlette.responses import Response

from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit
from sitehand.errors import STATUS, Code, Problem

WAYS = (
    ("credentials", "A client id and a secret"),
    ("registration", "A registration token"),
)
FIELDS = ("issuer", "way", "client_id", "resource")
"""What a form with faults shows again: everything but the secret."""
EXPECTED = {
    "issuer": "Enter the broker's issuer, such as https://broker.example.",
    "way": "Choose one of the options.",
    "client_id": "Enter the client id that the broker issued for this site.",
    "secret": "Enter the secret again. It is never shown.",
}


async def show(visit: Visit) -> Response:
    """Show the status of the enrollment, and the form."""
    return await _page(visit, {}, {})


async def enroll(visit: Visit) -> Response:
    """Enroll the site. This replaces an earlier enrollment."""
    form = {name: visit.form.get(name, "").strip() for name in FIELDS}
    wanted = _read_enrollment(form, visit.form.get("secret", "").strip())
    wrong = visit.find_faults(wanted) | ({"way"} if form["way"] not in dict(WAYS) else set())
    if wrong:
        return await _page(visit, {name: EXPECTED[name] for name in wrong}, form, status=400)
    try:
        await visit.perform(wanted)
    except Problem as problem:
        return await _page(visit, _name_faults(problem), form, status=STATUS[problem.code])
    return visit.redirect("/broker", "enrolled")


async def test(visit: Visit) -> Response:
    """Make a test call."""
    fault = (await visit.perform({}))["fault"]
    if not fault:
        return visit.redirect("/broker", "answers")
    return visit.page("message.html", "Broker not usable", status=502, message=f"The broker cannot be used: {fault}.")


async def confirm_disconnect(visit: Visit) -> Response:
    """Ask before the enrollment ends."""
    return visit.page("broker_disconnect.html", "Disconnect the sign-in broker")


async def disconnect(visit: Visit) -> Response:
    """End the enrollment at once."""
    await visit.perform({})
    return visit.redirect("/broker", "disconnected")


def _read_enrollment(form: Mapping[str, str], secret: str) -> dict[str, str]:
    """The form as arguments of the operation, which registers the site when it is given no client id."""
    given = {"issuer": form["issuer"], "secret": secret}
    given |= {"resource": form["resource"]} if form["resource"] else {}
    return given | ({"client_id": form["client_id"]} if form["way"] == "credentials" else {})


def _name_faults(problem: Problem) -> dict[str, str]:
    """The fields that a refusal speaks of; of the broker as a whole, it is the issuer's."""
    if problem.code is not Code.INVALID_ARGUMENTS:
        return {"issuer": problem.message}
    return {detail["path"]: f"Expected {detail['expected']}, got: {detail['got']}." for detail in problem.details}


async def _page(visit: Visit, faults: dict[str, str], values: Mapping[str, str], *, status: int = 200) -> Response:
    return visit.page(
        "broker.html",
        "Sign-in broker",
        status=status,
        found=visit.services.broker.describe(),
        address=visit.services.address,
        ways=WAYS,
        faults=faults,
        values=values,
    )


SCREEN = Screen(
    "Sign-in broker",
    "/broker",
    (
        shows("/broker", show),
        does("/broker", enroll, "enroll_site"),
        does("/broker/test", test, "test_broker"),
        shows("/broker/disconnect", confirm_disconnect),
        does("/broker/disconnect", disconnect, "disconnect_site"),
    ),
)
