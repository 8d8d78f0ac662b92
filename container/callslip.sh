#!/bin/sh
# The command callslip in the container. A token that comes as a file becomes the variable that config.yaml names, and a home
# without a configuration gets that file.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
if [ -n "${CALLSLIP_TOKEN_FILE:-}" ]; then
  CALLSLIP_TOKEN=$(cat "$CALLSLIP_TOKEN_FILE")
  export CALLSLIP_TOKEN
fi
home=${CALLSLIP_HOME:-$HOME/.callslip}
if [ ! -e "$home/config.yaml" ]; then
  mkdir -p "$home"
  cp "$root/container/config.yaml" "$home/config.yaml"
fi
exec node "$root/dist/cli/main.js" "$@"
