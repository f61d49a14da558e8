// `work:schedule`: a thread for work that the render thread must not do.
#pragma once
#include <lilv/lilv.h>
#include <lv2/worker/worker.h>
#include <stdbool.h>

typedef struct worker worker;

// Starts the thread; `worker_attach` sets the instance. Returns NULL on failure.
worker *worker_make(void);
void worker_attach(worker *w, LilvInstance *instance, const LV2_Worker_Interface *interface);
void worker_free(worker *w);

// `LV2_Worker_Schedule.schedule_work`, with the worker as handle. Thread: render.
LV2_Worker_Status worker_schedule(
    LV2_Worker_Schedule_Handle worker, uint32_t size, const void *data);

// Offline, work runs in the requesting call, so that the same input gives the same output.
void worker_set_offline(worker *w, bool is_offline);

// Passes the responses to the plug-in, after `run`. Thread: render.
void worker_respond(worker *w);
