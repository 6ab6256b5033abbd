"""A month in no time: people, their Discord and a clock that is set forward, for the benchmark ``soak``."""
