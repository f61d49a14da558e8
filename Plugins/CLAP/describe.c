#include "describe.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/code.h"
#include "kernel.h"

enum { MOST_TAGS = 8 };

static bool has_feature(const plugin *p, const char *wanted) {
  for (const char *const *f = p->descriptor->features; f && *f; f++)
    if (!strcmp(*f, wanted)) return true;
  return false;
}

// Chooses one of Apple's types by the features and the busses.
static const char *type_of(const plugin *p) {
  bool has_sound_in = p->inputs.count > 0, has_sound_out = p->outputs.count > 0;
  if (has_feature(p, "instrument") && has_sound_out) return "aumu";
  if (!has_sound_out) return has_sound_in ? "aufx" : "aumi";
  if (has_sound_in) return p->note_in_count ? "aumf" : "aufx";
  return p->note_in_count ? "aumu" : "augn";
}

// Returns "Pitch Shifter" for "pitch-shifter", or NULL for a feature that type or busses imply.
static char *tag_of(const char *feature) {
  static const char *const other[] = {
      "instrument", "audio-effect", "note-effect", "mono", "stereo", "surround", "ambisonic"};
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (!strcmp(feature, other[i])) return NULL;
  char *tag = clean_text(feature, "Plug-in");
  bool is_first = true;
  for (char *c = tag; c && *c; c++) {
    if (is_first) *c = (char)toupper((unsigned char)*c);
    is_first = *c == '-' || *c == ' ';
    if (*c == '-') *c = ' ';
  }
  return tag;
}

static void add_tags(plugin *p) {
  const char **tags = calloc(MOST_TAGS, sizeof *tags);
  for (const char *const *f = p->descriptor->features; tags && f && *f; f++) {
    char *tag = p->component.tag_count < MOST_TAGS ? tag_of(*f) : NULL;
    if (tag) tags[p->component.tag_count++] = tag;
  }
  p->component.tags = tags;
}

// Returns "major.minor.patch" for a plug-in's version text.
static char *version_of(const char *text) {
  unsigned parts[3] = {0, 0, 0};
  if (text) sscanf(text, "%u.%u.%u", &parts[0], &parts[1], &parts[2]);
  char *version = malloc(48);
  if (version)
    snprintf(version, 48, "%u.%u.%u", parts[0] % 100000, parts[1] % 100000, parts[2] % 100000);
  return version;
}

static char *summary_of(const char *text) {
  char *all = text ? strdup(text) : NULL;
  char *end = all ? strstr(all, ". ") : NULL;
  if (end) *end = 0;
  char *summary = clean_text(all, "A plug-in of CLAP");
  free(all);
  return summary;
}

static bool takes_mpe(const plugin *p) {
  for (uint32_t i = 0; i < p->note_in_count; i++)
    if (p->notes_in[i].dialect != CLAP_NOTE_DIALECT_MIDI) return true;
  return false;
}

// MIDI 2.0, unless a port supports only MIDI 1.0.
static uint8_t protocol_of(const plugin *p) {
  for (uint32_t i = 0; i < p->note_in_count; i++)
    if (p->notes_in[i].dialect &
        (CLAP_NOTE_DIALECT_MIDI | CLAP_NOTE_DIALECT_MIDI_MPE))
      return 1;
  return 2;
}

static void describe_words(plugin *p) {
  tenuto_component *c = &p->component;
  const clap_plugin_descriptor *d = p->descriptor;
  c->name = clean_text(d->name, "Unnamed");
  c->manufacturer = clean_text(d->vendor, "Unknown");
  c->version = version_of(d->version_text);
  c->contact = clean_text(d->url, d->id);
  c->summary = summary_of(d->description);
  add_tags(p);
  c->code = make_code(type_of(p), c->manufacturer);
  c->state_version = 1;
  c->midi_protocol = protocol_of(p);
  c->supports_mpe = takes_mpe(p);
}

plugin *describe(const library *l, const clap_plugin_descriptor *descriptor, unit **made) {
  plugin *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->library = l;
  p->descriptor = descriptor;
  unit *u = unit_make(p);
  if (!u) p->fault = "it refuses to start";
  if (u) {
    describe_busses(p, u);
    describe_parameters(p, u);
    if (!p->fault) describe_presets(p, u);
    describe_words(p);
    set_functions(&p->component);
    p->component.context_name = unit_context_name;
    p->component.text = unit_text;
    p->component.value = unit_value;
  }
  if (u && p->fault) {
    unit_free(u);
    u = NULL;
  }
  *made = u;
  return p;
}
