"""Who may talk to the browser server: the page that was opened with the right token, from the right host.

A web page from elsewhere can make the browser call a server on this machine. What stops it: its Origin differs, a
rebound name shows in the Host header, and it does not know the token. Pure functions, no web framework.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from assistant.errors import InputError

COOKIE: Final = "rigwise_token"

KEPT: Final = (
    "PATH",
    "HOME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "VIRTUAL_ENV",
    "NO_COLOR",
    "SYSTEMROOT",
    "USERPROFILE",
)
"""Environment variables a session's process inherits, besides LC_* and XDG_*; nothing else is passed on."""


def checked_host(host: str) -> str:
    """Return `host` if a server may be bound to it.

    Raises:
        InputError: it would listen on every interface; the Host check needs one name.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        raise InputError(
            f"{host} would listen on every network of this machine; name one address, 127.0.0.1 is the default",
            f"{host} 会在所有网络接口上监听；请指定一个地址，默认是 127.0.0.1",
        )
    return host


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def allowed_hosts(host: str, port: int) -> frozenset[str]:
    """Return the Host headers that are right for a server at `host` and `port`."""
    names = {host} | ({"127.0.0.1", "localhost", "::1"} if is_loopback(host) else set())
    shown = {f"[{name}]" if ":" in name else name for name in names}
    return frozenset({f"{name}:{port}" for name in shown} | (shown if port == 80 else set()))


def refusal(
    headers: Mapping[str, str], hosts: frozenset[str], given: str, token: str, needs_origin: bool
) -> str | None:
    """Return why a request is refused, None where it is let through.

    Args:
        headers: of the request.
        hosts: from `allowed_hosts`.
        given: token that came with the request, in its address or its cookie.
        token: the right one.
        needs_origin: whether a missing Origin is refused too, as for WebSockets.
    """
    if headers.get("Host", "").lower() not in hosts:
        return "wrong host"
    origin = headers.get("Origin")
    if origin is None and needs_origin:
        return "no origin"
    if origin is not None and urlsplit(origin).netloc.lower() not in hosts:
        return "wrong origin"
    if not hmac.compare_digest(given.encode(), token.encode()):
        return "wrong token"
    return None


def child_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the part of `environment` that a session's process may see."""
    return {name: value for name, value in environment.items() if name in KEPT or name.startswith(("LC_", "XDG_"))}
