// Messages from one thread to one other without a lock.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct ring ring;

// `capacity` is a power of two, in bytes. NULL where memory runs out.
ring *ring_make(uint32_t capacity);
void ring_free(ring *r);

// Writes a whole message; false where there is no room. Thread: the writer's.
bool ring_write(ring *r, const void *bytes, uint32_t size);

// Reads a whole message; false where there is none. One longer than `most` is dropped.
// Thread: the reader's.
bool ring_read(ring *r, void *bytes, uint32_t most, uint32_t *size);
