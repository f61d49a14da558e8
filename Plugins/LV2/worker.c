#include "worker.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "bridge/ring.h"

enum { RING_BYTES = 1 << 17, MESSAGE_BYTES = 1 << 16, STACK_BYTES = 1 << 20 };

struct worker {
  LilvInstance *instance;
  const LV2_Worker_Interface *interface;
  ring *requests, *responses;
  sem_t wake;
  pthread_t thread;
  atomic_bool is_ending;
  bool is_offline;
  uint8_t request[MESSAGE_BYTES];   // the worker's thread
  uint8_t response[MESSAGE_BYTES];  // the render thread
};

static LV2_Worker_Status respond(
    LV2_Worker_Respond_Handle handle, uint32_t size, const void *data) {
  worker *w = handle;
  return ring_write(w->responses, data, size) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

static void work(worker *w, uint32_t size, const void *data) {
  w->interface->work(lilv_instance_get_handle(w->instance), respond, w, size, size ? data : NULL);
}

static void *body(void *context) {
  worker *w = context;
  for (;;) {
    while (sem_wait(&w->wake) != 0 && errno == EINTR) {}
    if (atomic_load(&w->is_ending)) return NULL;
    uint32_t size;
    if (ring_read(w->requests, w->request, sizeof w->request, &size)) work(w, size, w->request);
  }
}

worker *worker_make(void) {
  worker *w = calloc(1, sizeof *w);
  if (!w) return NULL;
  w->requests = ring_make(RING_BYTES);
  w->responses = ring_make(RING_BYTES);
  sem_init(&w->wake, 0, 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  bool is_started = w->requests && w->responses &&
                    pthread_create(&w->thread, &attributes, body, w) == 0;
  pthread_attr_destroy(&attributes);
  if (is_started) return w;
  ring_free(w->requests);
  ring_free(w->responses);
  free(w);
  return NULL;
}

void worker_attach(worker *w, LilvInstance *instance, const LV2_Worker_Interface *interface) {
  w->instance = instance;
  w->interface = interface;
}

void worker_free(worker *w) {
  if (!w) return;
  atomic_store(&w->is_ending, true);
  sem_post(&w->wake);
  pthread_join(w->thread, NULL);
  sem_destroy(&w->wake);
  ring_free(w->requests);
  ring_free(w->responses);
  free(w);
}

void worker_set_offline(worker *w, bool is_offline) { w->is_offline = is_offline; }

LV2_Worker_Status worker_schedule(
    LV2_Worker_Schedule_Handle handle, uint32_t size, const void *data) {
  worker *w = handle;
  if (w->is_offline && w->interface) {
    work(w, size, data);
    return LV2_WORKER_SUCCESS;
  }
  bool fits = size <= sizeof w->request && ring_write(w->requests, data, size);
  if (!fits) return LV2_WORKER_ERR_NO_SPACE;
  sem_post(&w->wake);
  return LV2_WORKER_SUCCESS;
}

void worker_respond(worker *w) {
  if (!w->interface) return;
  LV2_Handle handle = lilv_instance_get_handle(w->instance);
  uint32_t size;
  while (w->interface->work_response &&
         ring_read(w->responses, w->response, sizeof w->response, &size))
    w->interface->work_response(handle, size, w->response);
  if (w->interface->end_run) w->interface->end_run(handle);
}
