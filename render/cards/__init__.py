"""Cards: pictures that people share, with players, results and titles around a board."""
