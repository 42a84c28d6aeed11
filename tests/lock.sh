#!/bin/sh
# Pin every package for Python 3.11 and newer on Linux, macOS and Windows.
# Needs uv. Run from the top folder: sh tests/lock.sh
set -eu
export UV_CUSTOM_COMPILE_COMMAND="sh tests/lock.sh"
resolve="uv pip compile --quiet --universal --python-version 3.11 --upgrade"
printf -- '-e .[lab]\n' | $resolve - -o requirements.txt
printf -- '-e .[lab,book]\n' | $resolve - tests/requirements.in -o tests/requirements.txt
