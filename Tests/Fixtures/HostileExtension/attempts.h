#pragma once
#include <sys/types.h>

// An attempt: its name, and what it does; -1 with errno where it is denied.
typedef struct attempt {
  const char *name;
  long (*run)(void);
} attempt;

// All attempts; the last has no name.
extern const attempt attempts[];

// What prints how far it gets.
typedef struct deed {
  const char *name;
  void (*run)(void);
} deed;

// All deeds; the last has no name.
extern const deed deeds[];

// A folder in which everybody may do everything, with a file `secret`.
const char *test_folder(void);
// `name` in that folder.
const char *test_path(const char *name);
// The process that started this one.
pid_t test_host(void);
// A descriptor of the memory that it shares with the host.
int test_memory(int is_writable);
// That memory, 64 KiB of it.
void *test_mapping(void);
