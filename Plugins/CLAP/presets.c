// Factory presets in the plug-in itself and in files that it may read.
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include "bridge/code.h"
#include "describe.h"

enum { MOST_PRESETS = 512, MOST_LOCATIONS = 64, MOST_TYPES = 32, MOST_DEPTH = 8, PATH_BYTES = 4096 };

// The declarations of a provider and the presets found by them.
typedef struct search {
  plugin *plugin;
  const clap_preset_provider *provider;
  char *extensions[MOST_TYPES];
  uint32_t extension_count;
  struct { uint32_t kind; char *path; } locations[MOST_LOCATIONS];
  uint32_t location_count;
  uint32_t kind;         // the current location
  const char *location;
  bool is_open;          // the last preset of the list is incomplete
} search;

// --- What the provider declares --------------------------------------------------------------

static bool take_filetype(
    const clap_preset_indexer *indexer, const clap_preset_filetype *filetype) {
  search *s = indexer->indexer_data;
  if (s->extension_count == MOST_TYPES) return false;
  const char *extension = filetype->file_extension ? filetype->file_extension : "";
  s->extensions[s->extension_count++] = strdup(extension);
  return true;
}

static bool take_location(
    const clap_preset_indexer *indexer, const clap_preset_location *location) {
  search *s = indexer->indexer_data;
  if (s->location_count == MOST_LOCATIONS) return false;
  s->locations[s->location_count].kind = location->kind;
  s->locations[s->location_count++].path = location->location ? strdup(location->location) : NULL;
  return true;
}

static bool take_soundpack(const clap_preset_indexer *indexer, const void *soundpack) {
  (void)indexer, (void)soundpack;
  return true;
}

static const void *no_extension(const clap_preset_indexer *indexer, const char *id) {
  (void)indexer, (void)id;
  return NULL;
}

// --- What the plug-in reports of a location -------------------------------------------------

static void drop_last(search *s) {
  if (s->is_open) s->plugin->preset_count--;
  s->is_open = false;
}

static void take_error(const clap_preset_receiver *r, int32_t os_error, const char *message) {
  (void)os_error, (void)message;
  drop_last(r->receiver_data);
}

static bool begin_preset(const clap_preset_receiver *r, const char *name, const char *load_key) {
  search *s = r->receiver_data;
  plugin *p = s->plugin;
  s->is_open = p->preset_count < MOST_PRESETS;
  if (!s->is_open) return false;
  p->presets[p->preset_count++] = (preset_location){
      0, s->kind, clean_text(name, "Unnamed"), s->location ? strdup(s->location) : NULL,
      load_key ? strdup(load_key) : NULL};
  return true;
}

// Drops a preset for another plug-in of the library.
static void take_plugin_id(const clap_preset_receiver *r, const clap_universal_plugin_id *id) {
  search *s = r->receiver_data;
  if (!id || !id->abi || !id->id || strcmp(id->abi, "clap") ||
      strcmp(id->id, s->plugin->descriptor->id))
    drop_last(s);
}

static void ignore_text(const clap_preset_receiver *r, const char *text) { (void)r, (void)text; }
static void ignore_flags(const clap_preset_receiver *r, uint32_t flags) { (void)r, (void)flags; }
static void ignore_times(const clap_preset_receiver *r, uint64_t created, uint64_t modified) {
  (void)r, (void)created, (void)modified;
}
static void ignore_pair(const clap_preset_receiver *r, const char *key, const char *value) {
  (void)r, (void)key, (void)value;
}

static void look_at(search *s, uint32_t kind, const char *location) {
  clap_preset_receiver receiver = {
      s, take_error, begin_preset, take_plugin_id, ignore_text, ignore_flags, ignore_text,
      ignore_text, ignore_times, ignore_text, ignore_pair};
  s->kind = kind;
  s->location = location;
  s->is_open = false;
  s->provider->get_metadata(s->provider, kind, location, &receiver);
}

// --- Files -----------------------------------------------------------------------------------

static bool is_preset_file(const search *s, const char *path) {
  const char *dot = strrchr(path, '.');
  for (uint32_t i = 0; i < s->extension_count; i++)
    if (!*s->extensions[i] || (dot && !strcasecmp(dot + 1, s->extensions[i]))) return true;
  return false;
}

static void crawl(search *s, const char *path, int depth) {
  struct stat status;
  if (depth > MOST_DEPTH || s->plugin->preset_count >= MOST_PRESETS || stat(path, &status) != 0)
    return;
  if (S_ISREG(status.st_mode)) {
    if (is_preset_file(s, path)) look_at(s, CLAP_PRESET_DISCOVERY_LOCATION_FILE, path);
    return;
  }
  struct dirent **entries = NULL;
  int count = S_ISDIR(status.st_mode) ? scandir(path, &entries, NULL, alphasort) : 0;
  for (int i = 0; i < count; i++) {
    char inner[PATH_BYTES];
    bool fits = snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name) < PATH_BYTES;
    if (fits && entries[i]->d_name[0] != '.') crawl(s, inner, depth + 1);
    free(entries[i]);
  }
  free(entries);
}

static void look_everywhere(search *s) {
  for (uint32_t i = 0; i < s->location_count; i++) {
    if (s->locations[i].kind == CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN)
      look_at(s, CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN, NULL);
    else if (s->locations[i].path)
      crawl(s, s->locations[i].path, 0);
  }
}

// --- All -------------------------------------------------------------------------------------

static void ask(plugin *p, const clap_preset_discovery_factory *factory, const char *id) {
  search *s = calloc(1, sizeof *s);
  if (!s) return;
  s->plugin = p;
  clap_preset_indexer indexer = {
      .version = {1, 2, 0}, .name = "Tenuto", .vendor = "Tenuto", .url = "", .version_text = "1.0",
      .indexer_data = s, .declare_filetype = take_filetype, .declare_location = take_location,
      .declare_soundpack = take_soundpack, .get_extension = no_extension};
  s->provider = factory->create(factory, &indexer, id);
  if (s->provider && s->provider->init(s->provider)) look_everywhere(s);
  if (s->provider) s->provider->destroy(s->provider);
  for (uint32_t i = 0; i < s->extension_count; i++) free(s->extensions[i]);
  for (uint32_t i = 0; i < s->location_count; i++) free(s->locations[i].path);
  free(s);
}

bool preset_load(unit *u, const preset_location *preset) {
  return u->extensions.preset_load->from_location(
      u->instance, preset->kind, preset->location, preset->load_key);
}

// Derives a number from the location, which stays stable as other presets come and go.
static int32_t number_of(const plugin *p, uint32_t index) {
  const preset_location *preset = &p->presets[index];
  char text[PATH_BYTES];
  const char *location = preset->location ? preset->location : "";
  snprintf(text, sizeof text, "%s\n%s", location, preset->load_key ? preset->load_key : "");
  uint64_t sum = digest_of(text);
  int32_t number = (int32_t)((sum ^ sum >> 32) & INT32_MAX);
  for (uint32_t i = 0; i < index; i++)
    if (p->presets[i].number == number) number = (number + 1) & INT32_MAX, i = UINT32_MAX;
  return number;
}

static tenuto_value *read_values(const plugin *p, const unit *u, uint16_t *count) {
  tenuto_value *values = calloc(p->parameter_count + 1u, sizeof *values);
  *count = 0;
  for (uint16_t i = 0; values && i < p->component.parameter_count; i++) {
    const tenuto_parameter *parameter = &p->component.parameters[i];
    double value;
    if (parameter->flags & TENUTO_PARAMETER_READ_ONLY ||
        !u->extensions.params->get_value(u->instance, (clap_id)parameter->address, &value) ||
        !isfinite(value))
      continue;
    float inside = fminf(fmaxf((float)value, parameter->minimum), parameter->maximum);
    values[(*count)++] = (tenuto_value){parameter->address, inside};
  }
  return values;
}

// The values of a preset are known only after loading it, in a separate instance.
static void read_presets(plugin *p) {
  tenuto_preset *presets = calloc(p->preset_count + 1u, sizeof *presets);
  unit *u = presets ? unit_make(p) : NULL;
  for (uint32_t i = 0; u && i < p->preset_count; i++) {
    p->presets[i].number = number_of(p, i);
    if (!preset_load(u, &p->presets[i])) continue;
    tenuto_preset *to = &presets[p->component.preset_count++];
    *to = (tenuto_preset){p->presets[i].number, p->presets[i].name, NULL, 0};
    if (u->extensions.params) to->values = read_values(p, u, &to->value_count);
  }
  if (u) unit_free(u);
  p->component.presets = presets;
}

void describe_presets(plugin *p, unit *u) {
  const clap_plugin_entry *entry = p->library->entry;
  const clap_preset_discovery_factory *factory =
      entry->get_factory(CLAP_PRESET_DISCOVERY_FACTORY_ID);
  if (!factory) factory = entry->get_factory(CLAP_PRESET_DISCOVERY_FACTORY_ID_COMPAT);
  if (!factory || !u->extensions.preset_load) return;
  p->presets = calloc(MOST_PRESETS, sizeof *p->presets);
  for (uint32_t i = 0; p->presets && i < factory->count(factory); i++) {
    const clap_preset_provider_descriptor *provider = factory->get_descriptor(factory, i);
    if (provider && provider->id) ask(p, factory, provider->id);
  }
  if (p->preset_count) read_presets(p);
}
