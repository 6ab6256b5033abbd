"""The pages that a host publishes."""

from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["privacy.md", "listing/terms.md"])
def test_page_names_the_operator_where_a_host_fills_it_in(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    assert "This bot is run by **OPERATOR_NAME** (OPERATOR_ADDRESS), the operator." in text
    command = (DOCS / "listing" / "README.md").read_text("utf-8")
    assert f"docs/{page}" in command
    assert "s|OPERATOR_NAME|" in command
    assert "s|OPERATOR_ADDRESS|" in command
