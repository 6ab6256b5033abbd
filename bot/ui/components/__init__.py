"""Building blocks of messages: texts, controls, panels."""
