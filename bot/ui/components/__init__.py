"""What messages are made of: texts, controls, panels."""
