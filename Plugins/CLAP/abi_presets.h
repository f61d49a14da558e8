// CLAP's presets: discovery (`preset-discovery-factory`) and loading.
#pragma once
#include "abi.h"

#define CLAP_PRESET_DISCOVERY_FACTORY_ID "clap.preset-discovery-factory/2"
#define CLAP_PRESET_DISCOVERY_FACTORY_ID_COMPAT "clap.preset-discovery-factory/draft-2"

enum { CLAP_PRESET_DISCOVERY_LOCATION_FILE = 0, CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN = 1 };

typedef struct clap_plugin_preset_load {
  bool (*from_location)(
      const clap_plugin *plugin, uint32_t kind, const char *location, const char *load_key);
} clap_plugin_preset_load;
CLAP_SIZE(clap_plugin_preset_load, 8);

typedef struct clap_host_preset_load {
  void (*on_error)(
      const clap_host *host, uint32_t kind, const char *location, const char *load_key,
      int32_t os_error, const char *message);
  void (*loaded)(
      const clap_host *host, uint32_t kind, const char *location, const char *load_key);
} clap_host_preset_load;
CLAP_AT(clap_host_preset_load, loaded, 8);
CLAP_SIZE(clap_host_preset_load, 16);

typedef struct clap_universal_plugin_id {
  const char *abi, *id;
} clap_universal_plugin_id;
CLAP_AT(clap_universal_plugin_id, id, 8);
CLAP_SIZE(clap_universal_plugin_id, 16);

// The receiver to which a provider reports the presets in a file or in the plug-in.
typedef struct clap_preset_receiver clap_preset_receiver;
struct clap_preset_receiver {
  void *receiver_data;
  void (*on_error)(const clap_preset_receiver *receiver, int32_t os_error, const char *message);
  bool (*begin_preset)(
      const clap_preset_receiver *receiver, const char *name, const char *load_key);
  void (*add_plugin_id)(const clap_preset_receiver *receiver, const clap_universal_plugin_id *id);
  void (*set_soundpack_id)(const clap_preset_receiver *receiver, const char *id);
  void (*set_flags)(const clap_preset_receiver *receiver, uint32_t flags);
  void (*add_creator)(const clap_preset_receiver *receiver, const char *creator);
  void (*set_description)(const clap_preset_receiver *receiver, const char *description);
  void (*set_timestamps)(
      const clap_preset_receiver *receiver, uint64_t created, uint64_t modified);
  void (*add_feature)(const clap_preset_receiver *receiver, const char *feature);
  void (*add_extra_info)(
      const clap_preset_receiver *receiver, const char *key, const char *value);
};
CLAP_AT(clap_preset_receiver, on_error, 8);
CLAP_AT(clap_preset_receiver, begin_preset, 16);
CLAP_AT(clap_preset_receiver, add_plugin_id, 24);
CLAP_AT(clap_preset_receiver, set_soundpack_id, 32);
CLAP_AT(clap_preset_receiver, set_flags, 40);
CLAP_AT(clap_preset_receiver, add_creator, 48);
CLAP_AT(clap_preset_receiver, set_description, 56);
CLAP_AT(clap_preset_receiver, set_timestamps, 64);
CLAP_AT(clap_preset_receiver, add_feature, 72);
CLAP_AT(clap_preset_receiver, add_extra_info, 80);
CLAP_SIZE(clap_preset_receiver, 88);

typedef struct clap_preset_filetype {
  const char *name, *description;
  const char *file_extension;  // without the dot; empty: all files
} clap_preset_filetype;
CLAP_AT(clap_preset_filetype, description, 8);
CLAP_AT(clap_preset_filetype, file_extension, 16);
CLAP_SIZE(clap_preset_filetype, 24);

typedef struct clap_preset_location {
  uint32_t flags;
  const char *name;
  uint32_t kind;
  const char *location;  // a file or a folder; NULL for the plug-in itself
} clap_preset_location;
CLAP_AT(clap_preset_location, name, 8);
CLAP_AT(clap_preset_location, kind, 16);
CLAP_AT(clap_preset_location, location, 24);
CLAP_SIZE(clap_preset_location, 32);

typedef struct clap_preset_provider_descriptor {
  clap_version version;
  const char *id, *name, *vendor;
} clap_preset_provider_descriptor;
CLAP_AT(clap_preset_provider_descriptor, id, 16);
CLAP_AT(clap_preset_provider_descriptor, name, 24);
CLAP_AT(clap_preset_provider_descriptor, vendor, 32);
CLAP_SIZE(clap_preset_provider_descriptor, 40);

typedef struct clap_preset_provider clap_preset_provider;
struct clap_preset_provider {
  const clap_preset_provider_descriptor *desc;
  void *provider_data;
  bool (*init)(const clap_preset_provider *provider);
  void (*destroy)(const clap_preset_provider *provider);
  bool (*get_metadata)(
      const clap_preset_provider *provider, uint32_t kind, const char *location,
      const clap_preset_receiver *receiver);
  const void *(*get_extension)(const clap_preset_provider *provider, const char *id);
};
CLAP_AT(clap_preset_provider, provider_data, 8);
CLAP_AT(clap_preset_provider, init, 16);
CLAP_AT(clap_preset_provider, destroy, 24);
CLAP_AT(clap_preset_provider, get_metadata, 32);
CLAP_AT(clap_preset_provider, get_extension, 40);
CLAP_SIZE(clap_preset_provider, 48);

typedef struct clap_preset_indexer clap_preset_indexer;
struct clap_preset_indexer {
  clap_version version;
  const char *name, *vendor, *url, *version_text;
  void *indexer_data;
  bool (*declare_filetype)(
      const clap_preset_indexer *indexer, const clap_preset_filetype *filetype);
  bool (*declare_location)(
      const clap_preset_indexer *indexer, const clap_preset_location *location);
  bool (*declare_soundpack)(const clap_preset_indexer *indexer, const void *soundpack);
  const void *(*get_extension)(const clap_preset_indexer *indexer, const char *id);
};
CLAP_AT(clap_preset_indexer, name, 16);
CLAP_AT(clap_preset_indexer, vendor, 24);
CLAP_AT(clap_preset_indexer, url, 32);
CLAP_AT(clap_preset_indexer, version_text, 40);
CLAP_AT(clap_preset_indexer, indexer_data, 48);
CLAP_AT(clap_preset_indexer, declare_filetype, 56);
CLAP_AT(clap_preset_indexer, declare_location, 64);
CLAP_AT(clap_preset_indexer, declare_soundpack, 72);
CLAP_AT(clap_preset_indexer, get_extension, 80);
CLAP_SIZE(clap_preset_indexer, 88);

typedef struct clap_preset_discovery_factory clap_preset_discovery_factory;
struct clap_preset_discovery_factory {
  uint32_t (*count)(const clap_preset_discovery_factory *factory);
  const clap_preset_provider_descriptor *(*get_descriptor)(
      const clap_preset_discovery_factory *factory, uint32_t index);
  const clap_preset_provider *(*create)(
      const clap_preset_discovery_factory *factory, const clap_preset_indexer *indexer,
      const char *id);
};
CLAP_AT(clap_preset_discovery_factory, get_descriptor, 8);
CLAP_AT(clap_preset_discovery_factory, create, 16);
CLAP_SIZE(clap_preset_discovery_factory, 24);
