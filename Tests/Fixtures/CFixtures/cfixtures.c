#define _GNU_SOURCE
#include "cfixtures.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void fixture_allocate(void) {
  char *volatile memory = malloc(4096);
  memory[0] = 1;
  free(memory);
}

void fixture_wait_at_gate(void) {
  const char *path = getenv("TENUTO_TEST_GATE");
  while (path && access(path, F_OK) != 0) usleep(1000);
}

void fixture_abort(void) {
  fputs("the oscillator has melted\n", stderr);
  abort();
}

void fixture_store_to_null(void) {
  int *volatile nowhere = NULL;
  *(volatile int *)nowhere = 1;
}

void fixture_exit(void) { _exit(0); }
