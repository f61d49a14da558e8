// The files that an extension sees: a separate tree in which everything that it may read is
// mounted. Other files do not even have a name there.
#define _GNU_SOURCE
#include "sandbox_root.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include "sandbox_calls.h"
#include "sandbox_mounts.h"

// The folder in which the tree is built: it exists on every machine, and the tree covers it again.
#define WORKSHOP "/proc"
#define PATH_BYTES 4096

static long take_tree(const tenuto_mount *mount) {
  long tree = raw(OPEN_TREE, AT_FDCWD, mount->path, TREE_CLONE | TREE_CLOEXEC | TREE_RECURSIVE);
  if (tree < 0) return tree;
  mount_attributes attributes = {.set = MOUNT_NOSUID};
  if (!(mount->rights & TENUTO_MAY_WRITE)) attributes.set |= MOUNT_RDONLY;
  if (!(mount->rights & TENUTO_MAY_EXECUTE)) attributes.set |= MOUNT_NOEXEC;
  long result = raw(
      MOUNT_SETATTR, tree, "", AT_EMPTY_PATH | TREE_RECURSIVE, &attributes, sizeof attributes);
  if (result >= 0) return tree;
  raw(SYS_close, tree);
  return result;
}

void tenuto_take_trees(spawn *s) {
  for (int i = 0; i < s->mount_count; i++)
    s->trees[i] = (int)take_tree(&s->mounts[i]);
  const tenuto_mount proc = {"/proc", TENUTO_MAY_READ, 1};
  s->trees[s->mount_count] = (int)take_tree(&proc);
}

// Creates a mount point and the folders on its path; existing ones stay.
static void make_mount_point(long root, const tenuto_mount *mount) {
  char path[PATH_BYTES];
  int length = 0;
  for (const char *next = mount->path + 1; *next && length < PATH_BYTES - 1; next++) {
    path[length] = 0;
    if (*next == '/') raw(SYS_mkdirat, root, path, 0755);
    path[length++] = *next;
  }
  path[length] = 0;
  if (mount->is_folder)
    raw(SYS_mkdirat, root, path, 0755);
  else
    raw(SYS_mknodat, root, path, S_IFREG | 0444, 0);
}

static long move_mounts(const spawn *s, long root) {
  for (int i = 0; i < s->mount_count; i++) {
    const tenuto_mount *mount = &s->mounts[i];
    // Skip files that are missing or inaccessible.
    if (s->trees[i] < 0) continue;
    make_mount_point(root, mount);
    long result = raw(MOVE_MOUNT, s->trees[i], "", root, mount->path + 1, FROM_EMPTY_PATH);
    if (result < 0) return result;
  }
  return 0;
}

// Done while the machine's /proc is still there: without it the kernel allows no other mount. If
// the kernel refuses that too, the machine's stays, for libraries that need it.
static long mount_some_proc(spawn *s, long root) {
  long result = raw(SYS_mkdirat, root, "proc", 0555);
  if (result < 0) return result;
  if (is_wanted(s, TENUTO_FRESH_PROC)) {
    result = tenuto_mount_proc(WORKSHOP "/proc");
    note(s, TENUTO_FRESH_PROC, result);
    if (result >= 0) return result;
  }
  int old = s->trees[s->mount_count];
  return old < 0 ? old : raw(MOVE_MOUNT, old, "", root, "proc", FROM_EMPTY_PATH);
}

static long fill(spawn *s, long root) {
  long result = move_mounts(s, root);
  if (result >= 0) result = mount_some_proc(s, root);
  if (result < 0) return result;
  mount_attributes attributes = {.set = MOUNT_RDONLY};
  return raw(MOUNT_SETATTR, root, "", AT_EMPTY_PATH, &attributes, sizeof attributes);
}

static long enter(long root) {
  long result = raw(SYS_fchdir, root);
  // The old root is stacked on the new one, and unmounted.
  if (result >= 0) result = raw(SYS_pivot_root, ".", ".");
  if (result >= 0) result = raw(SYS_umount2, ".", MNT_DETACH);
  if (result >= 0) result = raw(SYS_chdir, "/");
  return result;
}

long tenuto_mount_proc(const char *path) {
  return raw(
      SYS_mount, "proc", path, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
      "subset=pid,hidepid=ptraceable");
}

static void close_trees(spawn *s) {
  for (int i = 0; i <= s->mount_count; i++)
    if (s->trees[i] >= 0) raw(SYS_close, s->trees[i]);
}

long tenuto_enter_private_root(spawn *s) {
  const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  long result = raw(SYS_mount, "tenuto", WORKSHOP, "tmpfs", flags, "size=64k,mode=755");
  if (result >= 0) {
    long root = raw(SYS_openat, AT_FDCWD, WORKSHOP, O_PATH | O_DIRECTORY | O_CLOEXEC);
    result = root < 0 ? root : fill(s, root);
    if (result >= 0) result = enter(root);
    if (result < 0) raw(SYS_umount2, WORKSHOP, MNT_DETACH);
    if (root >= 0) raw(SYS_close, root);
  }
  close_trees(s);
  return result;
}
