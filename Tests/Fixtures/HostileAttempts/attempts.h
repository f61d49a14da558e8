#pragma once
#include <sys/types.h>

// The layer that denies an attempt; see `layer_name`.
typedef enum layer {
  SECCOMP,
  LANDLOCK,
  LIMITS,
  PRIVATE_ROOT,
  FRESH_PROC,
  PROCESSES,
  NO_EXEC,
  USERS
} layer;

// An attempt: its name, its layer, and its function, which returns -1 with errno if it is denied.
typedef struct attempt {
  const char *name;
  layer layer;
  long (*run)(void);
} attempt;

// Defines an attempt: `ATTEMPT("name", LAYER) { body }`. The linker collects those of all files in
// one table.
#define ATTEMPT(name, layer) ATTEMPT_NUMBERED(name, layer, __COUNTER__)
#define ATTEMPT_NUMBERED(name, layer, number) ATTEMPT_BODY(name, layer, number)
#define ATTEMPT_BODY(name, layer, number)                                                  \
  static long attempt_##number(void);                                                      \
  __attribute__((section("attempts"), used, retain)) static const attempt row_##number = { \
      name, layer, attempt_##number};                                                      \
  static long attempt_##number(void)

// Defines an attempt that is a single call: `TRY("name", LAYER, call)`.
#define TRY(name, layer, ...) \
  ATTEMPT(name, layer) { return __VA_ARGS__; }

extern const attempt __start_attempts[], __stop_attempts[];

// An attack prints how far it gets.
typedef struct attack {
  const char *name;
  void (*run)(void);
} attack;

// All attacks; the last has no name.
extern const attack attacks[];

// A world-writable folder, with a file `secret`.
const char *test_folder(void);
// The path of `name` in that folder.
const char *test_path(const char *name);
// The parent process.
pid_t test_host(void);
// A descriptor of the memory shared with the host.
int test_memory(int is_writable);
// 64 KiB of that memory, read-write or read-only.
void *test_mapping(void);
const void *test_readable_mapping(void);

long read_file(const char *path);
long write_file(const char *path);
// The path of `name` in the host's /proc folder.
const char *path_of_host(const char *name);
// The host, or process 1 if the host has no number here.
pid_t victim(void);
// Waits for a child that ends at once; returns its id.
long end_child(pid_t child);
// Turns an error number from a pthread function into -1 with errno.
long as_errno(int error);
// -1 only if the call itself was refused; another failure means that the kernel has tried.
long unless_refused(long result);

static char *const no_words[] = {0};
