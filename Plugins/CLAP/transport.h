// The music's time in CLAP's form.
#pragma once
#include "abi_events.h"
#include "tenuto_extension.h"

// Reads the transport at the first frame; returns false if the host gives none. Thread: render.
bool transport_read(const tenuto_cycle *cycle, double sample_rate, clap_event_transport *to);
