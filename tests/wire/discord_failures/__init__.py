"""Failures of Discord: every match goes on, and nothing is lost or posted twice."""
