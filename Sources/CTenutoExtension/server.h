// The state of the control thread: the chosen component, its unit, its kernel.
#pragma once
#include "channel.h"
#include "cycle.h"
#include "state.h"

struct tenuto_host {
  const tenuto_component *components;
  size_t component_count;
  const tenuto_component *chosen;  // NULL before instantiate
  void *unit;
  tx_values values;
  tenuto_cycle *cycle;  // NULL while not allocated
  tenuto_output inbox;  // the uploaded bytes
  tenuto_output outbox;  // the result of the last request
  tenuto_output answer;
  bool is_over;
};

// Replies to a request in `host->answer`; NULL, or the reason for a refusal.
const char *tx_handle(tenuto_host *host, const tx_message *message);

#define TX_MALFORMED_REQUEST "malformed request"

// Replies with the number of bytes to download.
const char *tx_give_outbox(tenuto_host *host);

const char *tx_save_state(tenuto_host *host, tx_reader *reader);
const char *tx_load_state(tenuto_host *host);
// Applies a preset, or returns its state.
const char *tx_answer_preset(tenuto_host *host, tx_reader *reader, bool is_taken);

const char *tx_answer_snapshot(tenuto_host *host, tx_reader *reader);
const char *tx_restore_snapshot(tenuto_host *host);

// Stops the render thread and frees the kernel.
void tx_deallocate(tenuto_host *host);
const char *tx_allocate(tenuto_host *host, tx_reader *reader, const tx_message *message);

// Maps the output of another extension for the render thread to read.
const char *tx_answer_link(tenuto_host *host, tx_reader *reader, const tx_message *message);

// Sends a notice to the host.
void tx_notify(uint16_t kind, const tenuto_output *payload);
