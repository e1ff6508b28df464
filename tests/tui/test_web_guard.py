"""Who may talk to the browser server."""

from __future__ import annotations

import pytest

from assistant.errors import InputError
from assistant.tui.web.guard import allowed_hosts, checked_host, child_environment, is_loopback, refusal

HOSTS = allowed_hosts("127.0.0.1", 8000)
GOOD = {"Host": "127.0.0.1:8000", "Origin": "http://127.0.0.1:8000"}


def test_the_page_itself_gets_in() -> None:
    assert refusal(GOOD, HOSTS, "t", "t", needs_origin=True) is None
    assert refusal({"Host": "localhost:8000"}, HOSTS, "t", "t", needs_origin=False) is None


@pytest.mark.parametrize(
    ("change", "token", "reason"),
    [
        ({"Host": "evil.example:8000"}, "t", "wrong host"),
        ({"Host": ""}, "t", "wrong host"),
        ({"Origin": "http://evil.example"}, "t", "wrong origin"),
        ({"Origin": "http://127.0.0.1:9000"}, "t", "wrong origin"),
        ({"Origin": "null"}, "t", "wrong origin"),
        ({}, "", "wrong token"),
        ({}, "x", "wrong token"),
    ],
)
def test_others_stay_out(change: dict[str, str], token: str, reason: str) -> None:
    assert refusal(GOOD | change, HOSTS, token, "t", needs_origin=True) == reason


def test_a_socket_without_origin_stays_out() -> None:
    assert refusal({"Host": "127.0.0.1:8000"}, HOSTS, "t", "t", needs_origin=True) == "no origin"


def test_listening_everywhere_is_refused() -> None:
    with pytest.raises(InputError):
        checked_host("0.0.0.0")  # noqa: S104 - that is what is refused
    with pytest.raises(InputError):
        checked_host("::")
    assert checked_host("192.168.1.2") == "192.168.1.2"
    assert [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.2", "example.org")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_sessions_inherit_no_secrets() -> None:
    assert child_environment({"PATH": "/bin", "LC_ALL": "C", "AWS_SECRET_ACCESS_KEY": "x", "HF_TOKEN": "y"}) == {
        "PATH": "/bin",
        "LC_ALL": "C",
    }
