"""Pictures: what they show, that everything fits, and that they never change unnoticed."""
