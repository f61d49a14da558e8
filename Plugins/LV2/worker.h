// `work:schedule`: a thread for what the render thread must not do.
#pragma once
#include <lilv/lilv.h>
#include <lv2/worker/worker.h>
#include <stdbool.h>

typedef struct worker worker;

// Starts the thread; the instance is told by `worker_attach`. NULL where it cannot be.
worker *worker_make(void);
void worker_attach(worker *w, LilvInstance *instance, const LV2_Worker_Interface *interface);
void worker_free(worker *w);

// `LV2_Worker_Schedule.schedule_work`, with the worker as handle. Thread: render.
LV2_Worker_Status worker_schedule(
    LV2_Worker_Schedule_Handle worker, uint32_t size, const void *data);

// Offline, work is done where it is asked for: the same input gives the same output.
void worker_set_offline(worker *w, bool is_offline);

// Hands the plug-in the answers, after `run`. Thread: render.
void worker_respond(worker *w);
