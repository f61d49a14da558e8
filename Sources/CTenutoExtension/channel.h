// Messages of the control channel. Thread: control.
#pragma once
#include "bytes.h"

enum { TX_CONTROL_DESCRIPTOR = 3, TX_EVENTS_DESCRIPTOR = 4, TX_REQUEST_DESCRIPTORS = 4 };

typedef struct tx_message {
  uint16_t kind;  // without the reply bit
  bool is_answer;
  uint16_t status;
  uint32_t identifier;
  const uint8_t *payload;
  size_t payload_count;
  int descriptors[TX_REQUEST_DESCRIPTORS];  // closed by the receiver
  int descriptor_count;
} tx_message;

// Waits up to `seconds` for a message (below 0: forever); its payload is in `buffer`.
typedef enum tx_received { TX_MESSAGE, TX_NOTHING, TX_OVER } tx_received;
tx_received tx_receive(tx_message *message, uint8_t buffer[TX_MESSAGE_BYTES], double seconds);

// Sends a message; waits up to `milliseconds` for room. False on timeout.
bool tx_send(const tx_message *message, int milliseconds);

void tx_close_descriptors(tx_message *message);
