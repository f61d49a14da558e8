// The music's time, as CLAP has it.
#pragma once
#include "abi_events.h"
#include "tenuto_extension.h"

// The transport at the first of the frames; false where the host says nothing. Thread: render.
bool transport_read(const tenuto_cycle *cycle, double sample_rate, clap_event_transport *to);
