#define _GNU_SOURCE
#include <linux/futex.h>
#include <limits.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif
#include "cycle.h"
#include "fault.h"

enum { STACK_BYTES = 256 * 1024 };

// A subnormal number costs 33 times as much as a normal one.
static void flush_subnormals(void) {
#if defined(__SSE__)
  _mm_setcsr(_mm_getcsr() | 0x8040);  // flush to zero, denormals are zero
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | (1u << 24)));
#endif
}

// Touches the stack once, to avoid page faults in a cycle.
__attribute__((noinline)) static void touch_stack(void) {
  volatile char bytes[STACK_BYTES / 2];
  for (size_t i = 0; i < sizeof bytes; i += 4096) bytes[i] = 0;
}

static void *body(void *context) {
  tenuto_cycle *cycle = context;
  // At the far end of this stack, out of reach of an overflow.
  _Alignas(16) unsigned char fault_stack[TENUTO_FAULT_STACK_BYTES];
  tx_fault_note_stack(fault_stack, sizeof fault_stack);
  flush_subnormals();
  touch_stack();
  cycle->thread_identifier = (int32_t)syscall(SYS_gettid);
  atomic_store_explicit(&cycle->is_ready, true, memory_order_release);
  tx_fault_note_cycle(cycle->from, cycle->to);
  tx_cycle_run(cycle);
  tx_fault_note_cycle(NULL, NULL);
  atomic_store_explicit(&cycle->has_ended, true, memory_order_release);
  return NULL;
}

static void nap(void) {
  struct timespec time = {0, 200000};
  nanosleep(&time, NULL);
}

const char *tx_cycle_start(tenuto_cycle *cycle) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  size_t wanted = cycle->component->stack_bytes;
  pthread_attr_setstacksize(&attributes, wanted > STACK_BYTES ? wanted : STACK_BYTES);
  int error = pthread_create(&cycle->thread, &attributes, body, cycle);
  pthread_attr_destroy(&attributes);
  if (error) return "no further thread can start";
  while (!atomic_load_explicit(&cycle->is_ready, memory_order_acquire)) nap();
  return NULL;
}

static void wake(const uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

// Other processes own the words: wake repeatedly until the thread has noticed.
static void wake_everywhere(tenuto_cycle *cycle) {
  for (int i = 0; i < TENUTO_MAXIMUM_DEPTHS; i++) wake(&cycle->page->depths[i].cycle);
  wake(tx_parked_word(cycle));
  tx_link *link = atomic_load(&cycle->link_handoff.used);
  if (link) wake(&link->from->done_cycle);
  nap();
}

void tx_cycle_nap(tenuto_cycle *cycle, bool wakes) {
  if (wakes)
    wake_everywhere(cycle);
  else
    nap();
}

void tx_cycle_stop(tenuto_cycle *cycle) {
  atomic_store_explicit(&cycle->is_stopping, true, memory_order_release);
  while (!atomic_load_explicit(&cycle->has_ended, memory_order_acquire)) wake_everywhere(cycle);
  pthread_join(cycle->thread, NULL);
}

void tx_cycle_link(tenuto_cycle *cycle, tx_link *link) {
  tx_link *old = atomic_exchange(&cycle->link_handoff.offered, link);
  while (old && atomic_load(&cycle->link_handoff.used) == old) wake_everywhere(cycle);
  tx_link_free(old);
}
