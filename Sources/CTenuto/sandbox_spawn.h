// The processes of a launch, and the data that they share while they use the host's memory.
//
// Four processes, three of them short-lived, all in the host's memory until they exec:
//
//   host ── starter: makes the namespaces' first process, writes its user map, ends
//     └──── first: a child of the host (CLONE_PARENT), process 1 of the namespace; becomes a reaper
//             └── extension: process 2; confines itself, and execs
//
// Without namespaces the starter becomes the extension.
#pragma once
#include "sandbox.h"
#include <stdatomic.h>
#include <sys/types.h>

typedef struct spawn {
  const tenuto_launch *launch;
  tenuto_sandbox *sandbox;
  struct sock_filter *filter;
  size_t filter_count;
  const tenuto_mount *mounts;
  int mount_count;
  pid_t host;
  int reaper;
  int report_reader, report_writer;
  int error;
  pid_t abandoned;  // a first process that failed, 0: none
  char *first_stack, *extension_stack;  // their ends
  int trees[TENUTO_MAXIMUM_MOUNTS + 1];  // of the mounts and of /proc, below 0: none
  // Not 0 while the first process uses the host's memory.
  int first_is_here;
  // 1 when the user map is written, 2 when that failed.
  _Atomic int map_is_written;
} spawn;

static inline int bit(int layer) { return 1 << layer; }

static inline int is_wanted(const spawn *s, int layer) {
  return (s->sandbox->wanted & bit(layer)) != 0;
}

static inline int is_in_force(const spawn *s, int layer) {
  return (s->sandbox->in_force & bit(layer)) != 0;
}

static inline int fail(spawn *s, long result) {
  s->error = (int)-result;
  return -1;
}

// Notes whether a layer is in force; returns 0 unless the layer is required.
static inline int note(spawn *s, int layer, long result) {
  tenuto_sandbox *sandbox = s->sandbox;
  if (result >= 0) {
    sandbox->in_force |= bit(layer);
    return 0;
  }
  sandbox->in_force &= ~bit(layer);
  sandbox->refused |= bit(layer);
  sandbox->errors[layer] = (int)-result;
  if (!(sandbox->required & bit(layer))) return 0;
  sandbox->failed_layer = layer;
  return fail(s, result);
}

// The process that the host starts; a function of clone().
int tenuto_run_starter(void *spawn);

// The first process of the namespaces; a function of clone().
int tenuto_run_first(void *spawn);

// Confines the calling process and turns it into the extension; returns if that failed.
int tenuto_become_extension(spawn *s);

// Changes the calling process to the user that the host chose, if any.
int tenuto_become_other_user(spawn *s);

// Drops capabilities so that an exec cannot restore them.
int tenuto_drop_capabilities(void);

// Moves a descriptor above those of the extension; returns the new one, or minus the error.
long tenuto_move_descriptor(int descriptor);
