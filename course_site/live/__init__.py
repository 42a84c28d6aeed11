"""The course with Python in the browser: a folder for any static host."""
