// Files of the user and of the machine.
#define _GNU_SOURCE
#include "attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

ATTEMPT("read secret of the user", LANDLOCK) {
  return read_file(test_path("secret"));
}

ATTEMPT("list folder of the user", LANDLOCK) {
  int f = open(test_folder(), O_RDONLY | O_DIRECTORY);
  char b[512];
  return f < 0 ? -1 : syscall(SYS_getdents64, f, b, sizeof b);
}

ATTEMPT("list root folder", LANDLOCK) {
  return open("/", O_RDONLY | O_DIRECTORY);
}

ATTEMPT("list home folders", LANDLOCK) {
  return open("/home", O_RDONLY | O_DIRECTORY);
}

ATTEMPT("read /etc/passwd", LANDLOCK) {
  return read_file("/etc/passwd");
}

ATTEMPT("read /etc/shadow", LANDLOCK) {
  return read_file("/etc/shadow");
}

ATTEMPT("read /etc/hostname", LANDLOCK) {
  return read_file("/etc/hostname");
}

ATTEMPT("read /etc/machine-id", LANDLOCK) {
  return read_file("/etc/machine-id");
}

ATTEMPT("read /proc/kcore", LANDLOCK) {
  return read_file("/proc/kcore");
}

ATTEMPT("read /dev/mem", LANDLOCK) {
  return read_file("/dev/mem");
}

ATTEMPT("read /dev/kmsg", LANDLOCK) {
  return read_file("/dev/kmsg");
}

ATTEMPT("read /dev/tty", LANDLOCK) {
  return read_file("/dev/tty");
}

ATTEMPT("read /dev/zero", LANDLOCK) {
  return read_file("/dev/zero");
}

ATTEMPT("read memory of the machine's disk", LANDLOCK) {
  return read_file("/dev/vda");
}

ATTEMPT("read /sys", LANDLOCK) {
  return read_file("/sys/kernel/uevent_seqnum");
}

ATTEMPT("write file in folder", LANDLOCK) {
  return write_file(test_path("written"));
}

ATTEMPT("write over secret", LANDLOCK) {
  int f = open(test_path("secret"), O_WRONLY);
  return f < 0 ? -1 : write(f, "x", 1);
}

ATTEMPT("truncate secret", LANDLOCK) {
  return truncate(test_path("secret"), 0);
}

ATTEMPT("open secret with O_TRUNC", LANDLOCK) {
  return open(test_path("secret"), O_WRONLY | O_TRUNC);
}

ATTEMPT("write into /tmp", LANDLOCK) {
  return write_file("/tmp/tenuto-hostile");
}

ATTEMPT("write into /dev/shm", LANDLOCK) {
  return write_file("/dev/shm/tenuto-hostile");
}

ATTEMPT("make a nameless file", LANDLOCK) {
  return open(test_folder(), O_TMPFILE | O_RDWR, 0600);
}

ATTEMPT("write own executable", LANDLOCK) {
  return open("/proc/self/exe", O_WRONLY);
}

ATTEMPT("make folder", LANDLOCK) {
  return mkdir(test_path("folder"), 0700);
}

ATTEMPT("remove file", LANDLOCK) {
  return unlink(test_path("secret"));
}

ATTEMPT("rename file", LANDLOCK) {
  return rename(test_path("secret"), test_path("renamed"));
}

ATTEMPT("hard link", SECCOMP) {
  return link(test_path("secret"), test_path("hard"));
}

ATTEMPT("symbolic link", SECCOMP) {
  return symlink("/etc/shadow", test_path("soft"));
}

ATTEMPT("make pipe with a name", SECCOMP) {
  return mkfifo(test_path("pipe"), 0600);
}

ATTEMPT("make device", SECCOMP) {
  return mknod(test_path("device"), S_IFCHR | 0600, 259);
}

ATTEMPT("chmod", SECCOMP) {
  return chmod(test_path("secret"), 0777);
}

ATTEMPT("chown", SECCOMP) {
  return chown(test_path("secret"), 1, 1);
}

ATTEMPT("set extended attribute", SECCOMP) {
  return setxattr(test_path("secret"), "user.x", "x", 1, 0);
}

ATTEMPT("change times", SECCOMP) {
  return utimensat(AT_FDCWD, test_path("secret"), NULL, 0);
}

ATTEMPT("watch folder with inotify", SECCOMP) {
  int f = inotify_init1(0);
  return f < 0 ? -1 : inotify_add_watch(f, test_folder(), IN_ALL_EVENTS);
}

ATTEMPT("watch machine with fanotify", SECCOMP) {
  return syscall(SYS_fanotify_init, 0, 0);
}

ATTEMPT("change working folder", LANDLOCK) {
  return chdir(test_folder());
}

ATTEMPT("open by handle", SECCOMP) {
  return syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, 0);
}

static long look_at(const char *path) {
  struct stat status;
  return stat(path, &status);
}

ATTEMPT("size of secret of the user", OWN_ROOT) { return look_at(test_path("secret")); }

ATTEMPT("size of secret, by lstat", OWN_ROOT) {
  struct stat status;
  return lstat(test_path("secret"), &status);
}

ATTEMPT("size of secret, by statx", OWN_ROOT) {
  struct statx status;
  return statx(AT_FDCWD, test_path("secret"), 0, STATX_ALL, &status);
}

ATTEMPT("size of secret, by O_PATH", OWN_ROOT) {
  return open(test_path("secret"), O_PATH | O_CLOEXEC);
}

ATTEMPT("whether secret is there", OWN_ROOT) { return access(test_path("secret"), F_OK); }

ATTEMPT("whether secret may be read", OWN_ROOT) {
  return faccessat(AT_FDCWD, test_path("secret"), R_OK, AT_EACCESS);
}

ATTEMPT("folder of the user", OWN_ROOT) { return look_at(test_folder()); }

ATTEMPT("folder of the user, by O_PATH", OWN_ROOT) {
  return open(test_folder(), O_PATH | O_DIRECTORY);
}

ATTEMPT("where a link of the machine leads", OWN_ROOT) {
  char target[256];
  return readlink("/etc/mtab", target, sizeof target);
}

ATTEMPT("size of /etc/passwd", OWN_ROOT) { return look_at("/etc/passwd"); }

ATTEMPT("size of /etc/shadow", OWN_ROOT) { return look_at("/etc/shadow"); }

ATTEMPT("time of /etc/hostname", OWN_ROOT) { return look_at("/etc/hostname"); }

ATTEMPT("whether there is /home", OWN_ROOT) { return look_at("/home"); }

ATTEMPT("whether there is /root", OWN_ROOT) { return look_at("/root"); }

ATTEMPT("whether there is /var/log", OWN_ROOT) { return look_at("/var/log"); }

ATTEMPT("whether there is /run", OWN_ROOT) { return look_at("/run"); }

ATTEMPT("whether there is /dev/shm", OWN_ROOT) { return look_at("/dev/shm"); }

ATTEMPT("whether there is /dev/tty", OWN_ROOT) { return look_at("/dev/tty"); }

ATTEMPT("whether there is /sys/kernel", OWN_ROOT) { return look_at("/sys/kernel"); }

ATTEMPT("whether a program is installed", OWN_ROOT) { return look_at("/usr/bin/env"); }

ATTEMPT("which packages are installed", OWN_ROOT) { return look_at("/var/lib/dpkg/status"); }

ATTEMPT("up from the working folder", OWN_ROOT) { return look_at("../../etc/passwd"); }

ATTEMPT("up from the root", OWN_ROOT) { return look_at("/../../../etc/passwd"); }

ATTEMPT("root of the machine by /proc/self/root", OWN_ROOT) {
  return look_at("/proc/self/root/etc/passwd");
}

ATTEMPT("old working folder by /proc/self/cwd", OWN_ROOT) {
  return look_at("/proc/self/cwd/etc/passwd");
}

ATTEMPT("beside the executable by /proc/self/exe", OWN_ROOT) {
  return look_at("/proc/self/exe/../secret");
}

ATTEMPT("beside standard input", OWN_ROOT) {
  return openat(0, "../etc/passwd", O_PATH);
}

ATTEMPT("extended attribute", SECCOMP) {
  char value[64];
  return unless_refused(getxattr("/", "user.x", value, sizeof value));
}

ATTEMPT("space on the disk", SECCOMP) {
  struct statfs status;
  return statfs("/", &status);
}

ATTEMPT("handle of a file", SECCOMP) {
  struct {
    struct file_handle handle;
    char bytes[128];
  } made = {{128, 0}};
  int mount;
  return unless_refused(
      syscall(SYS_name_to_handle_at, AT_FDCWD, "/", &made.handle, &mount, 0));
}

ATTEMPT("open with openat2", SECCOMP) {
  uint64_t how[3] = {O_RDONLY, 0, 0};
  return unless_refused(syscall(437, AT_FDCWD, "/", how, sizeof how));
}

ATTEMPT("write all files back", SECCOMP) { return unless_refused(syscall(SYS_syncfs, 0)); }

ATTEMPT("exchange two files", SECCOMP) {
  return unless_refused(renameat2(
      AT_FDCWD, test_path("secret"), AT_FDCWD, test_path("other"), RENAME_EXCHANGE));
}
