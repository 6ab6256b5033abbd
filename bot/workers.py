"""What draws and decides, in processes of their own or inside the bot's, as the operator has set."""

from __future__ import annotations

from bot.computer.decider import SWITCHED_OFF, Decider
from bot.computer.process_decider import ProcessDecider
from bot.computer.thread_decider import ThreadDecider
from bot.rendering import Renderer
from bot.rendering.animations import AnimationRenderer, ThreadAnimationRenderer, process_animation_renderer
from bot.rendering.process_renderer import ProcessRenderer
from bot.rendering.thread_renderer import ThreadRenderer
from bot.settings import Settings


def board_renderer(settings: Settings) -> Renderer:
    """Return what draws boards."""
    return ThreadRenderer() if settings.painter == "inside" else ProcessRenderer(settings.locales)


def animation_renderer(settings: Settings) -> AnimationRenderer:
    """Return what makes animations."""
    return ThreadAnimationRenderer() if settings.painter == "inside" else process_animation_renderer(settings.locales)


def decider(settings: Settings) -> Decider:
    """Return what decides for computer players."""
    match settings.computer_players:
        case "off":
            return SWITCHED_OFF
        case "inside":
            return ThreadDecider()
        case _:
            return ProcessDecider()
