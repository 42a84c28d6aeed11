#!/bin/sh
# Pin every package for Python 3.11 and newer on Linux, macOS and Windows.
# Needs uv. Run from the top folder: sh tests/lock.sh
set -eu
export UV_CUSTOM_COMPILE_COMMAND="sh tests/lock.sh"
printf -- '-e .[lab,book]\n' | uv pip compile --quiet --universal \
    --python-version 3.11 --upgrade --no-emit-package add-norm-course \
    - tests/requirements.in -o constraints.txt
sh tests/wheels.sh
