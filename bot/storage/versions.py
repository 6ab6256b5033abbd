"""What operators are told about a schema of another version."""

from __future__ import annotations

from bot.storage.errors import StorageError
from engines.text import T


def newer_schema(found: int, latest: int) -> StorageError:
    """Return the refusal of a database that a newer program has written."""
    return StorageError(
        T(
            "The database was written by a newer version of this program (schema {found}, known here: {latest})."
            " Update the program, or restore a backup that was made before that update.",
            found=found,
            latest=latest,
        )
    )


def older_schema(found: int, latest: int) -> StorageError:
    """Return the refusal to read a database that has not been migrated."""
    return StorageError(
        T(
            "The database has an older schema ({found}, known here: {latest}). Start the bot once to upgrade it.",
            found=found,
            latest=latest,
        )
    )
