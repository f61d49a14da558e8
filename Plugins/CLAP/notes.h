// Conversion of Universal MIDI Packets to CLAP's events, and back. Thread: render.
#pragma once
#include "kernel.h"

// Resets the state of channels and notes.
void notes_reset(kernel *k);

// Adds the events of a packet to the queue.
void notes_take(kernel *k, const uint32_t words[4], uint32_t frame);

// Sends an output event of the plug-in; returns false if there is no room.
bool notes_send(kernel *k, const clap_event_header *header, uint32_t frame);

// Returns a new event in the queue, or NULL if the queue is full.
event *queue_add(event_queue *q, uint32_t frame, uint16_t type, size_t size);
