#!/bin/sh
# Make the virtual environment in $1 from the pinned, hashed constraints and install mindsight into it.
set -eu

venv=$1
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
echo "Setting up $venv (a minute or two the first time) ..." >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
