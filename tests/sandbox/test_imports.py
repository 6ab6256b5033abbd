"""SimCord is young: only one module of the sandbox uses it."""

import ast

from tests.architecture.source import modules


def test_only_one_module_imports_simcord() -> None:
    importers = set()
    for path in modules("sandbox"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] == "simcord" for name in names):
                importers.add(path.name)
    assert importers == {"simulation.py"}
