#include <dlfcn.h>
#include <stdlib.h>
#include "bridge/library.h"
#include "plugin.h"

const char *library_load(library *l, const char *path) {
  void *code = library_open(path);
  if (!code) return dlerror();
  l->path = path;
  l->entry = dlsym(code, "clap_entry");
  if (!l->entry) return "it has no clap_entry";
  if (l->entry->version.major < 1) return "it is made for a version of CLAP before the first";
  if (!l->entry->init || !l->entry->init(path)) return "its library refuses to start";
  l->factory = l->entry->get_factory ? l->entry->get_factory(CLAP_PLUGIN_FACTORY_ID) : NULL;
  return l->factory ? NULL : "it has no plug-ins";
}

static int by_id(const void *a, const void *b) {
  clap_id first = ((const parameter *)a)->id, second = ((const parameter *)b)->id;
  return (first > second) - (first < second);
}

int32_t parameter_index(const plugin *p, uint64_t id) {
  if (id > UINT32_MAX || !p->parameters) return -1;
  parameter key = {.id = (clap_id)id};
  const parameter *found =
      bsearch(&key, p->parameters, p->parameter_count, sizeof key, by_id);
  return found ? (int32_t)(found - p->parameters) : -1;
}

const void *extension_of(const clap_plugin *plugin, const char *id, const char *other_id) {
  const void *found = plugin->get_extension ? plugin->get_extension(plugin, id) : NULL;
  return found || !other_id ? found : plugin->get_extension(plugin, other_id);
}
