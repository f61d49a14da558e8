// What the control thread knows: the chosen component, its unit, its kernel.
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
  tenuto_output inbox;  // what was uploaded
  tenuto_output outbox;  // what the last request gave
  tenuto_output answer;
  bool is_over;
};

// Answers a request in `host->answer`; NULL, or why it is refused.
const char *tx_handle(tenuto_host *host, const tx_message *message);

#define TX_MALFORMED_REQUEST "malformed request"

// Answers how many bytes there are to download.
const char *tx_give_outbox(tenuto_host *host);

const char *tx_save_state(tenuto_host *host, tx_reader *reader);
const char *tx_load_state(tenuto_host *host);
// Takes a preset, or gives the state that it stands for.
const char *tx_answer_preset(tenuto_host *host, tx_reader *reader, bool is_taken);

// Ends the render thread and frees the kernel.
void tx_deallocate(tenuto_host *host);
const char *tx_allocate(tenuto_host *host, tx_reader *reader, const tx_message *message);

// Maps what another extension writes, for the render thread to follow it.
const char *tx_answer_link(tenuto_host *host, tx_reader *reader, const tx_message *message);

// Sends what nobody has asked for.
void tx_notify(uint16_t kind, const tenuto_output *payload);
