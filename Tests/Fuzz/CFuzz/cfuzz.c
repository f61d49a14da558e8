#include "cfuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "server.h"

static void fail(const char *what) {
  fprintf(stderr, "tenuto-fuzz: %s\n", what);
  abort();
}

// --- A component that does nothing -----------------------------------------------------------

static const char *const choices[] = {"one", "two"};
static const tenuto_bus busses[] = {{.name = "Main", .channel_count = 2}};
static const tenuto_parameter parameters[] = {
    {.address = 0, .identifier = "a", .name = "A", .maximum = 10, .default_value = 1,
     .unit = TENUTO_UNIT_SECONDS},
    {.address = 5, .identifier = "b", .name = "B", .maximum = 1, .unit = TENUTO_UNIT_INDEXED,
     .value_names = choices, .value_name_count = 2},
    {.address = 9, .identifier = "meter", .name = "Meter", .maximum = 1,
     .flags = TENUTO_PARAMETER_READ_ONLY},
};
static const tenuto_value three[] = {{0, 3}};
static const tenuto_preset presets[] = {
    {.number = 3, .name = "Three", .values = three, .value_count = 1}};

static bool echo(void *unit, const void *bytes, size_t count, tenuto_output *reply) {
  (void)unit;
  tenuto_write(reply, bytes, count);
  return true;
}

static const tenuto_component component = {
    .code = "aumf fuzz Test", .name = "Fuzzed", .manufacturer = "Tenuto", .version = "1.0.0",
    .inputs = busses, .input_count = 1, .outputs = busses, .output_count = 1,
    .parameters = parameters, .parameter_count = 3, .presets = presets, .preset_count = 1,
    .state_version = 2, .message = echo,
};

// --- Requests --------------------------------------------------------------------------------

static void end(tenuto_host *host) {
  tx_values_free(&host->values);
  free(host->inbox.bytes);
  free(host->outbox.bytes);
  free(host->answer.bytes);
}

void cfuzz_requests(const uint8_t *bytes, size_t count) {
  tenuto_host host = {.components = &component, .component_count = 1};
  tx_reader reader = {bytes, count, 0, false};
  while (reader.position < count) {
    tx_message message = {.kind = (uint16_t)(tx_read_number(&reader, 1) % 25)};
    size_t length = tx_read_number(&reader, 2);
    size_t rest = count - reader.position;
    message.payload_count = length < rest ? length : rest;
    message.payload = tx_read_bytes(&reader, message.payload_count);
    if (!message.payload) break;
    tx_clear(&host.answer);
    const char *fault = tx_handle(&host, &message);
    if (!fault && host.answer.count > TX_MESSAGE_BYTES - 16) fail("an answer is too long");
  }
  end(&host);
}

// Through a socket as the control channel: nothing below it can be called directly.
void cfuzz_message(const uint8_t *bytes, size_t count) {
  static int peer = -1;
  static uint8_t buffer[TX_MESSAGE_BYTES];
  if (peer < 0) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) || dup2(ends[0], TX_CONTROL_DESCRIPTOR) < 0)
      fail("there is no socket to fuzz");
    peer = dup(ends[1]);
  }
  if (count == 0 || send(peer, bytes, count, MSG_DONTWAIT) < 0) return;
  tx_message message;
  if (tx_receive(&message, buffer, 0) == TX_MESSAGE && message.payload_count != count - 16)
    fail("a payload is not what was sent");
  tx_close_descriptors(&message);
}

bool cfuzz_state(const uint8_t *bytes, size_t count) {
  tx_state state;
  if (tx_read_state(&component, bytes, count, &state)) return false;
  float values[3];
  tx_state_values(&component, &state, values);
  for (int i = 0; i < 3; i++)
    if (values[i] < parameters[i].minimum || values[i] > parameters[i].maximum)
      fail("a state's value is out of range");
  return true;
}

// --- Events ----------------------------------------------------------------------------------

static tx_event_reader events;

void cfuzz_events_begin(int socket) { events = (tx_event_reader){.socket = socket}; }

int cfuzz_events_next(
    uint32_t cycle, uint32_t frame_count, uint32_t announced, tenuto_event *event) {
  return (int)tx_events_next(&events, cycle, frame_count, announced, event);
}
