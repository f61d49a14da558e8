#define _GNU_SOURCE
#include "cdebugger.h"
#include <errno.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

int cdebugger_halt(int thread) {
  if (ptrace(PTRACE_SEIZE, thread, NULL, NULL) != 0) return errno;
  if (ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) != 0) return errno;
  return waitpid(thread, NULL, __WALL) == thread ? 0 : errno;
}
