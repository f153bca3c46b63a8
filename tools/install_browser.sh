#!/bin/sh
# The browser tests need Debian's chromium and a font with Chinese characters, those of PDF also
# the libraries of Pango.
# Installs what is missing; needs root, or sudo that asks for no password.
set -eu

missing=""
command -v chromium >/dev/null || missing=" chromium"
if ! command -v fc-list >/dev/null || [ -z "$(fc-list :lang=zh)" ]; then
    missing="$missing fonts-noto-cjk"
fi
libraries=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p)
case $libraries in *libpangoft2-1.0.so.0*) ;; *) missing="$missing libpangoft2-1.0-0" ;; esac
case $libraries in *libharfbuzz-subset.so.0*) ;; *) missing="$missing libharfbuzz-subset0" ;; esac
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    sudo=""
elif sudo -n true 2>/dev/null; then
    sudo="sudo -n"
else
    echo "The tests of the browser and of PDF need:$missing" >&2
    echo "Run this once as root, then make test again:  apt-get install -y$missing" >&2
    exit 1
fi
echo "Installing for the tests:$missing"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
# shellcheck disable=SC2086
$sudo apt-get install -y -qq --no-install-recommends $missing fontconfig >/dev/null
