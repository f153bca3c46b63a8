#!/bin/sh
# The tests of a library in PostgreSQL start a server of their own and need its programs.
# Installs Debian's if missing, without a cluster that runs; needs root, or sudo without a password.
set -eu

found=$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null || command -v initdb || true)
[ -z "$found" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    sudo=""
elif sudo -n true 2>/dev/null; then
    sudo="sudo -n"
else
    echo "The tests of a library in PostgreSQL need: postgresql" >&2
    echo "Run this once as root, then make test again:  apt-get install -y postgresql" >&2
    exit 1
fi
echo "Installing for the tests: postgresql"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
# The package postgresql would make a cluster and start it, unless told not to.
$sudo mkdir -p /etc/postgresql-common
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    echo "create_main_cluster = false" | $sudo tee /etc/postgresql-common/createcluster.conf >/dev/null
fi
$sudo apt-get install -y -qq --no-install-recommends postgresql >/dev/null
