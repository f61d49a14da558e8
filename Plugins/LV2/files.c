#define _GNU_SOURCE
#include "files.h"
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bridge/library.h"

enum { MOST_FILES = 16, MOST_SAVED = 64, NAME_BYTES = 200, PATH_BYTES = 4096 };
enum { MOST_CARRIED = 12 << 20 };  // bytes of a state's files; a whole state may have 16 MiB

#define FILES_PREFIX "/tenuto/files/"
#define BUNDLE_PREFIX "/tenuto/bundle/"

// A file in memory.
typedef struct memory_file {
  int descriptor;
  bool is_used;
  bool is_of_save;     // made by the plug-in while it saved
  uint32_t restore;    // by which it came; 0 where the plug-in made it
  char name[NAME_BYTES];
} memory_file;

// A file that the state being saved has named.
typedef struct saved_file {
  char path[PATH_BYTES];  // the plug-in's name for it
  char name[NAME_BYTES];  // after FILES_PREFIX
} saved_file;

static memory_file memory[MOST_FILES];
static int memory_count;
static saved_file saved[MOST_SAVED];
static int saved_count;
static size_t saved_bytes;
static bool is_saving, carries_users;
static uint32_t restore_count;
static char bundle_folder[PATH_BYTES];

// --- Memory ----------------------------------------------------------------------------------

void files_prepare(const char *bundle) {
  snprintf(bundle_folder, sizeof bundle_folder, "%s", bundle);
  // A file that grows too long fails, and does not end the process.
  signal(SIGXFSZ, SIG_IGN);
  for (; memory_count < MOST_FILES; memory_count++) {
    int descriptor = memfd_create("state", MFD_CLOEXEC);
    if (descriptor < 0) break;
    memory[memory_count].descriptor = descriptor;
  }
  library_deny_memory_files();
}

static void path_of(const memory_file *file, char path[PATH_BYTES]) {
  snprintf(path, PATH_BYTES, "/proc/self/fd/%d", file->descriptor);
}

// Its memory is given back: the call that shortens a file by its descriptor is denied.
static void release(memory_file *file) {
  char path[PATH_BYTES];
  path_of(file, path);
  int descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (descriptor >= 0) close(descriptor);
  *file = (memory_file){.descriptor = file->descriptor};
}

static memory_file *unused(void) {
  for (int i = 0; i < memory_count; i++)
    if (!memory[i].is_used) return &memory[i];
  return NULL;
}

// --- Names -----------------------------------------------------------------------------------

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_name_saved(const char *name) {
  for (int i = 0; i < saved_count; i++)
    if (!strcmp(saved[i].name, name)) return true;
  return false;
}

// `name`, with a number before its ending if the state already has a file of this name.
static void make_unique(const char *name, char to[NAME_BYTES]) {
  snprintf(to, NAME_BYTES, "%s", *name ? name : "file");
  const char *dot = strrchr(name, '.');
  int stem = (int)(dot && dot != name ? dot - name : (long)strlen(name));
  if (stem > NAME_BYTES / 2) stem = NAME_BYTES / 2;
  for (int number = 2; is_name_saved(to); number++)
    snprintf(to, NAME_BYTES, "%.*s-%d%.32s", stem, name, number, dot && dot != name ? dot : "");
}

static char *joined(const char *first, const char *second) {
  char *text = NULL;
  return asprintf(&text, "%s%s", first, second) < 0 ? NULL : text;
}

// --- What the plug-in calls ------------------------------------------------------------------

static const memory_file *memory_at(const char *path) {
  char own[PATH_BYTES];
  for (int i = 0; i < memory_count; i++) {
    path_of(&memory[i], own);
    if (memory[i].is_used && !strcmp(own, path)) return &memory[i];
  }
  return NULL;
}

// Whether a file of the user's can be carried, and counts it. Packages are everywhere.
static bool can_carry(const char *path) {
  struct stat status;
  bool is_packaged = !strncmp(path, "/usr/", 5);
  if (!carries_users || is_packaged || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  if (status.st_size > MOST_CARRIED || saved_bytes + (size_t)status.st_size > MOST_CARRIED)
    return false;
  if (access(path, R_OK) != 0) return false;
  saved_bytes += (size_t)status.st_size;
  return true;
}

static char *abstract_path(LV2_State_Map_Path_Handle handle, const char *path) {
  (void)handle;
  size_t bundle = strlen(bundle_folder);
  if (bundle && !strncmp(path, bundle_folder, bundle)) return joined(BUNDLE_PREFIX, path + bundle);
  for (int i = 0; i < saved_count; i++)
    if (!strcmp(saved[i].path, path)) return joined(FILES_PREFIX, saved[i].name);
  const memory_file *file = memory_at(path);
  bool is_kept = is_saving && saved_count < MOST_SAVED && strlen(path) < PATH_BYTES &&
                 (file || can_carry(path));
  if (!is_kept) return strdup(path);
  saved_file *to = &saved[saved_count];
  make_unique(file ? file->name : last_part(path), to->name);
  snprintf(to->path, sizeof to->path, "%s", path);
  saved_count++;
  return joined(FILES_PREFIX, to->name);
}

static char *absolute_path(LV2_State_Map_Path_Handle handle, const char *path) {
  (void)handle;
  if (!strncmp(path, BUNDLE_PREFIX, strlen(BUNDLE_PREFIX)))
    return joined(bundle_folder, path + strlen(BUNDLE_PREFIX));
  if (strncmp(path, FILES_PREFIX, strlen(FILES_PREFIX)) != 0) return strdup(path);
  for (int i = 0; i < memory_count; i++) {
    const memory_file *file = &memory[i];
    bool is_it = file->is_used && file->restore == restore_count &&
                 !strcmp(file->name, path + strlen(FILES_PREFIX));
    char own[PATH_BYTES];
    if (!is_it) continue;
    path_of(file, own);
    return strdup(own);
  }
  return strdup(path);
}

// Intermediate folders in a plug-in's path are left out: a file in memory has none.
static char *make_path(LV2_State_Make_Path_Handle handle, const char *path) {
  (void)handle;
  memory_file *file = unused();
  const char *name = last_part(path);
  if (!file || !*name || strlen(name) >= NAME_BYTES) return NULL;
  file->is_used = true;
  file->is_of_save = is_saving;
  strcpy(file->name, name);
  char own[PATH_BYTES];
  path_of(file, own);
  return strdup(own);
}

static void free_path(LV2_State_Free_Path_Handle handle, char *path) {
  (void)handle;
  free(path);
}

LV2_State_Make_Path files_make_path = {NULL, make_path};
LV2_State_Free_Path files_free_path = {NULL, free_path};
LV2_State_Map_Path files_map_path = {NULL, abstract_path, absolute_path};

// --- Saving ----------------------------------------------------------------------------------

void files_begin_save(bool carries) {
  // Files made for the previous save belong only to that state.
  for (int i = 0; i < memory_count; i++)
    if (memory[i].is_used && memory[i].is_of_save) release(&memory[i]);
  saved_count = 0;
  saved_bytes = 0;
  carries_users = carries;
  is_saving = true;
}

// Copies a file; its length, or -1.
static long copy(const char *path, FILE *to) {
  FILE *from = fopen(path, "rb");
  if (!from) return -1;
  char piece[65536];
  long length = 0;
  for (size_t count; length <= MOST_CARRIED && (count = fread(piece, 1, sizeof piece, from)) > 0;
       length += (long)count)
    fwrite(piece, 1, count, to);
  bool is_whole = !ferror(from) && length <= MOST_CARRIED;
  fclose(from);
  return is_whole ? length : -1;
}

// A name, a zero, the length in 8 bytes, the bytes.
static bool write_file(const saved_file *file, FILE *to) {
  char *bytes = NULL;
  size_t size;
  FILE *buffer = open_memstream(&bytes, &size);
  if (!buffer) return false;
  long length = copy(file->path, buffer);
  fclose(buffer);
  if (length >= 0) {
    uint64_t count = (uint64_t)length;
    fwrite(file->name, 1, strlen(file->name) + 1, to);
    fwrite(&count, sizeof count, 1, to);
    fwrite(bytes, 1, size, to);
  }
  free(bytes);
  return length >= 0;
}

bool files_write(FILE *to) {
  is_saving = false;
  for (int i = 0; i < saved_count; i++)
    if (!write_file(&saved[i], to)) return false;
  return true;
}

// --- Restoring -------------------------------------------------------------------------------

// The next file of a state; false at its end, or with `is_whole` false if it is truncated.
static bool next_file(
    const char **at, const char *end, const char **name, uint64_t *length, bool *is_whole) {
  *is_whole = true;
  if (*at == end) return false;
  const char *zero = memchr(*at, 0, (size_t)(end - *at));
  *is_whole = zero && zero > *at && zero - *at < NAME_BYTES && !strchr(*at, '/') &&
              (size_t)(end - zero - 1) >= sizeof *length;
  if (!*is_whole) return false;
  *name = *at;
  memcpy(length, zero + 1, sizeof *length);
  *at = zero + 1 + sizeof *length;
  *is_whole = *length <= (uint64_t)(end - *at);
  return *is_whole;
}

static int file_count(const char *bytes, size_t count) {
  const char *at = bytes, *name;
  uint64_t length;
  bool is_whole;
  int files = 0;
  for (; next_file(&at, bytes + count, &name, &length, &is_whole); at += length) files++;
  return is_whole ? files : -1;
}

bool files_are_whole(const char *bytes, size_t count) {
  size_t text = strnlen(bytes, count);
  return text == count || file_count(bytes + text + 1, count - text - 1) >= 0;
}

static bool write_whole(int descriptor, const char *bytes, uint64_t count) {
  for (uint64_t done = 0; done < count;) {
    ssize_t written = pwrite(descriptor, bytes + done, count - done, (off_t)done);
    if (written <= 0) return false;
    done += (uint64_t)written;
  }
  return true;
}

// The plug-in may still read the files of the state before; older ones are given back.
static int make_room(void) {
  int room = 0;
  for (int i = 0; i < memory_count; i++) {
    if (memory[i].is_used && memory[i].restore && memory[i].restore < restore_count)
      release(&memory[i]);
    room += !memory[i].is_used;
  }
  return room;
}

bool files_take(const char *bytes, size_t count) {
  int files = file_count(bytes, count);
  if (files < 0 || files > make_room()) return false;
  restore_count++;
  const char *at = bytes, *name;
  uint64_t length;
  bool is_whole;
  for (; next_file(&at, bytes + count, &name, &length, &is_whole); at += length) {
    memory_file *file = unused();
    *file = (memory_file){.descriptor = file->descriptor, .is_used = true, .restore = restore_count};
    strcpy(file->name, name);
    if (!write_whole(file->descriptor, at, length)) return false;
  }
  return true;
}
