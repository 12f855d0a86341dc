"""Charsets that a client names for its forms and file names: none of them is a fault of the service."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from tests.service import BASE, Service, open_service

LOGIN = "/sitehand/admin/login"


@pytest.fixture(scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """A service with an admin's key, for all tests."""
    async with open_service(tmp_path_factory.mktemp("charsets")) as running:
        yield running


@pytest.mark.parametrize("place", ["csrf", "other", "name", "filename"])
async def test_a_form_with_half_a_surrogate_pair_is_refused(service: Service, place: str) -> None:
    """As a form that is broken otherwise, wherever it stands; nobody need have logged in."""
    name = {"name": "+2AA-", "filename": 'a"; filename="+2AA-'}.get(place, place)
    answer = await send_form(service, name, b"+2AA-", "utf-7")
    broken = await service.http.post(LOGIN, content=b"x", headers={"Content-Type": "multipart/form-data"})
    assert (answer.status_code, answer.headers["content-type"]) == (400, broken.headers["content-type"])
    assert broken.status_code == 400


@pytest.mark.parametrize("charset", ["idna", "punycode", "rot13", "none-such", "utf-16", "utf-8"])
async def test_a_form_in_any_charset_is_answered(service: Service, charset: str) -> None:
    """A token that does not fit is that, or the form is broken."""
    assert (await send_form(service, "csrf", b"\xffabc" * 20, charset)).status_code in (400, 403)


@pytest.mark.parametrize(
    "value", ["idna''abc.png", "punycode''%2da.png", "utf-7''%2B2AA-.png", "utf-8''%FF.png", "rot13''a.png"]
)
async def test_a_file_name_in_another_charset_is_refused(service: Service, value: str) -> None:
    """Only UTF-8 and ISO-8859-1 are known to everybody; the refusal says so."""
    answer = await send_file(service, f"attachment; filename*={value}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_arguments")
    assert answer.json()["data"]["details"][0]["path"] == "header.Content-Disposition"
    assert "UTF-8" in answer.json()["data"]["hint"]


@pytest.mark.parametrize(
    "value", ["*=utf-8''caf%C3%A9.txt", "*=UTF-8'en'caf%C3%A9.txt", "*=iso-8859-1''caf%E9.txt", '="a.txt"']
)
async def test_a_file_name_in_a_known_charset_is_read(service: Service, value: str) -> None:
    """The name is no fault: what is refused is the kind of the file."""
    answer = await send_file(service, f"attachment; filename{value}")
    assert "Content-Disposition" not in answer.text
    assert answer.status_code < 500


async def send_form(service: Service, name: str, value: bytes, charset: str) -> httpx2.Response:
    """The login form with one field, in that charset."""
    head = f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode()
    headers = {"Content-Type": f"multipart/form-data; boundary=x; charset={charset}"}
    return await service.http.post(LOGIN, content=head + value + b"\r\n--x--\r\n", headers=headers)


async def send_file(service: Service, disposition: str) -> httpx2.Response:
    """A file of that name."""
    headers = {"X-API-Key": service.keys["admin"], "Content-Type": "text/plain", "Content-Disposition": disposition}
    return await service.http.post(f"{BASE}/media", content=b"text", headers=headers)
