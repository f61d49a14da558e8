#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "fault.h"
#include "seal_program.h"
#include "server.h"

enum { ANSWER_MILLISECONDS = 1000 };

static bool is_socket(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

// The executable was started by hand.
static void explain(const tenuto_component *components, size_t count) {
  fprintf(stderr, "This is an audio extension of Tenuto:");
  for (size_t i = 0; i < count; i++)
    fprintf(stderr, "%s %s (%s)", i ? "," : "", components[i].name, components[i].code);
  fprintf(
      stderr, ".\nIt makes sound inside a host. Install it with: "
              "tenuto install PATH-OF-THIS-FILE\n");
}

static bool answer(tenuto_host *host, const tx_message *message) {
  tx_clear(&host->answer);
  const char *fault = tx_handle(host, message);
  if (!fault && host->answer.has_failed) fault = "the answer is too long";
  if (fault) {
    tx_clear(&host->answer);
    tx_write_string(&host->answer, fault);
  }
  tx_message reply = *message;
  reply.is_answer = true;
  reply.status = fault != NULL;
  reply.payload = host->answer.bytes;
  reply.payload_count = host->answer.count;
  return tx_send(&reply, ANSWER_MILLISECONDS);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Seconds until the unit's next tick, below 0 without a tick.
static double until_tick(const tenuto_host *host, double *next) {
  const tenuto_component *chosen = host->chosen;
  if (!host->cycle || !chosen->tick || !(chosen->tick_interval > 0)) return -1;
  double time = now();
  if (time >= *next) {
    chosen->tick(host->unit);
    *next = time + chosen->tick_interval;
  }
  return *next - time;
}

static void serve(tenuto_host *host) {
  static uint8_t buffer[TX_MESSAGE_BYTES];
  tx_message message;
  double next_tick = 0;
  while (!host->is_over) {
    tx_received received = tx_receive(&message, buffer, until_tick(host, &next_tick));
    if (received == TX_OVER) return;
    if (received == TX_NOTHING) continue;
    bool is_sent = answer(host, &message);
    tx_close_descriptors(&message);
    if (!is_sent) return;
  }
}

int tenuto_extension_main(const tenuto_component *components, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *fault = tx_component_fault(&components[i]);
    if (!fault) continue;
    fprintf(stderr, "tenuto: component %zu cannot be used: %s\n", i, fault);
    exit(3);
  }
  if (!is_socket(TX_CONTROL_DESCRIPTOR)) {
    explain(components, count);
    exit(2);
  }
  tx_fault_note_install();
  seal_code();
  static tenuto_host host;
  host.components = components;
  host.component_count = count;
  serve(&host);
  // _exit instead of exit: handlers of libraries may hang, and nothing needs saving.
  _exit(0);
}
