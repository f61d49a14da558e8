#include <stdlib.h>
#include "server.h"

const char *tx_give_outbox(tenuto_host *host) {
  if (host->outbox.has_failed) {
    tx_clear(&host->outbox);
    return "the answer is longer than 16 MiB";
  }
  tx_write_number(&host->answer, host->outbox.count, 4);
  return NULL;
}

// The values of all parameters, freed by the caller; NULL if out of memory.
static float *make_values(const tenuto_host *host) {
  float *values = calloc(host->chosen->parameter_count + 1u, sizeof *values);
  for (int i = 0; values && i < host->chosen->parameter_count; i++)
    values[i] = tx_values_get(&host->values, i);
  return values;
}

static void take_values(tenuto_host *host, const float *values) {
  for (int i = 0; i < host->chosen->parameter_count; i++)
    if (tx_is_settable(&host->chosen->parameters[i])) tx_values_set(&host->values, i, values[i]);
}

const char *tx_save_state(tenuto_host *host, tx_reader *reader) {
  unsigned scope = (unsigned)tx_read_number(reader, 1);
  if (!tx_is_finished(reader) || scope > TENUTO_SCOPE_DOCUMENT) return TX_MALFORMED_REQUEST;
  tenuto_output own = {0};
  if (host->chosen->save) host->chosen->save(host->unit, (tenuto_scope)scope, &own);
  tx_clear(&host->outbox);
  float *values = make_values(host);
  if (values) tx_write_state(&host->outbox, host->chosen, values, own.bytes, own.count);
  host->outbox.has_failed |= own.has_failed || !values;
  free(values);
  free(own.bytes);
  return tx_give_outbox(host);
}

const char *tx_load_state(tenuto_host *host) {
  tx_state state;
  const char *fault =
      tx_read_state(host->chosen, host->inbox.bytes, host->inbox.count, &state);
  float *values = fault ? NULL : make_values(host);
  if (!fault && !values) fault = "out of memory";
  if (!fault) {
    tx_state_values(host->chosen, &state, values);
    if (host->chosen->load &&
        !host->chosen->load(host->unit, state.version, state.data, state.data_count))
      fault = "the component refused its state";
    else
      take_values(host, values);
  }
  free(values);
  tx_clear(&host->inbox);
  return fault;
}

const char *tx_answer_preset(tenuto_host *host, tx_reader *reader, bool is_taken) {
  int32_t number = (int32_t)tx_read_number(reader, 4);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  const tenuto_preset *preset = tx_preset(host->chosen, number);
  if (!preset) return "there is no such preset";
  float *values = make_values(host);
  if (!values) return "out of memory";
  tx_preset_values(host->chosen, preset, values);
  if (is_taken) {
    take_values(host, values);
    if (host->chosen->select) host->chosen->select(host->unit, number);
  } else {
    tx_clear(&host->outbox);
    tx_write_state(&host->outbox, host->chosen, values, NULL, 0);
  }
  free(values);
  return is_taken ? NULL : tx_give_outbox(host);
}
