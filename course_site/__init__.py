"""What publishes the course: a static book, and pages with Python inside."""
