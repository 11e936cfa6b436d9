#!/bin/sh
# Becomes @program@ of the package for this machine, which npm installed as an optional dependency of this one.

self=$0
case $self in */*) ;; *) self=./$self ;; esac
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in /*) self=$link ;; *) self=${self%/*}/$link ;; esac
done
package=${self%/*}/..

machine=$(uname -sm)
case $machine in
  "Linux x86_64") targets="linux-x64 linux-x64-musl" loader=/lib64/ld-linux-x86-64.so.2 ;;
  "Linux aarch64") targets="linux-arm64 linux-arm64-musl" loader=/lib/ld-linux-aarch64.so.1 ;;
  "Darwin arm64") targets="darwin-arm64 darwin-x64" loader= ;;
  "Darwin x86_64") targets=darwin-x64 loader= ;;
  *)
    echo "@program@: Waypost has no package for $machine; it runs on Linux and macOS, on x64 and arm64." >&2
    exit 1
    ;;
esac
# Package managers that know nothing of C libraries install both.
if [ -n "$loader" ] && [ ! -e "$loader" ]; then targets="${targets#* } ${targets%% *}"; fi

for target in $targets; do
  for packages in "$package/node_modules" "$package/.."; do
    program=$packages/@waypost/$target/bin/@program@
    if [ -x "$program" ]; then exec "$program" "$@"; fi
  done
done
echo "@program@: the package @waypost/${targets%% *} is missing: install waypost again, with its optional dependencies." >&2
exit 1
