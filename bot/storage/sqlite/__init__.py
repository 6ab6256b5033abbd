"""The SQLite engine: one file, one writer, one reader."""
