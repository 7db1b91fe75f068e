#!/bin/sh
# usage: run-in-chroot.sh <folder of an image> <data folder> <port>
# Runs the image's server without a container engine, as the image's user, with a read-only root and /tmp in memory. Needs root, and
# `unshare --mount --propagation private` around it.
set -eu
root="$(mktemp -d)"
mount --bind "$1" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$2" "$root/data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
# shellcheck disable=SC2016
exec chroot --userspec=10001:10001 "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production \
  HOST=127.0.0.1 PORT="$3" DATA_DIR=/data HOME=/data setpriv --no-new-privs \
  sh -c 'if touch /app/probe 2>/dev/null; then echo "/app is writable"; exit 1; fi; cd /app; exec node server/src/main.ts'
