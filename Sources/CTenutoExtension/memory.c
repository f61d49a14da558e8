#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/stat.h>
#include "cycle.h"

static void *map(int descriptor, size_t byte_count, int protection) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || status.st_size < (off_t)byte_count) return NULL;
  void *base = mmap(NULL, byte_count, protection, MAP_SHARED | MAP_POPULATE, descriptor, 0);
  if (base == MAP_FAILED) return NULL;
  mlock(base, byte_count);  // best effort: without the privilege, pages may be swapped out
  return base;
}

static size_t segment_bytes(const tenuto_cycle *cycle, size_t header, uint32_t channel_count) {
  return (header + (size_t)channel_count * cycle->channel_stride + 4095) / 4096 * 4096;
}

static void write_header(tenuto_cycle *cycle) {
  tenuto_from_extension *from = cycle->from;
  from->magic = TENUTO_LAYOUT_MAGIC;
  from->version = TENUTO_LAYOUT_VERSION;
  from->header_bytes = sizeof *from;
  from->channel_count = cycle->format.output_channel_count;
  from->channel_stride = cycle->channel_stride;
  from->frame_capacity = cycle->format.frame_capacity;
}

const char *tx_cycle_map(
    tenuto_cycle *cycle, const tx_format *format, const int descriptors[3], int events) {
  cycle->format = *format;
  cycle->channel_stride = (format->frame_capacity * 4 + TENUTO_SAMPLE_ALIGNMENT - 1) /
                          TENUTO_SAMPLE_ALIGNMENT * TENUTO_SAMPLE_ALIGNMENT;
  cycle->to_bytes =
      segment_bytes(cycle, sizeof(tenuto_to_extension), format->input_channel_count);
  cycle->from_bytes =
      segment_bytes(cycle, sizeof(tenuto_from_extension), format->output_channel_count);
  cycle->page = map(descriptors[0], sizeof *cycle->page, PROT_READ);
  cycle->to = map(descriptors[1], cycle->to_bytes, PROT_READ);
  cycle->from = map(descriptors[2], cycle->from_bytes, PROT_READ | PROT_WRITE);
  if (!cycle->page || !cycle->to || !cycle->from) return "the shared memory cannot be mapped";
  if (cycle->page->magic != TENUTO_LAYOUT_MAGIC || cycle->to->magic != TENUTO_LAYOUT_MAGIC ||
      cycle->page->version != TENUTO_LAYOUT_VERSION ||
      cycle->to->version != TENUTO_LAYOUT_VERSION)
    return "the shared memory is not of version 5";
  cycle->reader.socket = cycle->writer.socket = events;
  tx_events_discard(&cycle->reader);
  write_header(cycle);
  cycle->was_parked = __atomic_load_n(&cycle->to->parked, __ATOMIC_ACQUIRE) == 1;
  cycle->place = tx_read_place(cycle);
  cycle->number = __atomic_load_n(&tx_cycle_depth(cycle)->cycle, __ATOMIC_ACQUIRE);
  __atomic_store_n(&cycle->from->done_cycle, cycle->number, __ATOMIC_SEQ_CST);
  return NULL;
}

void tx_cycle_unmap(tenuto_cycle *cycle) {
  tx_link_free(atomic_exchange(&cycle->link_handoff.offered, NULL));
  if (cycle->page) munmap((void *)cycle->page, sizeof *cycle->page);
  if (cycle->to) munmap((void *)cycle->to, cycle->to_bytes);
  if (cycle->from) munmap(cycle->from, cycle->from_bytes);
  cycle->page = NULL;
  cycle->to = NULL;
  cycle->from = NULL;
}
