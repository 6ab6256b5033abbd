"""What the project's modules define, read from their syntax trees."""

from __future__ import annotations

import ast
import builtins
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.architecture.source import PACKAGES, ROOT, modules


@dataclass
class Definitions:
    """The names of one module."""

    names: set[str] = field(default_factory=set)
    """Names at the module's level, imported ones included."""
    classes: dict[str, ClassMembers] = field(default_factory=dict)
    """The module's own classes."""
    used: set[str] = field(default_factory=set)
    """Every name and attribute that it uses."""


@dataclass
class ClassMembers:
    """The members of one class, without those of its bases."""

    names: set[str] = field(default_factory=set)
    bases: list[str] = field(default_factory=list)
    """Names of base classes, without their modules."""


def _targets(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement defines in its scope."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in names)
        case ast.Assign(targets=targets):
            yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.If(body=body, orelse=orelse) | ast.Try(body=body, orelse=orelse):
            handlers = node.handlers if isinstance(node, ast.Try) else []
            for part in (*body, *orelse, *(line for handler in handlers for line in handler.body)):
                yield from _targets(part)


def _members(node: ast.ClassDef) -> ClassMembers:
    """Return the members of a class: what its body defines, and what its methods assign to ``self``."""
    names = {name for part in node.body for name in _targets(part)}
    names |= {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute)
        and isinstance(part.ctx, ast.Store)
        and isinstance(part.value, ast.Name)
        and part.value.id == "self"
    }
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return ClassMembers(names, [ast.unparse(base).rpartition(".")[2] for base in plain])


def read_definitions(source: str) -> Definitions:
    """Return what the source of a module defines."""
    tree = ast.parse(source)
    names = {name for node in tree.body for name in _targets(node)}
    classes, used = {}, set(names)
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name):
                classes[name] = _members(node)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                used.add(name)
    return Definitions(names, classes, used)


def module_name(path: Path) -> str:
    """Return the dotted name of a module; that of a package for its ``__init__``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def definitions() -> Mapping[str, Definitions]:
    """Return what each module of the project defines, by its dotted name."""
    paths = (path for package in PACKAGES for path in modules(package))
    return {module_name(path): read_definitions(path.read_text(encoding="utf-8")) for path in paths}


@cache
def used_names() -> frozenset[str]:
    """Return every name and attribute that the project uses."""
    return frozenset().union(*(module.used for module in definitions().values()))


@cache
def classes() -> Mapping[str, list[ClassMembers]]:
    """Return the project's classes by their names."""
    found = defaultdict(list)
    for module in definitions().values():
        for name, members in module.classes.items():
            if name.lstrip("_")[:1].isupper():
                found[name].append(members)
    return found


CLOSED = {"ABC", "Enum", "Exception", "Generic", "IntEnum", "NamedTuple", "Protocol", "StrEnum", "TypedDict"}
"""Bases from elsewhere that documents name no members of."""


@cache
def has_member(class_name: str, member: str) -> bool:
    """Whether a class of that name, or a base of it, has the member; always if a base is from elsewhere."""
    for one in classes()[class_name]:
        bases = [base for base in one.bases if base not in CLOSED]
        if member in one.names or any(base not in classes() or has_member(base, member) for base in bases):
            return True
    return False


def is_defined(name: str) -> bool | None:
    """Return whether a dotted name is defined, such as ``Game.observe`` or ``render.rings.draw_rings``; ``None`` if it
    begins with neither a class nor a module of the project, but for example with a class of another one.
    """
    first, *rest = name.split(".")
    if first in classes():
        return not rest or has_member(first, rest[0])
    if first[0].isupper() and first not in used_names():
        return False
    return _is_in_module(name) if ".".join([first, *rest[:1]]) in definitions() else None


def _is_in_module(name: str) -> bool:
    """Whether a name is that of a module or package, of what one defines, or of a member of a class in one."""
    if name in definitions():
        return True
    module, _, last = name.rpartition(".")
    if module in definitions():
        return last in definitions()[module].names
    module, _, class_name = module.rpartition(".")
    return class_name in definitions().get(module, Definitions()).classes and has_member(class_name, last)


def is_defined_in(module: str, name: str) -> bool:
    """Whether a name that a docstring of a module refers to exists; names of other projects are taken for granted."""
    own = definitions()[module]
    first, *rest = name.split(".")
    if first in own.names and first not in classes():
        return True
    if not rest and any(has_member(one, name) for one in own.classes):
        return True
    if first in classes():
        return is_defined(name) is True
    if rest:
        return first not in PACKAGES or _is_in_module(name)
    return first in {*PACKAGES, *dir(builtins), *sys.stdlib_module_names}
