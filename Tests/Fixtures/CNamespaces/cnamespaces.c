#define _GNU_SOURCE
#include "cnamespaces.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

int cnamespaces_enter_network(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  int result = setns(descriptor, CLONE_NEWNET);
  close(descriptor);
  return result;
}
