#define _GNU_SOURCE
#include "link.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include "guard.h"

enum { FADE_FRAMES = 64 };

// --- The net ---------------------------------------------------------------------------------

// A peer may truncate the memory: zero pages replace what is missing.
static _Atomic uintptr_t net_base;
static _Atomic size_t net_byte_count;
static atomic_bool net_is_broken;
static struct sigaction previous;

static void catch_fault(int number, siginfo_t *info, void *context) {
  uintptr_t base = atomic_load(&net_base), address = (uintptr_t)info->si_addr;
  size_t byte_count = atomic_load(&net_byte_count);
  if (info->si_code == BUS_ADRERR && base && address >= base && address - base < byte_count &&
      mmap((void *)base, byte_count, PROT_READ | PROT_WRITE,
           MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0) != MAP_FAILED) {
    atomic_store(&net_is_broken, true);
    return;
  }
  if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(number, info, context);
  else
    signal(number, SIG_DFL);  // the fault is raised again
}

static void guard(const tx_link *link) {
  static bool is_installed;
  if (!is_installed) {
    struct sigaction action = {.sa_sigaction = catch_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous);
    is_installed = true;
  }
  atomic_store(&net_base, 0);
  atomic_store(&net_byte_count, link->byte_count);
  atomic_store(&net_is_broken, false);
  atomic_store(&net_base, (uintptr_t)link->from);
}

// --- Control ---------------------------------------------------------------------------------

static bool map(tx_link *link, int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || status.st_size < (off_t)link->byte_count) return false;
  void *base = mmap(
      NULL, link->byte_count, PROT_READ, MAP_SHARED | MAP_POPULATE, descriptor, 0);
  if (base == MAP_FAILED) return false;
  mlock(base, link->byte_count);
  link->from = base;
  return true;
}

tx_link *tx_link_make(
    int descriptor, uint32_t frame_capacity, uint32_t source_count, uint16_t *sources,
    uint32_t channel_count) {
  tx_link *link = calloc(1, sizeof *link);
  if (!link) {
    free(sources);
    return NULL;
  }
  link->sources = sources;
  link->source_count = source_count;
  link->channel_count = channel_count;
  link->channel_stride = (frame_capacity * 4 + TENUTO_SAMPLE_ALIGNMENT - 1) /
                         TENUTO_SAMPLE_ALIGNMENT * TENUTO_SAMPLE_ALIGNMENT;
  link->byte_count = (sizeof *link->from + (size_t)source_count * link->channel_stride + 4095) /
                     4096 * 4096;
  size_t sample_bytes = (channel_count + 1u) * (size_t)link->channel_stride;
  link->samples = aligned_alloc(TENUTO_SAMPLE_ALIGNMENT, sample_bytes);
  link->last_samples = calloc(channel_count + 1u, sizeof *link->last_samples);
  if (!link->samples || !link->last_samples || !map(link, descriptor)) {
    tx_link_free(link);
    return NULL;
  }
  memset(link->samples, 0, sample_bytes);
  guard(link);
  return link;
}

void tx_link_free(tx_link *link) {
  if (!link) return;
  if (link->from) {
    uintptr_t own = (uintptr_t)link->from;
    atomic_compare_exchange_strong(&net_base, &own, 0);
    munmap((void *)link->from, link->byte_count);
  }
  free(link->sources);
  free(link->samples);
  free(link->last_samples);
  free(link);
}

// --- Render ----------------------------------------------------------------------------------

tx_link *tx_link_take(tx_link_handoff *handoff) {
  for (;;) {
    tx_link *wanted = atomic_load_explicit(&handoff->offered, memory_order_acquire);
    if (wanted == atomic_load_explicit(&handoff->used, memory_order_relaxed)) return wanted;
    // Either control sees that it is in use, or this thread sees that it has been withdrawn.
    atomic_store(&handoff->used, wanted);
    if (wanted == atomic_load(&handoff->offered)) return wanted;
  }
}

bool tx_link_is_broken(void) { return atomic_load_explicit(&net_is_broken, memory_order_acquire); }

static float *own_samples(const tx_link *link, uint32_t channel) {
  return (float *)((char *)link->samples + (size_t)channel * link->channel_stride);
}

static const float *other_samples(const tx_link *link, uint32_t channel) {
  const char *base = (const char *)link->from + sizeof *link->from;
  return (const float *)(base + (size_t)channel * link->channel_stride);
}

static bool is_whole(const tx_link *link, uint32_t frame_count) {
  if (__atomic_load_n(&link->from->status, __ATOMIC_RELAXED) != 0 ||
      __atomic_load_n(&link->from->rendered_frames, __ATOMIC_RELAXED) != frame_count)
    return false;
  for (uint32_t i = 0; i < link->source_count; i++) {
    uint32_t bits;
    memcpy(&bits, other_samples(link, i) + frame_count - 1, sizeof bits);
    if (bits == TENUTO_UNWRITTEN) return false;
  }
  return true;
}

void tx_link_copy(tx_link *link, uint32_t frame_count) {
  if (!is_whole(link, frame_count)) {
    tx_link_silence(link, frame_count);
    return;
  }
  for (uint32_t i = 0; i < link->channel_count; i++) {
    if (link->sources[i] == TENUTO_NO_CHANNEL) continue;  // zero since the start
    float *own = own_samples(link, i);
    tx_guard_copy(other_samples(link, link->sources[i]), own, frame_count);
    link->last_samples[i] = own[frame_count - 1];
  }
}

void tx_link_silence(tx_link *link, uint32_t frame_count) {
  for (uint32_t i = 0; i < link->channel_count; i++) {
    float *own = own_samples(link, i), anchor = link->last_samples[i];
    for (uint32_t frame = 0; frame < frame_count; frame++) {
      uint32_t position = frame + 1 < FADE_FRAMES ? frame + 1 : FADE_FRAMES;
      own[frame] = anchor * (1 - (float)position / FADE_FRAMES);
    }
    link->last_samples[i] = own[frame_count - 1];
  }
}

void tx_link_note(tx_link *link, const char *input, uint32_t frame_count) {
  for (uint32_t i = 0; i < link->channel_count; i++) {
    const float *samples = (const float *)(input + (size_t)i * link->channel_stride);
    link->last_samples[i] = samples[frame_count - 1];
  }
}
