#include <string.h>
#include "server.h"

enum {
  HELLO = 1, DESCRIBE, INSTANTIATE, ALLOCATE, DEALLOCATE, SHUTDOWN, UPLOAD, DOWNLOAD,
  SET_PARAMETERS, PARAMETERS, RESET, SAVE_STATE, LOAD_STATE, SELECT_PRESET, PRESET_STATE, TEXT,
  VALUE, MESSAGE, CONTEXT_NAME, LINK, UNLINK, GIVE_FILE, SNAPSHOT, RESTORE,
};

static const char *hello(tenuto_host *host, tx_reader *reader) {
  tx_read_number(reader, 4);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  tx_write_number(&host->answer, TENUTO_LAYOUT_VERSION, 4);
  tx_write_number(&host->answer, host->component_count, 2);
  return NULL;
}

static const char *describe(tenuto_host *host, tx_reader *reader) {
  size_t index = tx_read_number(reader, 2);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  if (index >= host->component_count) return "there is no such component";
  tx_clear(&host->outbox);
  tx_write_description(&host->outbox, &host->components[index]);
  return tx_give_outbox(host);
}

static void leave(tenuto_host *host) {
  tx_deallocate(host);
  if (host->chosen && host->chosen->close) host->chosen->close(host->unit);
  host->unit = NULL;
  host->chosen = NULL;
  tx_values_free(&host->values);
}

static const char *instantiate(tenuto_host *host, tx_reader *reader) {
  uint32_t wanted[3], codes[3] = {0};
  for (int i = 0; i < 3; i++) wanted[i] = (uint32_t)tx_read_number(reader, 4);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  for (size_t i = 0; i < host->component_count; i++) {
    tx_read_code(host->components[i].code, codes);
    if (memcmp(wanted, codes, sizeof codes)) continue;
    leave(host);
    if (!tx_values_make(&host->values, &host->components[i])) return "out of memory";
    host->chosen = &host->components[i];
    if (host->chosen->open) host->unit = host->chosen->open(host);
    return NULL;
  }
  return "the component is not in this executable";
}

static const char *upload(tenuto_host *host, tx_reader *reader) {
  uint32_t offset = (uint32_t)tx_read_number(reader, 4);
  uint32_t count = (uint32_t)tx_read_number(reader, 4);
  const uint8_t *bytes = tx_read_bytes(reader, count);
  if (!tx_is_finished(reader) || count > TX_PIECE_BYTES) return TX_MALFORMED_REQUEST;
  if (offset == 0) tx_clear(&host->inbox);
  if (offset != host->inbox.count) return "a piece is missing";
  tenuto_write(&host->inbox, bytes, count);
  return host->inbox.has_failed ? "more than 16 MiB" : NULL;
}

static const char *download(tenuto_host *host, tx_reader *reader) {
  size_t offset = tx_read_number(reader, 4);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  size_t count = offset < host->outbox.count ? host->outbox.count - offset : 0;
  if (count > TX_PIECE_BYTES) count = TX_PIECE_BYTES;
  tx_write_number(&host->answer, count, 4);
  if (count) tenuto_write(&host->answer, host->outbox.bytes + offset, count);
  return NULL;
}

static const char *set_parameters(tenuto_host *host, tx_reader *reader) {
  uint32_t count = (uint32_t)tx_read_number(reader, 2);
  tx_reader values = *reader;
  const uint8_t *bytes = tx_read_bytes(reader, (size_t)count * 12);
  if (count > TX_LIST_COUNT || !bytes || !tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  // Two passes: nothing is set if any value is NaN.
  tx_reader check = values;
  for (uint32_t i = 0; i < count; i++) {
    tx_read_number(&check, 8);
    tx_read_float(&check);
  }
  if (check.has_failed) return TX_MALFORMED_REQUEST;
  for (uint32_t i = 0; i < count; i++) {
    int index = tx_parameter_index(host->chosen, tx_read_number(&values, 8));
    float value = tx_read_float(&values);
    if (index < 0 || !tx_is_settable(&host->chosen->parameters[index])) continue;
    tx_values_set(&host->values, index, tx_clamp(&host->chosen->parameters[index], value));
  }
  return NULL;
}

// All parameters, including read-only ones, in address order.
static const char *parameters(tenuto_host *host) {
  const tenuto_component *component = host->chosen;
  tx_write_number(&host->answer, component->parameter_count, 2);
  uint64_t next = 0;
  for (uint16_t written = 0; written < component->parameter_count; written++) {
    int place = -1;
    for (uint16_t i = 0; i < component->parameter_count; i++)
      if (component->parameters[i].address >= next &&
          (place < 0 || component->parameters[i].address < component->parameters[place].address))
        place = i;
    tx_write_number(&host->answer, component->parameters[place].address, 8);
    tx_write_float(&host->answer, tx_values_get(&host->values, place));
    next = component->parameters[place].address + 1;
  }
  return NULL;
}

static const char *text(tenuto_host *host, tx_reader *reader) {
  int index = tx_parameter_index(host->chosen, tx_read_number(reader, 8));
  float value = tx_read_float(reader);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  if (index < 0) return "there is no such parameter";
  const tenuto_component *component = host->chosen;
  char words[TX_STRING_BYTES + 1] = "";
  value = tx_clamp(&component->parameters[index], value);
  if (component->text &&
      component->text(
          host->unit, component->parameters[index].address, value, words, sizeof words)) {
    words[TX_STRING_BYTES] = 0;
    tx_write_string(&host->answer, words);
  } else {
    tx_write_text(&host->answer, &component->parameters[index], value);
  }
  return NULL;
}

static const char *value(tenuto_host *host, tx_reader *reader) {
  char words[TX_STRING_BYTES + 1];
  uint64_t address = tx_read_number(reader, 8);
  int index = tx_parameter_index(host->chosen, address);
  tx_read_string(reader, words);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  if (index < 0) return "there is no such parameter";
  const tenuto_parameter *parameter = &host->chosen->parameters[index];
  float number;
  bool is_read = host->chosen->value && host->chosen->value(host->unit, address, words, &number) &&
                 tx_is_finite(number);
  if (!is_read && !tx_read_text(parameter, words, &number)) return "the text means no value";
  number = tx_clamp(parameter, number);
  tx_write_number(&host->answer, address, 8);
  tx_write_float(&host->answer, number);
  return NULL;
}

static const char *answer_message(tenuto_host *host) {
  tx_clear(&host->outbox);
  bool is_answered =
      host->chosen->message &&
      host->chosen->message(host->unit, host->inbox.bytes, host->inbox.count, &host->outbox);
  tx_clear(&host->inbox);
  if (is_answered) return tx_give_outbox(host);
  tx_clear(&host->outbox);
  return host->chosen->message ? "the message was refused" : "this component takes no messages";
}

static const char *context_name(tenuto_host *host, tx_reader *reader) {
  char name[TX_STRING_BYTES + 1];
  tx_read_string(reader, name);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  if (host->chosen->context_name) host->chosen->context_name(host->unit, name);
  return NULL;
}

static const char *unlink_other(tenuto_host *host) {
  if (host->cycle) tx_cycle_link(host->cycle, NULL);
  return NULL;
}

// Requests to the chosen component, with an empty payload.
static const char *handle_plain(tenuto_host *host, uint16_t kind) {
  switch (kind) {
    case PARAMETERS: return parameters(host);
    case RESET: atomic_store(&host->values.is_reset_wanted, host->cycle != NULL); return NULL;
    case UNLINK: return unlink_other(host);
    case LOAD_STATE: return tx_load_state(host);
    case RESTORE: return tx_restore_snapshot(host);
    default: return answer_message(host);
  }
}

static const char *handle_chosen(tenuto_host *host, tx_reader *reader, const tx_message *message) {
  switch (message->kind) {
    case ALLOCATE: return tx_allocate(host, reader, message);
    case LINK: return tx_answer_link(host, reader, message);
    case SET_PARAMETERS: return set_parameters(host, reader);
    case SAVE_STATE: return tx_save_state(host, reader);
    case SNAPSHOT: return tx_answer_snapshot(host, reader);
    case SELECT_PRESET: return tx_answer_preset(host, reader, true);
    case PRESET_STATE: return tx_answer_preset(host, reader, false);
    case TEXT: return text(host, reader);
    case VALUE: return value(host, reader);
    case CONTEXT_NAME: return context_name(host, reader);
    default: return reader->count ? TX_MALFORMED_REQUEST : handle_plain(host, message->kind);
  }
}

const char *tx_handle(tenuto_host *host, const tx_message *message) {
  tx_reader reader = {message->payload, message->payload_count, 0, false};
  if (message->is_answer || message->kind < HELLO || message->kind > RESTORE ||
      message->kind == GIVE_FILE)
    return "unknown request";
  switch (message->kind) {
    case HELLO: return hello(host, &reader);
    case DESCRIBE: return describe(host, &reader);
    case INSTANTIATE: return instantiate(host, &reader);
    case UPLOAD: return upload(host, &reader);
    case DOWNLOAD: return download(host, &reader);
    case DEALLOCATE:
    case SHUTDOWN:
      if (reader.count) return TX_MALFORMED_REQUEST;
      tx_deallocate(host);
      host->is_over = message->kind == SHUTDOWN;
      return NULL;
    default:
      return host->chosen ? handle_chosen(host, &reader, message)
                          : "no component has been instantiated";
  }
}
