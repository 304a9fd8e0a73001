#!/bin/bash
# boot.sh ROOT: a machine of its own in a folder: mounts, processes, network and control groups. Its first process is
# systemd. Started by `unshare` (clean_root.py); everything here ends with that first process.
set -e
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
umount "$root/sys/fs/cgroup" 2>/dev/null || true
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for folder in run dev; do mount -t tmpfs -o mode=755 tmpfs "$root/$folder"; done
mount -t tmpfs tmpfs "$root/tmp"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=0666
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ip link set lo up
mkdir -p "$root/.old"
cd "$root"
pivot_root . .old
umount -l /.old
rmdir /.old
exec env -i container=tilerace PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=console --log-level=warning
