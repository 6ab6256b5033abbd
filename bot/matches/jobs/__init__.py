"""Scheduled jobs: the scheduler, and jobs about inactivity and old data."""
