#!/bin/sh
# Make the virtual environment in $1 and install into it what the file $2 pins by version and hash.
# What is there already stays: the same file again takes seconds, a longer one only adds.
set -eu

venv=$1
pinned=$2
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "mindsight needs Python 3.11 or newer; '$python' is $("$python" --version 2>&1 || echo missing)." >&2
    echo "Name another interpreter with: make PYTHON=/path/to/python3.12 ..." >&2
    exit 2
}
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    # Debian ships venv apart from python3.
    sh "$(dirname "$0")/system.sh" python3-venv
    "$python" -c 'import ensurepip, venv' 2>/dev/null || {
        echo "'$python' cannot make virtual environments; install python3-venv (as root: apt-get install python3-venv)." >&2
        exit 2
    }
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "Setting up $venv from $pinned (minutes the first time, with network) ..." >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$pinned"
