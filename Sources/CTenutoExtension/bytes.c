#include "bytes.h"
#include <stdlib.h>
#include <string.h>

void tx_clear(tenuto_output *output) {
  output->count = 0;
  output->has_failed = false;
}

static bool make_room(tenuto_output *output, size_t count) {
  if (output->has_failed || count > TX_BULK_BYTES - output->count) {
    output->has_failed = true;
    return false;
  }
  if (output->count + count <= output->capacity) return true;
  size_t capacity = output->capacity ? output->capacity : 1024;
  while (capacity < output->count + count) capacity *= 2;
  uint8_t *bytes = realloc(output->bytes, capacity);
  if (!bytes) {
    output->has_failed = true;
    return false;
  }
  output->bytes = bytes;
  output->capacity = capacity;
  return true;
}

void tenuto_write(tenuto_output *output, const void *bytes, size_t count) {
  if (count == 0 || !make_room(output, count)) return;
  memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
}

void tx_write_number(tenuto_output *output, uint64_t value, int byte_count) {
  uint8_t bytes[8];
  for (int i = 0; i < byte_count; i++) bytes[i] = (uint8_t)(value >> (8 * i));
  tenuto_write(output, bytes, (size_t)byte_count);
}

void tx_write_float(tenuto_output *output, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  tx_write_number(output, bits, 4);
}

void tx_write_string(tenuto_output *output, const char *text) {
  size_t count = text ? strlen(text) : 0;
  if (count > TX_STRING_BYTES) count = TX_STRING_BYTES;
  tx_write_number(output, count, 2);
  tenuto_write(output, text, count);
}

const uint8_t *tx_read_bytes(tx_reader *reader, size_t count) {
  if (reader->has_failed || count > reader->count - reader->position) {
    reader->has_failed = true;
    return NULL;
  }
  reader->position += count;
  return reader->bytes + reader->position - count;
}

uint64_t tx_read_number(tx_reader *reader, int byte_count) {
  const uint8_t *bytes = tx_read_bytes(reader, (size_t)byte_count);
  uint64_t value = 0;
  for (int i = 0; bytes && i < byte_count; i++) value |= (uint64_t)bytes[i] << (8 * i);
  return value;
}

float tx_read_float(tx_reader *reader) {
  uint32_t bits = (uint32_t)tx_read_number(reader, 4);
  float value;
  memcpy(&value, &bits, sizeof value);
  if (!tx_is_finite(value)) reader->has_failed = true;
  return reader->has_failed ? 0 : value;
}

double tx_read_double(tx_reader *reader) {
  uint64_t bits = tx_read_number(reader, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  if (!tx_is_finite_double(value)) reader->has_failed = true;
  return reader->has_failed ? 0 : value;
}

void tx_read_string(tx_reader *reader, char text[TX_STRING_BYTES + 1]) {
  size_t count = tx_read_number(reader, 2);
  if (count > TX_STRING_BYTES) reader->has_failed = true;
  const uint8_t *bytes = tx_read_bytes(reader, count);
  if (bytes) memcpy(text, bytes, count);
  text[bytes ? count : 0] = 0;
}

bool tx_is_finished(const tx_reader *reader) {
  return !reader->has_failed && reader->position == reader->count;
}
