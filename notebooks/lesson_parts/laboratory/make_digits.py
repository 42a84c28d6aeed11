"""Take the digits once from the copy inside the scikit-learn package.

``python -m lesson_parts.laboratory.make_digits`` in an environment with
scikit-learn writes digits.csv.gz again. The course itself never needs it.
"""

import gzip
from importlib.resources import files

from course_desk import own_files
from lesson_parts.laboratory.digits import FILE, checked


def main():
    """Copy the rows as they are, without the time stamp of the archive."""
    source = files("sklearn.datasets.data") / "digits.csv.gz"
    rows = checked(gzip.decompress(source.read_bytes()))
    own_files.write(FILE, gzip.compress(rows, mtime=0))
    print(f"{FILE.name}: {len(rows.splitlines())} rows")


if __name__ == "__main__":
    main()
