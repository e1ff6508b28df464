"""The command palette, filled from the action table."""

from __future__ import annotations

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from assistant.tui.actions import ACTIONS, Action
from assistant.tui.screens.chat import ChatScreen


class ActionProvider(Provider):
    """Offers every action that has something to do without the prompt."""

    def _actions(self) -> tuple[Action, ...]:
        return tuple(action for action in ACTIONS if not action.own or action.slash)

    @property
    def _chat(self) -> ChatScreen | None:
        return self.screen if isinstance(self.screen, ChatScreen) else None

    async def discover(self) -> Hits:
        """Offer all."""
        chat = self._chat
        if chat is None:
            return
        for action in self._actions():
            name = _name(action, chat.lang)
            yield DiscoveryHit(name, partial(chat.commands.do, action.id), help=action.explain(chat.lang))

    async def search(self, query: str) -> Hits:
        """Offer those that match in either language."""
        chat = self._chat
        if chat is None:
            return
        matcher = self.matcher(query)
        for action in self._actions():
            name = _name(action, chat.lang)
            score = max(matcher.match(text) for text in (name, action.id, action.slash, *action.title, *action.help))
            if score > 0:
                yield Hit(
                    score, matcher.highlight(name), partial(chat.commands.do, action.id), help=action.explain(chat.lang)
                )


def _name(action: Action, lang: str) -> str:
    """Return the title with the shortest way to it: its key, else its command."""
    return f"{action.name(lang)}  {action.shown or '/' + action.slash}"
