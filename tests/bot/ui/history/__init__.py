"""Looking back at what was played."""
