"""Settings and personal data of users."""
