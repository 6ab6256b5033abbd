"""The PostgreSQL engine: psycopg in threads. Needs the optional package psycopg."""
