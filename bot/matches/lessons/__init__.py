"""Lessons that users take: their progress, the positions they see, and the answers."""
