"""One exercise a file; the file's name is the learner's function."""
