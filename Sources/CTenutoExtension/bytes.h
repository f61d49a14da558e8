// Reading and writing the payloads of control messages, little-endian.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "tenuto_extension.h"

// Checks the bits: a compiler with -ffast-math removes isfinite.
static inline bool tx_is_finite(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (bits & 0x7f800000u) != 0x7f800000u;
}

static inline bool tx_is_finite_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}

enum {
  TX_STRING_BYTES = 255,
  TX_LIST_COUNT = 4096,
  TX_MESSAGE_BYTES = 49152,
  TX_PIECE_BYTES = 32768,
  TX_BULK_BYTES = 1 << 24,
};

// A growing byte buffer; `has_failed` is set if it would exceed TX_BULK_BYTES.
struct tenuto_output {
  uint8_t *bytes;
  size_t count, capacity;
  bool has_failed;
};

void tx_clear(tenuto_output *output);
void tx_write_number(tenuto_output *output, uint64_t value, int byte_count);
void tx_write_float(tenuto_output *output, float value);
void tx_write_string(tenuto_output *output, const char *text);

// The unread bytes; `has_failed` is set if a field was missing or invalid.
typedef struct tx_reader {
  const uint8_t *bytes;
  size_t count, position;
  bool has_failed;
} tx_reader;

uint64_t tx_read_number(tx_reader *reader, int byte_count);
float tx_read_float(tx_reader *reader);
double tx_read_double(tx_reader *reader);
// At most TX_STRING_BYTES and a terminating 0.
void tx_read_string(tx_reader *reader, char text[TX_STRING_BYTES + 1]);
const uint8_t *tx_read_bytes(tx_reader *reader, size_t count);
// Whether all bytes were read without an error.
bool tx_is_finished(const tx_reader *reader);
