// The texts of a description: names, codes, tags.
#include <lv2/core/lv2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/code.h"
#include "describe.h"

#define DOAP "http://usefulinc.com/ns/doap#"

enum { MOST_TAGS = 4 };

typedef struct flows {
  bool audio_in, audio_out, midi_in, midi_out;
} flows;

static flows flows_of(const plugin *p) {
  flows f = {0};
  for (uint32_t i = 0; i < p->port_count; i++) {
    const port *port = &p->ports[i];
    bool is_sound = port->kind == PORT_AUDIO || port->kind == PORT_CV;
    bool is_needed = !(port->is_input && (port->is_side_chain || port->is_optional));
    f.audio_in |= is_sound && port->is_input && is_needed;
    f.audio_out |= is_sound && !port->is_input;
    f.midi_in |= port->takes_midi && port->is_input;
    f.midi_out |= port->takes_midi && !port->is_input;
  }
  return f;
}

// Chooses one of Apple's types by the inputs and outputs.
static const char *type_of(const plugin *p) {
  flows f = flows_of(p);
  if (p->is_instrument && f.audio_out) return "aumu";
  if (!f.audio_out && !f.audio_in) return "aumi";
  if (f.audio_in) return f.midi_in ? "aumf" : "aufx";
  return f.midi_in ? "aumu" : "augn";
}

static char *license_of(const plugin *p) {
  LilvNode *key = node_of(p->world, DOAP "license");
  LilvNodes *found = lilv_plugin_get_value(p->lilv, key);
  char *license = NULL;
  if (found && lilv_nodes_size(found)) {
    const char *uri = lilv_node_as_string(lilv_nodes_get_first(found));
    const char *name = strrchr(uri, '/');
    license = clean_text(name && name[1] ? name + 1 : uri, NULL);
  }
  lilv_nodes_free(found);
  lilv_node_free(key);
  return license;
}

// Returns the page of the plug-in, its project or its author.
static char *contact_of(const plugin *p) {
  LilvNode *project = lilv_plugin_get_project(p->lilv);
  char *page = first_text(p->world, lilv_plugin_get_uri(p->lilv), DOAP "homepage");
  if (!page && project) page = first_text(p->world, project, DOAP "homepage");
  lilv_node_free(project);
  LilvNode *author = page ? NULL : lilv_plugin_get_author_homepage(p->lilv);
  if (!author && !page) author = lilv_plugin_get_author_email(p->lilv);
  char *contact = clean_text(page ? page : author ? lilv_node_as_string(author) : p->uri, NULL);
  lilv_node_free(author);
  free(page);
  return contact;
}

// Without an author, the host part of the URI.
static char *manufacturer_of(const plugin *p) {
  LilvNode *author = lilv_plugin_get_author_name(p->lilv);
  char host[64] = "Unknown";
  if (!strncmp(p->uri, "http", 4)) sscanf(p->uri, "%*[a-z]://%63[^/]", host);
  char *name = clean_text(author ? lilv_node_as_string(author) : NULL, host);
  lilv_node_free(author);
  return name;
}

// Returns "1.4.0" for minor version 1 and micro version 4; in LV2 the URI serves as major version.
static char *version_of(const plugin *p) {
  char *minor = first_text(p->world, lilv_plugin_get_uri(p->lilv), LV2_CORE__minorVersion);
  char *micro = first_text(p->world, lilv_plugin_get_uri(p->lilv), LV2_CORE__microVersion);
  char *version = malloc(64);
  if (version)
    snprintf(version, 64, "%d.%d.0", minor ? atoi(minor) : 0, micro ? atoi(micro) : 0);
  free(minor);
  free(micro);
  return version;
}

// Returns "Reverb" for lv2:ReverbPlugin, in the terms of Audio Unit hosts, or NULL for a generic
// class.
static const char *tag_of(const char *class) {
  size_t prefix = strlen(LV2_CORE_PREFIX), length = strlen(class);
  bool is_own = !strncmp(class, LV2_CORE_PREFIX, prefix) && length > prefix + 6 &&
                !strcmp(class + length - 6, "Plugin");
  if (!is_own) return NULL;
  char *tag = clean_text(class + prefix, NULL);
  if (tag) tag[length - prefix - 6] = 0;
  return tag && !strcmp(tag, "Instrument") ? "Synthesizer" : tag;
}

// The plug-in's types in its Turtle.
static void add_tags(const plugin *p, const char **tags, uint16_t *count) {
  LilvNode *type = node_of(p->world, LILV_NS_RDF "type");
  LilvNodes *types = lilv_plugin_get_value(p->lilv, type);
  LILV_FOREACH(nodes, i, types) {
    const LilvNode *node = lilv_nodes_get(types, i);
    const char *tag = lilv_node_is_uri(node) ? tag_of(lilv_node_as_uri(node)) : NULL;
    if (tag && *count < MOST_TAGS) tags[(*count)++] = tag;
  }
  lilv_nodes_free(types);
  lilv_node_free(type);
}

// Returns the first sentence of its comment, or LV2's short description.
static char *summary_of(const plugin *p) {
  const LilvNode *uri = lilv_plugin_get_uri(p->lilv);
  char *text = first_text(p->world, uri, DOAP "shortdesc");
  if (!text) text = first_text(p->world, uri, LILV_NS_RDFS "comment");
  if (!text) text = first_text(p->world, uri, LV2_CORE__documentation);
  // Some plug-ins have documentation in HTML.
  const char *start = text ? text + strspn(text, " \t\r\n") : "";
  char *end = text ? strstr(start, ". ") : NULL;
  if (end) *end = 0;
  char *summary = clean_text(*start == '<' ? NULL : start, "A plug-in of LV2");
  free(text);
  return summary;
}

static bool is_hard_realtime(const plugin *p) {
  LilvNode *node = node_of(p->world, LV2_CORE__hardRTCapable);
  bool is = lilv_plugin_has_feature(p->lilv, node);
  lilv_node_free(node);
  return is;
}

void describe_words(plugin *p) {
  tenuto_component *c = &p->component;
  LilvNode *name = lilv_plugin_get_name(p->lilv);
  c->name = clean_text(name ? lilv_node_as_string(name) : NULL, "Unnamed");
  lilv_node_free(name);
  c->manufacturer = manufacturer_of(p);
  c->version = version_of(p);
  c->license = license_of(p);
  c->contact = contact_of(p);
  c->summary = summary_of(p);
  const char **tags = calloc(MOST_TAGS + 1, sizeof *tags);
  if (tags) add_tags(p, tags, &c->tag_count);
  if (tags && !is_hard_realtime(p)) tags[c->tag_count++] = "not hard realtime";
  c->tags = tags;
  c->code = make_code(type_of(p), c->manufacturer);
  c->state_version = 1;
  c->midi_protocol = 1;
}
