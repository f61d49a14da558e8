// Parameters: ranges, units from their texts, names of values, groups from modules.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "describe.h"

enum { MOST_PARAMETERS = 4096, MOST_VALUE_NAMES = 256, MOST_OVERVIEW = 64, WORD_BYTES = 256 };

// --- Names -----------------------------------------------------------------------------------

static bool is_identifier_used(const tenuto_component *c, const char *identifier) {
  for (int i = 0; i < c->parameter_count; i++)
    if (!strcmp(c->parameters[i].identifier, identifier)) return true;
  return false;
}

// Returns "cut_off" for "Cut-Off"; a second parameter with the same name gets its id appended.
static char *identifier_of(const tenuto_component *c, const char *name, clap_id id) {
  char text[CLAP_NAME_SIZE + 16];
  size_t length = 0;
  for (; *name && length < 200; name++) {
    bool is_word = isalnum((unsigned char)*name) && (unsigned char)*name < 0x80;
    if (is_word) text[length++] = (char)tolower((unsigned char)*name);
    else if (length && text[length - 1] != '_') text[length++] = '_';
  }
  while (length && text[length - 1] == '_') length--;
  text[length] = 0;
  if (!length || is_identifier_used(c, text))
    snprintf(text + length, sizeof text - length, "%s%u", length ? "." : "p", id);
  return clean_text(text, "_");
}

// DPF writes each parameter's symbol into its module; then no two parameters share a module.
static bool are_modules_symbols(const unit *u, uint32_t count) {
  char(*seen)[CLAP_PATH_SIZE] = calloc(count + 1u, sizeof *seen);
  bool are = seen != NULL;
  for (uint32_t i = 0; are && i < count; i++) {
    clap_param_info info = {0};
    are = u->extensions.params->get_info(u->instance, i, &info) && info.module[0] &&
          !memchr(info.module, '/', CLAP_PATH_SIZE) && memchr(info.module, 0, CLAP_PATH_SIZE);
    memcpy(seen[i], info.module, CLAP_PATH_SIZE);
    for (uint32_t j = 0; are && j < i; j++) are = strcmp(seen[i], seen[j]) != 0;
  }
  free(seen);
  return are;
}

// Returns the group path of a module such as "Filter/Envelope", each part of which is a group, or
// NULL.
static const char *group_path(tenuto_component *c, const char *module) {
  tenuto_group *groups = (tenuto_group *)c->groups;
  char path[CLAP_PATH_SIZE + 1] = "";
  size_t length = 0;
  const char *found = NULL;
  while (*(module += strspn(module, "/"))) {
    size_t part = strcspn(module, "/");
    char name[CLAP_PATH_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)part, module);
    module += part;
    if (length + part + 2 > 200) break;
    if (length) path[length++] = '.';
    for (size_t i = 0; i < part; i++) path[length++] = name[i] == '.' ? '_' : name[i];
    path[length] = 0;
    char *clean = clean_text(path, NULL);
    found = NULL;
    for (int i = 0; i < c->group_count; i++)
      if (clean && !strcmp(groups[i].path, clean)) found = groups[i].path;
    if (found) free(clean);
    if (found || !clean || !*clean) continue;
    groups[c->group_count++] = (tenuto_group){clean, clean_text(name, "Group")};
    found = clean;
  }
  return found;
}

// --- Texts -----------------------------------------------------------------------------------

static bool read_text(const unit *u, clap_id id, double value, char text[WORD_BYTES]) {
  text[0] = 0;
  bool is_read = u->extensions.params->value_to_text(u->instance, id, value, text, WORD_BYTES);
  text[WORD_BYTES - 1] = 0;
  return is_read && text[0];
}

// Returns the unit that follows the number in a value's text, if that number is the value.
static uint32_t unit_of(const unit *u, const clap_param_info *info) {
  static const struct { const char *text; uint32_t unit; } known[] = {
      {"dB", TENUTO_UNIT_DECIBELS}, {"Hz", TENUTO_UNIT_HERTZ}, {"ms", TENUTO_UNIT_MILLISECONDS},
      {"s", TENUTO_UNIT_SECONDS}, {"%", TENUTO_UNIT_PERCENT}, {"ct", TENUTO_UNIT_CENTS},
      {"cents", TENUTO_UNIT_CENTS}, {"st", TENUTO_UNIT_SEMITONES},
      {"semitones", TENUTO_UNIT_SEMITONES}};
  char text[WORD_BYTES], *end;
  double value = info->min_value + (info->max_value - info->min_value) * 0.75;
  if (!read_text(u, info->id, value, text)) return TENUTO_UNIT_GENERIC;
  double shown = strtod(text, &end);
  if (end == text || fabs(shown - value) > 0.01 * fabs(value) + 0.5) return TENUTO_UNIT_GENERIC;
  while (isspace((unsigned char)*end)) end++;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcasecmp(end, known[i].text)) return known[i].unit;
  return TENUTO_UNIT_GENERIC;
}

// Reads the names of integer values, if at least one is not a number.
static void read_value_names(const unit *u, const clap_param_info *info, tenuto_parameter *to) {
  double count = to->maximum - to->minimum + 1;
  if (count < 2 || count > MOST_VALUE_NAMES) return;
  const char **names = calloc((size_t)count, sizeof *names);
  bool has_words = false;
  for (int i = 0; names && i < (int)count; i++) {
    char text[WORD_BYTES], *end;
    double value = to->minimum + i;
    if (!read_text(u, info->id, value, text)) snprintf(text, sizeof text, "%g", value);
    names[i] = clean_text(text, "–");
    double shown = strtod(text, &end);
    has_words |= end == text || *end || shown != value;
  }
  if (!names || !has_words) return;
  to->value_names = names;
  to->value_name_count = (uint16_t)count;
}

static bool is_switch(const tenuto_parameter *p) {
  if (p->minimum != 0 || p->maximum != 1) return false;
  return p->value_name_count == 0 || (!strcasecmp(p->value_names[0], "off") &&
                                      !strcasecmp(p->value_names[1], "on"));
}

// --- One -------------------------------------------------------------------------------------

static uint32_t flags_of(const clap_param_info *info) {
  uint32_t flags = 0;
  if (info->flags & CLAP_PARAM_IS_READONLY) flags |= TENUTO_PARAMETER_READ_ONLY;
  // The host's own bypass is free of clicks and keeps the latency.
  if (info->flags & (CLAP_PARAM_IS_HIDDEN | CLAP_PARAM_IS_BYPASS)) flags |= TENUTO_PARAMETER_HIDDEN;
  if (!(info->flags & CLAP_PARAM_IS_AUTOMATABLE)) flags |= TENUTO_PARAMETER_NOT_AUTOMATABLE;
  return flags;
}

static float bounded(double value, double least, double most) {
  return (float)(value >= least ? (value <= most ? value : most) : least);
}

// The value of a new instance is the default, even if the plug-in declares another: some begin with
// a preset.
static bool read_range(const unit *u, const clap_param_info *info, tenuto_parameter *to) {
  const double limit = 1e30;
  double value;
  if (!u->extensions.params->get_value(u->instance, info->id, &value) || !isfinite(value))
    value = info->default_value;
  if (!isfinite(info->min_value) || !isfinite(info->max_value) || !isfinite(value)) return false;
  to->minimum = bounded(info->min_value, -limit, limit);
  to->maximum = bounded(info->max_value, to->minimum, limit);
  to->default_value = bounded(value, to->minimum, to->maximum);
  return true;
}

static bool read_parameter(
    plugin *p, const unit *u, uint32_t index, bool has_symbol, tenuto_parameter *to) {
  clap_param_info info = {0};
  if (!u->extensions.params->get_info(u->instance, index, &info) || !read_range(u, &info, to))
    return false;
  info.name[CLAP_NAME_SIZE - 1] = 0;
  info.module[CLAP_PATH_SIZE - 1] = 0;
  for (uint32_t i = 0; i < p->parameter_count; i++)
    if (p->parameters[i].id == info.id) return false;
  to->address = info.id;
  to->identifier = has_symbol ? clean_text(info.module, "_")
                              : identifier_of(&p->component, info.name, info.id);
  to->name = clean_text(info.name, to->identifier);
  if (!has_symbol) to->group = group_path(&p->component, info.module);
  to->flags = flags_of(&info);
  if (info.flags & CLAP_PARAM_IS_STEPPED && to->minimum == floorf(to->minimum) &&
      to->default_value == floorf(to->default_value)) {
    to->unit = TENUTO_UNIT_INDEXED;
    read_value_names(u, &info, to);
    if (is_switch(to)) to->unit = TENUTO_UNIT_BOOLEAN, to->value_name_count = 0;
  } else {
    to->unit = unit_of(u, &info);
  }
  p->parameters[p->parameter_count++] =
      (parameter){info.id, info.flags, info.min_value, info.max_value};
  return true;
}

// --- All -------------------------------------------------------------------------------------

static int by_id(const void *a, const void *b) {
  clap_id first = ((const parameter *)a)->id, second = ((const parameter *)b)->id;
  return (first > second) - (first < second);
}

// Reads the parameters of the plug-in's pages for hardware controllers, page by page.
static void read_overview(plugin *p, const unit *u) {
  const clap_plugin_remote_controls *from = u->extensions.remote_controls;
  uint64_t *list = from ? calloc(MOST_OVERVIEW, sizeof *list) : NULL;
  uint16_t count = 0;
  for (uint32_t i = 0; list && i < from->count(u->instance); i++) {
    clap_remote_controls_page page = {0};
    if (!from->get(u->instance, i, &page) || page.is_for_preset) continue;
    for (int j = 0; j < CLAP_REMOTE_CONTROLS_COUNT && count < MOST_OVERVIEW; j++) {
      bool is_new = parameter_index(p, page.param_ids[j]) >= 0;
      for (uint16_t k = 0; k < count; k++) is_new &= list[k] != page.param_ids[j];
      if (is_new) list[count++] = page.param_ids[j];
    }
  }
  p->component.overview = list;
  p->component.overview_count = count;
}

void describe_parameters(plugin *p, const unit *u) {
  const clap_plugin_params *from = u->extensions.params;
  uint32_t count = from ? from->count(u->instance) : 0;
  if (count > MOST_PARAMETERS) count = MOST_PARAMETERS;
  tenuto_parameter *parameters = calloc(count + 1u, sizeof *parameters);
  p->component.parameters = parameters;
  // Each part of a module is a group.
  p->component.groups = calloc(count * 100u + 1u, sizeof *p->component.groups);
  p->parameters = calloc(count + 1u, sizeof *p->parameters);
  if (!parameters || !p->component.groups || !p->parameters) {
    p->fault = "out of memory";
    return;
  }
  bool have_symbols = count > 1 && are_modules_symbols(u, count);
  for (uint32_t i = 0; i < count; i++) {
    tenuto_parameter parameter = {0};
    if (read_parameter(p, u, i, have_symbols, &parameter)) parameters[p->component.parameter_count++] = parameter;
  }
  qsort(p->parameters, p->parameter_count, sizeof *p->parameters, by_id);
  read_overview(p, u);
}
