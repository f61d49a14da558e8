// Threads that misbehave continuously.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Starts a detached thread; returns false if none can start.
int fault_thread(void *(*body)(void *), void *argument);

// The next pseudorandom number.
static inline uint32_t fault_random(uint32_t *state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

void fault_take_resources(int number);
void fault_spoil_memory(int number, float *samples);
void fault_spoil_sockets(int number);

// Prints a line on stderr.
void fault_say(const char *what, long number);
