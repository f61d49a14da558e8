// Audio and note ports as busses, and the channel counts of the main busses.
#include <stdlib.h>
#include <string.h>
#include "describe.h"

enum { BUS_CHANNELS = 64, ALL_CHANNELS = 256, MOST_CAPABILITIES = 64 };

static uint16_t main_channels(const port_list *ports) {
  return ports->count ? (uint16_t)ports->ports[0].channel_count : 0;
}

// --- Audio -----------------------------------------------------------------------------------

static bool read_ports(const unit *u, bool is_input, port_list *to, tenuto_bus *busses) {
  const clap_plugin_audio_ports *from = u->extensions.audio_ports;
  uint32_t count = from ? from->count(u->instance, is_input) : 0, channels = 0;
  if (count > MOST_AUDIO_PORTS) return false;
  to->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    clap_audio_port_info info = {0};
    if (!from->get(u->instance, i, is_input, &info)) return false;
    if (info.channel_count < 1 || info.channel_count > BUS_CHANNELS) return false;
    bool is_optional = is_input && !(i == 0 && info.flags & CLAP_AUDIO_PORT_IS_MAIN);
    to->ports[to->count++] = (audio_port){info.channel_count, is_optional};
    channels += info.channel_count;
    info.name[CLAP_NAME_SIZE - 1] = 0;
    if (busses)
      busses[i] = (tenuto_bus){
          clean_text(info.name, is_input ? "Input" : "Output"), (uint16_t)info.channel_count,
          is_optional};
  }
  return channels <= ALL_CHANNELS;
}

// --- Configurations --------------------------------------------------------------------------

static bool are_others_same(const port_list *a, const port_list *b) {
  if (a->count != b->count) return false;
  for (uint32_t i = 1; i < a->count; i++)
    if (a->ports[i].channel_count != b->ports[i].channel_count) return false;
  return true;
}

// Reads the current channels of the main busses; returns false if other busses differ from the
// description.
static bool read_capability(const plugin *p, const unit *u, tenuto_capability *to) {
  port_list inputs, outputs;
  if (!read_ports(u, true, &inputs, NULL) || !read_ports(u, false, &outputs, NULL) ||
      !are_others_same(&inputs, &p->inputs) || !are_others_same(&outputs, &p->outputs))
    return false;
  *to = (tenuto_capability){(int16_t)main_channels(&inputs), (int16_t)main_channels(&outputs)};
  return true;
}

static bool add_capability(plugin *p, tenuto_capability new) {
  tenuto_capability *list = (tenuto_capability *)p->component.capabilities;
  for (uint16_t i = 0; i < p->component.capability_count; i++)
    if (list[i].input_count == new.input_count && list[i].output_count == new.output_count)
      return false;
  if (p->component.capability_count == MOST_CAPABILITIES) return false;
  list[p->component.capability_count++] = new;
  return true;
}

static bool has_channels(const plugin *p, const unit *u, tenuto_capability wanted) {
  tenuto_capability now;
  return read_capability(p, u, &now) && now.input_count == wanted.input_count &&
         now.output_count == wanted.output_count;
}

static bool select_configuration(const unit *u, tenuto_capability wanted) {
  const clap_plugin_audio_ports_config *from = u->extensions.configs;
  for (uint32_t i = 0; from && i < from->count(u->instance); i++) {
    clap_audio_ports_config config = {0};
    if (from->get(u->instance, i, &config) && from->select(u->instance, config.id) &&
        has_channels(u->plugin, u, wanted))
      return true;
  }
  return false;
}

static uint32_t write_requests(
    const plugin *p, tenuto_capability wanted, clap_audio_port_configuration_request requests[2]) {
  uint32_t count = 0;
  for (int i = 0; i < 2; i++) {
    bool is_input = i == 0;
    uint32_t channels = (uint32_t)(is_input ? wanted.input_count : wanted.output_count);
    if (is_input ? p->inputs.count : p->outputs.count)
      requests[count++] = (clap_audio_port_configuration_request){
          is_input, 0, channels, channels == 1 ? "mono" : channels == 2 ? "stereo" : NULL, NULL};
  }
  return count;
}

static bool apply_configuration(const unit *u, tenuto_capability wanted) {
  const clap_plugin_configurable_audio_ports *ports = u->extensions.configurable;
  clap_audio_port_configuration_request requests[2];
  uint32_t count = write_requests(u->plugin, wanted, requests);
  return ports && ports->can_apply_configuration(u->instance, requests, count) &&
         ports->apply_configuration(u->instance, requests, count) &&
         has_channels(u->plugin, u, wanted);
}

bool unit_choose_channels(unit *u, const tenuto_setup *setup) {
  const plugin *p = u->plugin;
  tenuto_capability wanted = {
      (int16_t)(p->inputs.count ? setup->input_channels[0] : 0),
      (int16_t)(p->outputs.count ? setup->output_channels[0] : 0)};
  if (p->component.capability_count == 0) return true;
  return has_channels(p, u, wanted) || select_configuration(u, wanted) ||
         apply_configuration(u, wanted);
}

static void find_capabilities(plugin *p, unit *u) {
  static const tenuto_capability usual[] = {{1, 1}, {2, 2}, {1, 2}, {0, 1}, {0, 2}};
  tenuto_capability usual_now = {
      (int16_t)main_channels(&p->inputs), (int16_t)main_channels(&p->outputs)};
  p->component.capabilities = calloc(MOST_CAPABILITIES, sizeof *p->component.capabilities);
  if (!p->component.capabilities || (!u->extensions.configs && !u->extensions.configurable)) return;
  add_capability(p, usual_now);
  const clap_plugin_audio_ports_config *from = u->extensions.configs;
  uint32_t count = from ? from->count(u->instance) : 0;
  for (uint32_t i = 0; i < count && i < MOST_CAPABILITIES; i++) {
    clap_audio_ports_config config = {0};
    tenuto_capability found;
    if (from->get(u->instance, i, &config) && from->select(u->instance, config.id) &&
        read_capability(p, u, &found))
      add_capability(p, found);
  }
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if ((usual[i].input_count > 0) == (p->inputs.count > 0) && p->outputs.count &&
        apply_configuration(u, usual[i]))
      add_capability(p, usual[i]);
  if (!has_channels(p, u, usual_now) && !select_configuration(u, usual_now))
    apply_configuration(u, usual_now);
  if (p->component.capability_count == 1) p->component.capability_count = 0;
}

// --- Notes -----------------------------------------------------------------------------------

// The dialect that the plug-in prefers, else the most expressive one.
static uint32_t dialect_of(const clap_note_port_info *info) {
  static const uint32_t order[] = {
      CLAP_NOTE_DIALECT_CLAP, CLAP_NOTE_DIALECT_MIDI2, CLAP_NOTE_DIALECT_MIDI_MPE,
      CLAP_NOTE_DIALECT_MIDI};
  uint32_t preferred = info->preferred_dialect & info->supported_dialects;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
      if ((pass ? info->supported_dialects : preferred) & order[i]) return order[i];
  return CLAP_NOTE_DIALECT_MIDI;
}

static uint32_t read_notes(const unit *u, bool is_input, note_port *to, const char **names) {
  const clap_plugin_note_ports *from = u->extensions.note_ports;
  uint32_t count = from ? from->count(u->instance, is_input) : 0, used = 0;
  for (uint32_t i = 0; i < count && used < MOST_NOTE_PORTS; i++) {
    clap_note_port_info info = {0};
    if (!from->get(u->instance, i, is_input, &info)) break;
    info.name[CLAP_NAME_SIZE - 1] = 0;
    if (names) names[used] = clean_text(info.name, "Notes");
    to[used++] = (note_port){info.supported_dialects, dialect_of(&info)};
  }
  return used;
}

void describe_busses(plugin *p, unit *u) {
  tenuto_bus *inputs = calloc(MOST_AUDIO_PORTS, sizeof *inputs);
  tenuto_bus *outputs = calloc(MOST_AUDIO_PORTS, sizeof *outputs);
  const char **names = calloc(MOST_NOTE_PORTS, sizeof *names);
  if (!inputs || !outputs || !names) p->fault = "out of memory";
  else if (!read_ports(u, true, &p->inputs, inputs) || !read_ports(u, false, &p->outputs, outputs))
    p->fault = "its audio ports are more, or have more channels, than this host knows";
  if (p->fault) return;
  p->component.inputs = inputs;
  p->component.input_count = (uint16_t)p->inputs.count;
  p->component.outputs = outputs;
  p->component.output_count = (uint16_t)p->outputs.count;
  p->note_in_count = read_notes(u, true, p->notes_in, NULL);
  p->note_out_count = read_notes(u, false, p->notes_out, names);
  p->component.midi_outputs = names;
  p->component.midi_output_count = (uint16_t)p->note_out_count;
  find_capabilities(p, u);
}
