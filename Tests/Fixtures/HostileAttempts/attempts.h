#pragma once
#include <sys/types.h>

// What denies an attempt; see `layer_name`.
typedef enum layer {
  SECCOMP,
  LANDLOCK,
  LIMITS,
  OWN_ROOT,
  FRESH_PROC,
  PROCESSES,
  NO_EXEC,
  USERS
} layer;

// An attempt: its name, what denies it, and what it does; -1 with errno where it is denied.
typedef struct attempt {
  const char *name;
  layer layer;
  long (*run)(void);
} attempt;

// One attempt: `ATTEMPT("name", LAYER) { body }`. The linker makes one table of those of all files.
#define ATTEMPT(name, layer) ATTEMPT_NUMBERED(name, layer, __COUNTER__)
#define ATTEMPT_NUMBERED(name, layer, number) ATTEMPT_BODY(name, layer, number)
#define ATTEMPT_BODY(name, layer, number)                                                  \
  static long attempt_##number(void);                                                      \
  __attribute__((section("attempts"), used, retain)) static const attempt row_##number = { \
      name, layer, attempt_##number};                                                      \
  static long attempt_##number(void)

// One that is a single call: `TRY("name", LAYER, call)`.
#define TRY(name, layer, ...) \
  ATTEMPT(name, layer) { return __VA_ARGS__; }

extern const attempt __start_attempts[], __stop_attempts[];

// What prints how far it gets.
typedef struct attack {
  const char *name;
  void (*run)(void);
} attack;

// All attacks; the last has no name.
extern const attack attacks[];

// A folder in which everybody may do everything, with a file `secret`.
const char *test_folder(void);
// `name` in that folder.
const char *test_path(const char *name);
// The process that started this one.
pid_t test_host(void);
// A descriptor of the memory that it shares with the host.
int test_memory(int is_writable);
// That memory, 64 KiB of it: to read and write, or to read only.
void *test_mapping(void);
const void *test_readable_mapping(void);

long read_file(const char *path);
long write_file(const char *path);
// `name` in the host's folder in /proc.
const char *path_of_host(const char *name);
// The host, or process 1 where the host has no number here.
pid_t victim(void);
// Waits for a child that ends at once; its id.
long end_child(pid_t child);
// Turns an error number, which pthread functions return, into -1 with errno.
long as_errno(int error);
// -1 only where the call itself was refused; another failure means that the kernel has tried.
long unless_refused(long result);

static char *const no_words[] = {0};
