"""The browser server; needs the extra `web`."""

from __future__ import annotations

import pytest

pytest.importorskip("textual_serve")

from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from assistant.tui.web.guard import allowed_hosts
from assistant.tui.web.server import ChatServer


async def client(most: int = 4) -> tuple[TestClient, ChatServer]:
    chat = ChatServer("127.0.0.1", 8000, most=most)
    server = TestServer(await chat._make_app(), host="127.0.0.1")
    browser = TestClient(server)
    await browser.start_server()
    chat._hosts = allowed_hosts("127.0.0.1", server.port or 0)
    return browser, chat


async def test_page_needs_the_token_and_calls_nobody_else() -> None:
    browser, chat = await client()
    assert (await browser.get("/")).status == 403
    assert (await browser.get("/static/js/textual.js")).status == 403
    page = await browser.get("/", params={"token": chat.token})
    text = await page.text()
    assert page.status == 200
    assert "https://" not in text
    assert "HttpOnly" in page.headers["Set-Cookie"]
    assert (await browser.get("/static/js/textual.js")).status == 200
    assert (await browser.get("/static/")).status in {403, 404}
    await browser.close()


async def test_sockets_from_elsewhere_stay_out() -> None:
    browser, chat = await client(most=0)
    origin = f"http://127.0.0.1:{browser.port}"
    for headers, params, status in (
        ({}, {"token": chat.token}, 403),
        ({"Origin": "http://evil.example"}, {"token": chat.token}, 403),
        ({"Origin": origin}, {"token": "x"}, 403),
        ({"Origin": origin}, {"token": chat.token}, 503),
    ):
        with pytest.raises(WSServerHandshakeError) as refused:
            await browser.ws_connect("/ws", headers=headers, params=params)
        assert refused.value.status == status
    await browser.close()
