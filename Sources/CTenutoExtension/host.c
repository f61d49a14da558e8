#include "server.h"

enum {
  NOTICE_PARAMETER = 0x100, NOTICE_GESTURE, NOTICE_STATE, NOTICE_FORMAT, NOTICE_STREAM,
};

void tx_notify(uint16_t kind, const tenuto_output *payload) {
  tx_message message = {
      .kind = kind, .payload = payload->bytes, .payload_count = payload->count};
  // A stream is dropped if the host is too slow; other messages are worth a wait.
  if (!payload->has_failed) tx_send(&message, kind == NOTICE_STREAM ? 0 : 1000);
}

static tenuto_output *empty(void) {
  static tenuto_output payload;
  tx_clear(&payload);
  return &payload;
}

float tenuto_get_parameter(const tenuto_host *host, uint64_t address) {
  int index = tx_parameter_index(host->chosen, address);
  return index < 0 ? 0 : tx_values_get(&host->values, index);
}

void tenuto_set_parameter(tenuto_host *host, uint64_t address, float value) {
  int index = tx_parameter_index(host->chosen, address);
  if (index < 0) return;
  value = tx_clamp(&host->chosen->parameters[index], value);
  tx_values_set(&host->values, index, value);
  tenuto_output *payload = empty();
  tx_write_number(payload, address, 8);
  tx_write_float(payload, value);
  tx_notify(NOTICE_PARAMETER, payload);
}

void tenuto_gesture(tenuto_host *host, uint64_t address, bool is_touched) {
  if (tx_parameter_index(host->chosen, address) < 0) return;
  tenuto_output *payload = empty();
  tx_write_number(payload, address, 8);
  tx_write_number(payload, is_touched, 1);
  tx_notify(NOTICE_GESTURE, payload);
}

void tenuto_state_changed(tenuto_host *host) {
  (void)host;
  tx_notify(NOTICE_STATE, empty());
}

void tenuto_format_changed(tenuto_host *host) {
  (void)host;
  tx_notify(NOTICE_FORMAT, empty());
}

void tenuto_stream(tenuto_host *host, const void *bytes, size_t count) {
  (void)host;
  if (count > TX_PIECE_BYTES) return;
  tenuto_output *payload = empty();
  tx_write_number(payload, count, 4);
  tenuto_write(payload, bytes, count);
  tx_notify(NOTICE_STREAM, payload);
}
