"""What belongs to one person: settings, holidays, stored data."""
