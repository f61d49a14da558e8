// An LV2 plug-in for each feature that Debian's packages lack, in one library: the end of its URI
// selects the feature. Each has an audio input and output, ports 0 and 1.
#define _GNU_SOURCE
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/morph/morph.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_PORTS = 1100 };

typedef struct probe {
  const char *kind;
  float *ports[MOST_PORTS];
  LV2_URID_Map *map;
  LV2_Log_Log *log;
  int32_t nominal;   // the value of the option
  LV2_URID morphed;  // the new type of port 2
  char path[512];    // the file in the state
  char content[64];  // its content when it was restored
} probe;

static const char *const kinds[] = {"fixed", "power", "files", "many", "morph", "log", "cv", "roles",
                                    "helper", "lazy"};

static const void *feature(const LV2_Feature *const *features, const char *uri) {
  const void *found = NULL;
  // The last one: hosts that pass two options of the same name must pass the right one both last
  // and first.
  for (; *features; features++)
    if (!strcmp((*features)->URI, uri)) found = (*features)->data;
  return found;
}

static LV2_URID id(const probe *p, const char *uri) { return p->map->map(p->map->handle, uri); }

static void read_options(probe *p, const LV2_Options_Option *options) {
  LV2_URID nominal = id(p, LV2_BUF_SIZE__nominalBlockLength);
  for (; options && options->key; options++)
    if (options->key == nominal) p->nominal = *(const int32_t *)options->value;
}

static LV2_Handle instantiate(
    const LV2_Descriptor *descriptor, double rate, const char *bundle,
    const LV2_Feature *const *features) {
  (void)rate;
  probe *p = calloc(1, sizeof *p);
  p->kind = strrchr(descriptor->URI, ':') + 1;
  p->map = (LV2_URID_Map *)feature(features, LV2_URID__map);
  p->log = (LV2_Log_Log *)feature(features, LV2_LOG__log);
  read_options(p, feature(features, LV2_OPTIONS__options));
  if (!strcmp(p->kind, "helper")) {
    // Instantiation fails if a required library cannot be loaded.
    char other[512];
    snprintf(other, sizeof other, "%s%s", bundle, "probe_helper.so");
    if (!dlopen(other, RTLD_NOW)) {
      free(p);
      return NULL;
    }
  }
  // A file of the bundle, until a state names another one.
  snprintf(p->path, sizeof p->path, "%sown.txt", bundle);
  if (!strcmp(p->kind, "log"))
    p->log->printf(p->log->handle, id(p, LV2_LOG__Warning), "made with %d frames\n", p->nominal);
  return p;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *place) {
  if (port < MOST_PORTS) ((probe *)handle)->ports[port] = place;
}

// --- Runs ------------------------------------------------------------------------------------

// Twice the input; plus 1 if the call's length differs from the option, plus 10 at each event.
static void run_block(const probe *p, const float *in, float *out, uint32_t frames) {
  float wrong = (int32_t)frames != p->nominal ? 1 : 0;
  for (uint32_t i = 0; i < frames; i++) out[i] = in[i] * 2 + wrong;
  LV2_ATOM_SEQUENCE_FOREACH((const LV2_Atom_Sequence *)p->ports[2], event)
    out[event->time.frames] += 10;
}

// The content of the files, one letter per sample.
static void run_files(const probe *p, const float *in, float *out, uint32_t frames) {
  (void)in;
  size_t count = strlen(p->content);
  for (uint32_t i = 0; i < frames; i++) out[i] = i < count ? (float)p->content[i] : 0;
}

// The sum of all controls.
static void run_many(const probe *p, const float *in, float *out, uint32_t frames) {
  (void)in;
  float sum = 0;
  for (int i = 2; i < 1007; i++) sum += *p->ports[i];
  for (uint32_t i = 0; i < frames; i++) out[i] = sum;
}

// Port 2, once it has become a CV port.
static void run_morph(const probe *p, const float *in, float *out, uint32_t frames) {
  (void)in;
  bool is_cv = p->morphed == id(p, LV2_CORE__CVPort);
  for (uint32_t i = 0; i < frames; i++) out[i] = is_cv ? p->ports[2][i] : -1;
}

// Silence if the input begins above 0, otherwise the input.
static void run_lazy(const probe *p, const float *in, float *out, uint32_t frames) {
  (void)p;
  if (!(in[0] > 0)) memcpy(out, in, frames * sizeof *out);
}

static void run_log(const probe *p, const float *in, float *out, uint32_t frames) {
  memcpy(out, in, frames * sizeof *out);
  if (in[0] > 0)
    p->log->printf(p->log->handle, id(p, LV2_LOG__Note), "heard %g\n", (double)in[0]);
}

static void run_cv(const probe *p, const float *in, float *out, uint32_t frames) {
  memcpy(out, in, frames * sizeof *out);
  for (uint32_t i = 0; i < frames; i++) p->ports[3][i] = p->ports[2][i] + 0.25f;
}

// Tempo, offline state and enabled state; with 32 frames of latency.
static void run_roles(const probe *p, const float *in, float *out, uint32_t frames) {
  (void)in;
  float sum = *p->ports[2] + *p->ports[3] * 1000 + *p->ports[4] * 2000;
  for (uint32_t i = 0; i < frames; i++) out[i] = sum;
  *p->ports[5] = 32;
}

static void run(LV2_Handle handle, uint32_t frames) {
  static const struct {
    const char *kind;
    void (*run)(const probe *p, const float *in, float *out, uint32_t frames);
  } all[] = {{"fixed", run_block}, {"power", run_block}, {"files", run_files}, {"many", run_many},
             {"morph", run_morph}, {"log", run_log}, {"cv", run_cv}, {"roles", run_roles},
             {"helper", run_files}, {"lazy", run_lazy}};
  const probe *p = handle;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(p->kind, all[i].kind)) all[i].run(p, p->ports[0], p->ports[1], frames);
}

// --- State with a file -----------------------------------------------------------------------

static LV2_State_Status store_path(
    const probe *p, LV2_State_Store_Function store, LV2_State_Handle to, const char *key,
    const char *path) {
  return store(
      to, id(p, key), path, strlen(path) + 1, id(p, LV2_ATOM__Path),
      LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

// Saves its own file of the bundle, and a new one.
static LV2_State_Status save(
    LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle to, uint32_t flags,
    const LV2_Feature *const *features) {
  (void)flags;
  probe *p = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  const LV2_State_Make_Path *make = feature(features, LV2_STATE__makePath);
  const LV2_State_Free_Path *free_path = feature(features, LV2_STATE__freePath);
  if (!map || !make || !free_path) return LV2_STATE_ERR_NO_FEATURE;
  char *abstract = map->abstract_path(map->handle, p->path);
  store_path(p, store, to, "urn:tenuto:test:own", abstract);
  free_path->free_path(free_path->handle, abstract);
  char *path = make->path(make->handle, "takes/take.txt");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return LV2_STATE_ERR_UNKNOWN;
  // A sandbox denies memory files to the plug-in itself.
  fputs(memfd_create("own", 0) < 0 ? "recorded" : "recorded freely", file);
  fclose(file);
  abstract = map->abstract_path(map->handle, path);
  store_path(p, store, to, "urn:tenuto:test:take", abstract);
  free_path->free_path(free_path->handle, abstract);
  free_path->free_path(free_path->handle, path);
  return LV2_STATE_SUCCESS;
}

static void append(probe *p, const LV2_State_Map_Path *map, const char *abstract) {
  char *path = map->absolute_path(map->handle, abstract);
  FILE *file = fopen(path, "r");
  size_t length = strlen(p->content);
  size_t count = file ? fread(p->content + length, 1, sizeof p->content - length - 1, file) : 0;
  p->content[length + count] = 0;
  if (file) fclose(file);
  free(path);
}

static LV2_State_Status restore(
    LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle from, uint32_t flags,
    const LV2_Feature *const *features) {
  (void)flags;
  probe *p = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  size_t size;
  uint32_t type, kind;
  const char *own = retrieve(from, id(p, "urn:tenuto:test:own"), &size, &type, &kind);
  const char *take = retrieve(from, id(p, "urn:tenuto:test:take"), &size, &type, &kind);
  if (!map || !own || !take) return LV2_STATE_ERR_NO_PROPERTY;
  p->content[0] = 0;
  append(p, map, own);
  append(p, map, take);
  char *path = map->absolute_path(map->handle, own);
  snprintf(p->path, sizeof p->path, "%s", path);
  free(path);
  return LV2_STATE_SUCCESS;
}

// --- Options ---------------------------------------------------------------------------------

static uint32_t get_option(LV2_Handle handle, LV2_Options_Option *options) {
  (void)handle, (void)options;
  return LV2_OPTIONS_ERR_BAD_KEY;
}

static uint32_t set_option(LV2_Handle handle, const LV2_Options_Option *options) {
  probe *p = handle;
  bool is_type = options->context == LV2_OPTIONS_PORT && options->subject == 2 &&
                 options->key == id(p, LV2_MORPH__currentType);
  if (!is_type) return LV2_OPTIONS_ERR_BAD_KEY;
  p->morphed = *(const LV2_URID *)options->value;
  return LV2_OPTIONS_SUCCESS;
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save, restore};
  static const LV2_Options_Interface options = {get_option, set_option};
  if (!strcmp(uri, LV2_OPTIONS__interface)) return &options;
  return strcmp(uri, LV2_STATE__interface) ? NULL : &state;
}

static const void *no_extension_data(const char *uri) {
  static const LV2_Options_Interface options = {get_option, set_option};
  return strcmp(uri, LV2_OPTIONS__interface) ? NULL : &options;
}

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  static char uris[sizeof kinds / sizeof *kinds][64];
  static LV2_Descriptor all[sizeof kinds / sizeof *kinds];
  if (index >= sizeof kinds / sizeof *kinds) return NULL;
  snprintf(uris[index], sizeof uris[index], "urn:tenuto:test:%s", kinds[index]);
  bool has_state = !strcmp(kinds[index], "files");
  all[index] = (LV2_Descriptor){
      uris[index], instantiate, connect_port, NULL, run, NULL, free,
      has_state ? extension_data : no_extension_data};
  return &all[index];
}
