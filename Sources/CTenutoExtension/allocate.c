#include <math.h>
#include <stdlib.h>
#include "server.h"

enum { MAXIMUM_LATENCY = 1 << 24, MAXIMUM_SLOT = 65535 };

static void free_cycle(tenuto_cycle *cycle) {
  if (cycle->kernel && cycle->component->destroy) cycle->component->destroy(cycle->kernel);
  tx_cycle_unmap(cycle);
  free(cycle->current);
  free(cycle->ramps);
  free(cycle);
}

void tx_deallocate(tenuto_host *host) {
  if (!host->cycle) return;
  tx_cycle_stop(host->cycle);
  free_cycle(host->cycle);
  host->cycle = NULL;
}

static void read_format(tx_reader *reader, tx_format *format) {
  format->sample_rate = tx_read_double(reader);
  format->maximum_frame_count = (uint32_t)tx_read_number(reader, 4);
  format->frame_capacity = (uint32_t)tx_read_number(reader, 4);
  format->input_channel_count = (uint32_t)tx_read_number(reader, 4);
  format->output_channel_count = (uint32_t)tx_read_number(reader, 4);
  format->depth = (uint32_t)tx_read_number(reader, 4);
  format->slot = (uint32_t)tx_read_number(reader, 4);
  if (format->sample_rate < 8000 || format->sample_rate > 768000 ||
      format->maximum_frame_count < 1 || format->frame_capacity < format->maximum_frame_count ||
      format->frame_capacity > TX_MAXIMUM_FRAMES ||
      format->input_channel_count > TX_MAXIMUM_CHANNELS ||
      format->output_channel_count > TX_MAXIMUM_CHANNELS ||
      format->depth >= TENUTO_MAXIMUM_DEPTHS || format->slot > MAXIMUM_SLOT)
    reader->has_failed = true;
}

// The channels of each bus; their sum must be `total`. The number of busses, or -1 on error.
static int read_layout(tx_reader *reader, uint16_t channels[TX_MAXIMUM_CHANNELS], uint32_t total) {
  uint32_t sum = 0;
  uint32_t count = (uint32_t)tx_read_number(reader, 2);
  if (count > TX_MAXIMUM_CHANNELS) reader->has_failed = true;
  for (uint32_t i = 0; i < count && !reader->has_failed; i++) {
    uint64_t number = tx_read_number(reader, 8);
    if (number > 64) reader->has_failed = true;
    channels[i] = (uint16_t)number;
    sum += channels[i];
  }
  if (sum != total) reader->has_failed = true;
  return reader->has_failed ? -1 : (int)count;
}

static const char *make_kernel(tenuto_host *host, tenuto_cycle *cycle, tenuto_setup *setup) {
  size_t count = host->chosen->parameter_count + 1u;
  setup->unit = host->unit;
  cycle->component = host->chosen;
  cycle->values = &host->values;
  cycle->current = calloc(count, sizeof *cycle->current);
  cycle->ramps = calloc(count, sizeof *cycle->ramps);
  if (!cycle->current || !cycle->ramps) return "out of memory";
  for (int i = 0; i < host->chosen->parameter_count; i++)
    cycle->current[i] = tx_values_get(&host->values, i);
  tx_values_renew(&host->values);
  cycle->kernel = host->chosen->create(setup);
  return cycle->kernel ? NULL : "the kernel cannot be made";
}

static uint64_t tail_frames(const tenuto_cycle *cycle) {
  double seconds = cycle->component->tail ? cycle->component->tail(cycle->kernel) : 0;
  if (!(seconds > 0)) return 0;
  double frames = ceil(seconds * cycle->format.sample_rate);
  return frames < 9e18 ? (uint64_t)frames : UINT64_MAX;
}

static const char *start(
    tenuto_host *host, tenuto_cycle *cycle, const tx_format *format, const int descriptors[3],
    tenuto_setup *setup) {
  const char *fault = tx_cycle_map(cycle, format, descriptors, TX_EVENTS_DESCRIPTOR);
  if (!fault) fault = make_kernel(host, cycle, setup);
  if (fault) return fault;
  uint32_t latency = host->chosen->latency ? host->chosen->latency(cycle->kernel) : 0;
  uint64_t tail = tail_frames(cycle);
  if (latency > MAXIMUM_LATENCY) return "the latency is above 2^24 frames";
  fault = tx_cycle_start(cycle);
  if (fault) return fault;
  tx_write_number(&host->answer, (uint32_t)cycle->thread_identifier, 4);
  tx_write_number(&host->answer, latency, 4);
  tx_write_number(&host->answer, tail, 8);
  return NULL;
}

const char *tx_allocate(tenuto_host *host, tx_reader *reader, const tx_message *message) {
  tx_format format;
  uint16_t inputs[TX_MAXIMUM_CHANNELS], outputs[TX_MAXIMUM_CHANNELS];
  read_format(reader, &format);
  int input_count = read_layout(reader, inputs, format.input_channel_count);
  int output_count = read_layout(reader, outputs, format.output_channel_count);
  if (!tx_is_finished(reader)) return "malformed request";
  if (message->descriptor_count != 3) return "allocate needs 3 descriptors";
  if (input_count != host->chosen->input_count || output_count != host->chosen->output_count ||
      !tx_accepts(host->chosen, inputs, outputs))
    return "the component does not work with these channels";
  tx_deallocate(host);
  tenuto_cycle *cycle = calloc(1, sizeof *cycle);
  if (!cycle) return "out of memory";
  uint32_t longest = host->chosen->longest_call;
  if (longest && format.maximum_frame_count > longest) format.maximum_frame_count = longest;
  tenuto_setup setup = {
      format.sample_rate, format.maximum_frame_count, inputs, outputs,
      format.input_channel_count, format.output_channel_count, NULL};
  const char *fault = start(host, cycle, &format, message->descriptors, &setup);
  if (fault)
    free_cycle(cycle);
  else
    host->cycle = cycle;
  return fault;
}

// The peer's channel for each of `count` channels; NULL if the list is malformed.
static uint16_t *read_sources(tx_reader *reader, uint32_t count, uint32_t source_count) {
  uint16_t *sources = calloc(count + 1u, sizeof *sources);
  for (uint32_t i = 0; sources && i < count; i++) {
    sources[i] = (uint16_t)tx_read_number(reader, 2);
    if (sources[i] != TENUTO_NO_CHANNEL && sources[i] >= source_count) reader->has_failed = true;
  }
  if (sources && tx_is_finished(reader)) return sources;
  free(sources);
  return NULL;
}

const char *tx_answer_link(tenuto_host *host, tx_reader *reader, const tx_message *message) {
  uint32_t frame_capacity = (uint32_t)tx_read_number(reader, 4);
  uint32_t source_count = (uint32_t)tx_read_number(reader, 4);
  uint32_t count = (uint32_t)tx_read_number(reader, 2);
  if (reader->has_failed || source_count > TX_MAXIMUM_CHANNELS || count > TX_MAXIMUM_CHANNELS)
    return TX_MALFORMED_REQUEST;
  uint16_t *sources = read_sources(reader, count, source_count);
  if (!sources) return TX_MALFORMED_REQUEST;
  const char *fault =
      message->descriptor_count != 1                      ? "link needs 1 descriptor"
      : !host->cycle                                      ? "link before allocate"
      : frame_capacity != host->cycle->format.frame_capacity ||
              count != host->cycle->format.input_channel_count
          ? "the link does not fit"
          : NULL;
  if (fault) {
    free(sources);
    return fault;
  }
  tx_link *link =
      tx_link_make(message->descriptors[0], frame_capacity, source_count, sources, count);
  if (!link) return "the shared memory cannot be mapped";
  tx_cycle_link(host->cycle, link);
  return NULL;
}
