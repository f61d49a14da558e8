// A program that tries to escape: one attempt per process, named by TENUTO_TEST_ATTEMPT ("list"
// prints the layer and the name of each). Exit code 0: denied, with the reason on stdout; 42: it
// succeeded; 3: the attempt itself does not work. Being killed also counts as denied, which the
// host must observe. An attack always has code 0.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "attempts.h"
#include "hostile.h"

static const char *const layer_names[] = {
    [SECCOMP] = "seccomp",
    [LANDLOCK] = "Landlock",
    [LIMITS] = "resource limits",
    [PRIVATE_ROOT] = "private root",
    [FRESH_PROC] = "fresh /proc",
    [PROCESSES] = "process namespace",
    [NO_EXEC] = "W^X memory",
    [USERS] = "user namespace",
};

static int list(void) {
  for (const attempt *a = __start_attempts; a < __stop_attempts; a++)
    printf("%s: %s\n", layer_names[a->layer], a->name);
  return 0;
}

static int try(const attempt *a) {
  errno = 0;
  if (a->run() >= 0) {
    puts("succeeded");
    return 42;
  }
  printf("%s\n", errno ? strerrorname_np(errno) : "failed");
  return 0;
}

int hostile_main(void) {
  const char *name = getenv("TENUTO_TEST_ATTEMPT");
  if (!name || !strcmp(name, "list")) return list();
  for (const attack *d = attacks; d->name; d++) {
    if (strcmp(name, d->name)) continue;
    errno = 0;
    d->run();
    return 0;
  }
  for (const attempt *a = __start_attempts; a < __stop_attempts; a++)
    if (!strcmp(name, a->name)) return try(a);
  return 3;
}
