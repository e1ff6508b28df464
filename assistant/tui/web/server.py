"""Browser server: textual-serve with a guard, a session cap, no shell, no remote fonts and a small environment."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from html import escape
from pathlib import Path
from secrets import token_urlsafe
from string import Template
from typing import Any

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from assistant.tui.web.guard import COOKIE, allowed_hosts, child_environment, refusal

PAGE = Path(__file__).with_name("page.html")
COLUMNS, ROWS = 80, 24
"""Size of a terminal whose browser has not said its own yet."""
HEARTBEAT_S = 15
"""Seconds between signs of life, below the idle limit of common proxies."""


class ChatService(AppService):
    """One session: a process of its own, started without a shell and with a small environment."""

    def __init__(self, lang: str, **callbacks: Any) -> None:
        super().__init__("rigwise", **callbacks)
        self._lang = lang

    def _build_environment(self, width: int = COLUMNS, height: int = ROWS) -> dict[str, str]:
        whole = super()._build_environment(width, height)
        own = {name: value for name, value in whole.items() if name not in os.environ or os.environ[name] != value}
        return {**child_environment(os.environ), **own}

    async def _open_app_process(self, width: int = COLUMNS, height: int = ROWS) -> Process:
        command = (sys.executable, "-m", "assistant.tui.web.child", self._lang)
        environment = self._build_environment(width, height)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment)
        self._process, self._stdin = process, process.stdin
        return process


class ChatServer(Server):
    """Serves the chat to browsers on this machine.

    Attributes:
        token: random part of the address; without it nothing is served.
        most: how many sessions may run at once, each is a process of its own.
    """

    def __init__(self, host: str, port: int, lang: str = "auto", most: int = 4) -> None:
        super().__init__("rigwise", host=host, port=port, title="Rigwise")
        self.token = token_urlsafe(24)
        self.most = most
        self._lang = lang
        self._open = 0
        self._hosts = allowed_hosts(host, port)

    @property
    def address(self) -> str:
        """The address to open, token included."""
        return f"{self.public_url}/?token={self.token}"

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self.handle_index, name="index"),
                web.get("/ws", self.handle_websocket, name="websocket"),
                web.get("/download/{key}", self.handle_download, name="download"),
                web.static("/static", self.statics_path, show_index=False, name="static"),
            ]
        )
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        given = request.query.get("token") or request.cookies.get(COOKIE, "")
        reason = refusal(request.headers, self._hosts, given, self.token, needs_origin=request.path == "/ws")
        if reason is not None:
            return web.Response(status=403, text=f"{reason}: open the address that rigwise serve printed\n")
        response: web.StreamResponse = await handler(request)
        return response

    async def handle_index(self, request: web.Request) -> web.Response:  # type: ignore[override]
        """Return the page, and the token as a cookie that scripts can not read."""
        text = Template(PAGE.read_text(encoding="utf-8")).substitute(
            socket=escape(f"ws://{request.host}/ws", quote=True),
            font=to_int(request.query.get("fontsize", "16"), 16),
        )
        response = web.Response(text=text, content_type="text/html")
        response.set_cookie(COOKIE, self.token, httponly=True, samesite="Strict")
        response.headers["Content-Security-Policy"] = (
            "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; "
            f"img-src 'self' data:; connect-src 'self' ws://{request.host}; frame-ancestors 'none'"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run one session for as long as the page is open."""
        if self._open >= self.most:
            raise web.HTTPServiceUnavailable(text=f"{self.most} sessions are open already\n")
        self._open += 1
        try:
            return await self._session(request)
        finally:
            self._open -= 1

    async def _session(self, request: web.Request) -> web.WebSocketResponse:
        websocket = web.WebSocketResponse(heartbeat=HEARTBEAT_S)
        await websocket.prepare(request)
        service = ChatService(
            self._lang,
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=websocket.close,
            download_manager=self.download_manager,
        )
        try:
            width, height = (
                to_int(request.query.get(name, ""), size) for name, size in (("width", COLUMNS), ("height", ROWS))
            )
            await service.start(width, height)
            await self._process_messages(websocket, service)
        finally:
            await service.stop()
        return websocket

    def serve(self, debug: bool = False) -> None:
        """Serve until interrupted."""
        del debug
        web.run_app(self._make_app(), host=self.host, port=self.port, print=None)
