// The Turtle data of one LV2 plug-in, as the bridge uses it; reading it runs no code of the
// plug-in.
#pragma once
#include <lilv/lilv.h>
#include "bridge/text.h"
#include "tenuto_extension.h"

// In Hz, for ranges given in sample rates.
enum { USUAL_RATE = 48000 };

typedef enum port_kind {
  PORT_CONTROL,
  PORT_AUDIO,
  PORT_CV,
  PORT_ATOM,
  PORT_EVENT,    // of the old extension `event`
  PORT_UNKNOWN,  // optional, and so left unconnected
} port_kind;

// The meaning of a control port to the host, by `lv2:designation`.
typedef enum port_role {
  ROLE_NONE,
  ROLE_LATENCY,
  ROLE_FREEWHEEL,
  ROLE_ENABLED,
  ROLE_TEMPO,
  ROLE_SPEED,
  ROLE_FRAME,
  ROLE_BAR,
  ROLE_BAR_BEAT,
  ROLE_BEAT,
  ROLE_BEAT_UNIT,
  ROLE_BEATS_PER_BAR,
} port_role;

typedef struct port {
  port_kind kind;
  port_role role;
  bool is_input;
  bool is_optional;        // `lv2:connectionOptional`
  bool is_side_chain;
  bool scales_with_rate;   // its range is in sample rates
  bool takes_midi, takes_position, takes_patch, is_control;
  const char *morph_type;  // the class that it is switched to; NULL for none
  const char *symbol;
  uint64_t address;        // of its parameter
  float minimum, maximum, default_value;
  uint32_t bus, channel;   // audio and CV; the channel is that of the bus
  uint32_t midi_index;     // of its direction
  uint32_t sequence_bytes; // `rsz:minimumSize`, or the bridge's own
} port;

// A parameter by patch:Set (`patch:writable`).
typedef struct property {
  LV2_URID key, type;
  uint64_t address;
} property;

// The target of a parameter's value.
typedef struct parameter_location {
  uint64_t address;
  int32_t port;      // -1: a property
  int32_t property;
} parameter_location;

typedef struct plugin {
  LilvWorld *world;
  const LilvPlugin *lilv;
  const char *uri;
  port *ports;
  uint32_t port_count;
  property *properties;
  uint32_t property_count;
  parameter_location *locations;  // in the order of addresses
  uint32_t location_count;
  LilvNode **presets;       // by number
  const char *fault;        // a sentence where it cannot be used
  bool wants_blocks;        // all its calls are of one length
  bool is_instrument;       // it plays without a sound at its inputs
  tenuto_component component;
} plugin;

// Reads the description of `lilv`. The caller sets the component's functions.
plugin *plugin_read(LilvWorld *world, const LilvPlugin *lilv);

// Returns the parameter at `address`, or NULL. Thread: any.
const parameter_location *location_of(const plugin *p, uint64_t address);

// Returns a URI as a permanent node.
LilvNode *node_of(LilvWorld *world, const char *uri);

// Returns the text of the first object of `subject` and `predicate`, or NULL. The caller frees it.
char *first_text(LilvWorld *world, const LilvNode *subject, const char *predicate);
