// Universal MIDI Packets as CLAP's events, and back. Thread: render.
#pragma once
#include "kernel.h"

// Forgets what is known of channels and notes.
void notes_reset(kernel *k);

// Adds what a packet means for its port to the queue.
void notes_take(kernel *k, const uint32_t words[4], uint32_t frame);

// Sends what a plug-in has put out; false where there is no room.
bool notes_send(kernel *k, const clap_event_header *header, uint32_t frame);

// Room for one more event; NULL where there is none.
event *queue_add(event_queue *q, uint32_t frame, uint16_t type, size_t size);
