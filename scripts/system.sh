#!/bin/sh
# Install the named Debian packages that are missing. Without root or apt-get, say what to install and go on:
# what needs a missing program skips or says so itself.
set -u

missing=""
for package in "$@"; do
    case "$package" in
        fonts-noto-cjk)
            ls /usr/share/fonts/*/noto/NotoSansCJK-Bold.ttc /usr/share/fonts/*noto-cjk/NotoSansCJK-Bold.ttc 2>/dev/null |
                grep -q . || missing="$missing $package" ;;
        libegl1) ls /usr/lib*/libEGL.so.1 /usr/lib/*/libEGL.so.1 2>/dev/null | grep -q . || missing="$missing $package" ;;
        libosmesa6) ls /usr/lib*/libOSMesa.so.* /usr/lib/*/libOSMesa.so.* 2>/dev/null | grep -q . || missing="$missing $package" ;;
        libgl1-mesa-dri)
            # Where it lies differs from release to release; the package's own list knows.
            ls /usr/lib*/dri/swrast_dri.so /usr/lib/*/dri/swrast_dri.so 2>/dev/null | grep -q . ||
                dpkg -s "$package" 2>/dev/null | grep -q "^Status: install ok installed" || missing="$missing $package" ;;
        postgresql) ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | grep -q . || missing="$missing $package" ;;
        nodejs) command -v node >/dev/null 2>&1 || missing="$missing $package" ;;
        mesa-vulkan-drivers) ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null | grep -q . || missing="$missing $package" ;;
        *) command -v "$package" >/dev/null 2>&1 || missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    if sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root="none"; fi
fi
if [ "$as_root" = none ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "Missing system packages:$missing" >&2
    echo "Please install them, on Debian or Ubuntu with: sudo apt-get install$missing" >&2
    exit 0
fi
echo "Installing system packages:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086  # the list is meant to be split
{ $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends $missing; } >/dev/null ||
    echo "apt-get could not install:$missing (going on without)" >&2
exit 0
