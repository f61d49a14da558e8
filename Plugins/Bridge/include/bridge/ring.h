// A lock-free queue of messages from one thread to another.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct ring ring;

// `capacity` is a power of two, in bytes. Returns NULL if memory runs out.
ring *ring_make(uint32_t capacity);
void ring_free(ring *r);

// Writes a whole message; returns false if there is no room. Thread: the writer's.
bool ring_write(ring *r, const void *bytes, uint32_t size);

// Reads a whole message; returns false if none exists. Drops a message longer than `most`.
// Thread: the reader's.
bool ring_read(ring *r, void *bytes, uint32_t most, uint32_t *size);
