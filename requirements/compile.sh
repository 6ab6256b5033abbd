#!/bin/sh
# Lock every group of pyproject.toml with hashes, for every platform and Python from 3.11 on: `make lock`.
# dev.txt is the union; the others are compiled under its versions, so they can never disagree.
set -eu
cd "$(dirname "$0")/.."

compile() {
    out=$1
    shift
    uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-config \
        --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
        --output-file "requirements/$out.txt" "$@"
}

compile dev --extra dev --extra fonts --extra metrics --extra postgres --extra play --extra bench "$@"
compile run --extra fonts --constraint requirements/dev.txt
compile run-postgres --extra fonts --extra postgres --constraint requirements/dev.txt
compile metrics --extra fonts --extra metrics --constraint requirements/dev.txt
compile image --extra fonts --extra metrics --extra postgres --constraint requirements/dev.txt
compile play --extra fonts --extra play --constraint requirements/dev.txt
compile bench --extra fonts --extra bench --constraint requirements/dev.txt
