#!/bin/sh
# Is there a wheel of every pinned package for each system and each Python?
# Needs uv and a network, and downloads no package. Run from the top folder:
# sh tests/wheels.sh
set -eu
for system in x86_64-manylinux_2_28 aarch64-apple-darwin x86_64-apple-darwin \
    x86_64-pc-windows-msvc
do
    for python in 3.11 3.12 3.13 3.14
    do
        uv pip compile --quiet --no-deps --only-binary :all: \
            --python-platform "$system" --python-version "$python" \
            constraints.txt -o /dev/null || {
            echo "constraints.txt: a pinned package has no wheel for" \
                "Python $python on $system. Hold it at an older version in" \
                "pyproject.toml, then run sh tests/lock.sh" >&2
            exit 1
        }
        echo "Python $python on $system: a wheel of every package"
    done
done
