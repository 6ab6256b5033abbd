"""Reads the Dockerfile: its stages and instructions."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction."""

    name: str
    text: str
    """What follows the name, on one line."""


@dataclass(slots=True)
class Stage:
    """One stage of the build."""

    base: str
    name: str
    instructions: list[Instruction] = field(default_factory=list)

    def texts(self, name: str) -> list[str]:
        """What follows each instruction of a name."""
        return [instruction.text for instruction in self.instructions if instruction.name == name]

    def last(self, name: str) -> str:
        """What follows the last instruction of a name, which is the one that counts."""
        return self.texts(name)[-1]

    @property
    def environment(self) -> dict[str, str]:
        """The variables that are set."""
        pairs = [pair.partition("=") for text in self.texts("ENV") for pair in shlex.split(text)]
        return {name: value for name, _, value in pairs}

    @property
    def command(self) -> list[str]:
        """What a container runs."""
        return exec_form(self.last("CMD"))

    @property
    def health_check(self) -> list[str]:
        """What tells whether a container is healthy."""
        return exec_form(self.last("HEALTHCHECK").partition("CMD ")[2])


def exec_form(text: str) -> list[str]:
    """A command as a JSON list: without a shell, which would not pass signals on."""
    found = json.loads(text)
    assert isinstance(found, list)
    return found


def read_dockerfile(path: Path = ROOT / "Dockerfile") -> tuple[dict[str, str], list[Stage]]:
    """Return the arguments of the build with their defaults, and the stages."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    arguments: dict[str, str] = {}
    stages: list[Stage] = []
    for line in filter(None, joined.splitlines()):
        name, _, text = line.partition(" ")
        if name == "ARG" and not stages:
            key, _, value = text.partition("=")
            arguments[key] = value
        elif name == "FROM":
            base, _, alias = text.partition(" AS ")
            stages.append(Stage(base, alias))
        else:
            stages[-1].instructions.append(Instruction(name, text.strip()))
    return arguments, stages
