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

TRY("read secret of the user", LANDLOCK, read_file(test_path("secret")))

ATTEMPT("list folder of the user", LANDLOCK) {
  int f = open(test_folder(), O_RDONLY | O_DIRECTORY);
  char b[512];
  return f < 0 ? -1 : syscall(SYS_getdents64, f, b, sizeof b);
}

TRY("list root folder", LANDLOCK, open("/", O_RDONLY | O_DIRECTORY))
TRY("list home folders", LANDLOCK, open("/home", O_RDONLY | O_DIRECTORY))
TRY("read /etc/passwd", LANDLOCK, read_file("/etc/passwd"))
TRY("read /etc/shadow", LANDLOCK, read_file("/etc/shadow"))
TRY("read /etc/hostname", LANDLOCK, read_file("/etc/hostname"))
TRY("read /etc/machine-id", LANDLOCK, read_file("/etc/machine-id"))
TRY("read /proc/kcore", LANDLOCK, read_file("/proc/kcore"))
TRY("read /dev/mem", LANDLOCK, read_file("/dev/mem"))
TRY("read /dev/kmsg", LANDLOCK, read_file("/dev/kmsg"))
TRY("read /dev/tty", LANDLOCK, read_file("/dev/tty"))
TRY("read /dev/zero", LANDLOCK, read_file("/dev/zero"))
TRY("read memory of the machine's disk", LANDLOCK, read_file("/dev/vda"))
TRY("read /sys", LANDLOCK, read_file("/sys/kernel/uevent_seqnum"))
TRY("write file in folder", LANDLOCK, write_file(test_path("written")))

ATTEMPT("write over secret", LANDLOCK) {
  int f = open(test_path("secret"), O_WRONLY);
  return f < 0 ? -1 : write(f, "x", 1);
}

TRY("truncate secret", LANDLOCK, truncate(test_path("secret"), 0))
TRY("open secret with O_TRUNC", LANDLOCK, open(test_path("secret"), O_WRONLY | O_TRUNC))
TRY("write into /tmp", LANDLOCK, write_file("/tmp/tenuto-hostile"))
TRY("write into /dev/shm", LANDLOCK, write_file("/dev/shm/tenuto-hostile"))
TRY("make a nameless file", LANDLOCK, open(test_folder(), O_TMPFILE | O_RDWR, 0600))
TRY("write own executable", LANDLOCK, open("/proc/self/exe", O_WRONLY))
TRY("make folder", LANDLOCK, mkdir(test_path("folder"), 0700))
TRY("remove file", LANDLOCK, unlink(test_path("secret")))
TRY("rename file", LANDLOCK, rename(test_path("secret"), test_path("renamed")))
TRY("hard link", SECCOMP, link(test_path("secret"), test_path("hard")))
TRY("symbolic link", SECCOMP, symlink("/etc/shadow", test_path("soft")))
TRY("make pipe with a name", SECCOMP, mkfifo(test_path("pipe"), 0600))
TRY("make device", SECCOMP, mknod(test_path("device"), S_IFCHR | 0600, 259))
TRY("chmod", SECCOMP, chmod(test_path("secret"), 0777))
TRY("chown", SECCOMP, chown(test_path("secret"), 1, 1))
TRY("set extended attribute", SECCOMP, setxattr(test_path("secret"), "user.x", "x", 1, 0))
TRY("change times", SECCOMP, utimensat(AT_FDCWD, test_path("secret"), NULL, 0))

ATTEMPT("watch folder with inotify", SECCOMP) {
  int f = inotify_init1(0);
  return f < 0 ? -1 : inotify_add_watch(f, test_folder(), IN_ALL_EVENTS);
}

TRY("watch machine with fanotify", SECCOMP, syscall(SYS_fanotify_init, 0, 0))
TRY("change working folder", LANDLOCK, chdir(test_folder()))
TRY("open by handle", SECCOMP, syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, 0))

static long look_at(const char *path) {
  struct stat status;
  return stat(path, &status);
}

TRY("size of secret of the user", PRIVATE_ROOT, look_at(test_path("secret")))

ATTEMPT("size of secret, by lstat", PRIVATE_ROOT) {
  struct stat status;
  return lstat(test_path("secret"), &status);
}

ATTEMPT("size of secret, by statx", PRIVATE_ROOT) {
  struct statx status;
  return statx(AT_FDCWD, test_path("secret"), 0, STATX_ALL, &status);
}

TRY("size of secret, by O_PATH", PRIVATE_ROOT, open(test_path("secret"), O_PATH | O_CLOEXEC))
TRY("whether secret is there", PRIVATE_ROOT, access(test_path("secret"), F_OK))
TRY("whether secret may be read", PRIVATE_ROOT,
    faccessat(AT_FDCWD, test_path("secret"), R_OK, AT_EACCESS))
TRY("folder of the user", PRIVATE_ROOT, look_at(test_folder()))
TRY("folder of the user, by O_PATH", PRIVATE_ROOT, open(test_folder(), O_PATH | O_DIRECTORY))

ATTEMPT("where a link of the machine leads", PRIVATE_ROOT) {
  char target[256];
  return readlink("/etc/mtab", target, sizeof target);
}

TRY("size of /etc/passwd", PRIVATE_ROOT, look_at("/etc/passwd"))
TRY("size of /etc/shadow", PRIVATE_ROOT, look_at("/etc/shadow"))
TRY("time of /etc/hostname", PRIVATE_ROOT, look_at("/etc/hostname"))
TRY("whether there is /home", PRIVATE_ROOT, look_at("/home"))
TRY("whether there is /root", PRIVATE_ROOT, look_at("/root"))
TRY("whether there is /var/log", PRIVATE_ROOT, look_at("/var/log"))
TRY("whether there is /run", PRIVATE_ROOT, look_at("/run"))
TRY("whether there is /dev/shm", PRIVATE_ROOT, look_at("/dev/shm"))
TRY("whether there is /dev/tty", PRIVATE_ROOT, look_at("/dev/tty"))
TRY("whether there is /sys/kernel", PRIVATE_ROOT, look_at("/sys/kernel"))
TRY("whether a program is installed", PRIVATE_ROOT, look_at("/usr/bin/env"))
TRY("which packages are installed", PRIVATE_ROOT, look_at("/var/lib/dpkg/status"))
TRY("up from the working folder", PRIVATE_ROOT, look_at("../../etc/passwd"))
TRY("up from the root", PRIVATE_ROOT, look_at("/../../../etc/passwd"))
TRY("root of the machine by /proc/self/root", PRIVATE_ROOT, look_at("/proc/self/root/etc/passwd"))
TRY("old working folder by /proc/self/cwd", PRIVATE_ROOT, look_at("/proc/self/cwd/etc/passwd"))
TRY("beside the executable by /proc/self/exe", PRIVATE_ROOT, look_at("/proc/self/exe/../secret"))
TRY("beside standard input", PRIVATE_ROOT, openat(0, "../etc/passwd", O_PATH))

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

TRY("write all files back", SECCOMP, unless_refused(syscall(SYS_syncfs, 0)))

ATTEMPT("exchange two files", SECCOMP) {
  return unless_refused(renameat2(
      AT_FDCWD, test_path("secret"), AT_FDCWD, test_path("other"), RENAME_EXCHANGE));
}
