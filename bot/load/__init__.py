"""What happens when more is asked for than can be done at once: who waits, who is told, what comes first."""
