// The floor: the minimum cost of waking N processes and waiting for them on this machine.
//
// One host, N forked processes, a trivial voice. No checks, no events, no deadline: no plug-in host
// can be faster. In a wide graph one futex word wakes all processes, and each has a word for its
// answer. In a chain each process wakes the next by its answer, and the last one wakes the host.
//
// usage: tenuto-floor wide|chain COUNT FRAMES free|one|split
// reads lines `isolated CYCLES` and `inprocess CYCLES`, and answers each with the quartiles of the
// cycle times in nanoseconds: the host's, or those of the same voices called in process. So another
// measurement can alternate with this one on the same machine.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <signal.h>

enum { MAXIMUM_FRAMES = 1024, LAST_CYCLE = 0xffffffff };

typedef struct voice {
  _Alignas(64) _Atomic uint32_t done;
  _Atomic uint32_t is_host_asleep;
  _Alignas(64) float samples[2][MAXIMUM_FRAMES];
  float phase;
} voice;

static void futex_wait(_Atomic uint32_t *word, uint32_t seen) {
  syscall(SYS_futex, word, FUTEX_WAIT, seen, NULL, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word, int count) {
  syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0);
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void render(voice *v, int frames) {
  float phase = v->phase;
  for (int i = 0; i < frames; i++) {
    phase += 0.01f;
    if (phase >= 1) phase -= 1;
    v->samples[0][i] = v->samples[1][i] = 2 * phase - 1;
  }
  v->phase = phase;
}

static void become_realtime(int priority) {
  // The kernel ends a loop that never sleeps, which would stall a machine of two cores.
  struct rlimit limit = {200000, 200000};
  if (priority < 70) setrlimit(RLIMIT_RTTIME, &limit);
  struct sched_param parameter = {priority};
  sched_setscheduler(0, SCHED_FIFO, &parameter);
}

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

// `cycle` is the word on which the process sleeps: the host's, or in a chain the answer of the
// previous process.
static _Noreturn void serve(voice *v, _Atomic uint32_t *cycle, int frames, int hands_on) {
  uint32_t seen = 0;
  for (;;) {
    uint32_t next;
    while ((next = atomic_load_explicit(cycle, memory_order_acquire)) == seen)
      futex_wait(cycle, seen);
    seen = next;
    if (next != LAST_CYCLE) render(v, frames);
    atomic_store(&v->done, next);
    if (hands_on || atomic_load(&v->is_host_asleep)) futex_wake(&v->done, 1);
    if (next == LAST_CYCLE) _exit(0);
  }
}

static void collect(voice *voices, int count, uint32_t cycle) {
  for (int i = count - 1; i >= 0; i--) {
    if (atomic_load(&voices[i].done) == cycle) continue;
    atomic_store(&voices[i].is_host_asleep, 1);
    while (atomic_load(&voices[i].done) != cycle) futex_wait(&voices[i].done, cycle - 1);
    atomic_store(&voices[i].is_host_asleep, 0);
  }
}

static float mix(voice *voices, int count, int frames) {
  static float sum[2][MAXIMUM_FRAMES];
  memset(sum, 0, sizeof sum);
  for (int i = 0; i < count; i++)
    for (int c = 0; c < 2; c++)
      for (int f = 0; f < frames; f++) sum[c][f] += voices[i].samples[c][f];
  return sum[0][0];
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void print(uint64_t *times, int cycles) {
  qsort(times, (size_t)cycles, sizeof *times, compare);
  printf("%llu %llu %llu\n", (unsigned long long)times[cycles / 4],
         (unsigned long long)times[cycles / 2], (unsigned long long)times[cycles * 3 / 4]);
  fflush(stdout);
}

typedef struct host {
  voice *voices;
  _Atomic uint32_t *cycle;
  int count, frames, is_chain;
  float sink;
} host;

static void run_isolated(host *h) {
  uint32_t next = atomic_load(h->cycle) + 1;
  atomic_store(h->cycle, next);
  futex_wake(h->cycle, 0x7fffffff);
  // In a chain, the answer of the last process completes the cycle.
  int waited = h->is_chain ? 1 : h->count;
  collect(h->voices + h->count - waited, waited, next);
}

static void run_in_process(host *h) {
  for (int i = 0; i < h->count; i++) render(&h->voices[i], h->frames);
}

static int answer(host *h, const char *line) {
  int cycles = 0, is_isolated = sscanf(line, "isolated %d", &cycles) == 1;
  if (!is_isolated && sscanf(line, "inprocess %d", &cycles) != 1) return 0;
  if (cycles < 4 || cycles > 1000000) return 0;
  uint64_t *times = calloc((size_t)cycles, sizeof *times);
  if (!times) return 0;
  for (int c = 0; c < cycles; c++) {
    uint64_t start = now();
    if (is_isolated) run_isolated(h);
    else run_in_process(h);
    h->sink += mix(h->voices, h->count, h->frames);
    times[c] = now() - start;
  }
  print(times, cycles);
  free(times);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  host h = {.count = atoi(argv[2]), .frames = atoi(argv[3]), .is_chain = !strcmp(argv[1], "chain")};
  int is_one = !strcmp(argv[4], "one"), is_split = !strcmp(argv[4], "split");
  if (h.count < 1 || h.count > 1024 || h.frames < 1 || h.frames > MAXIMUM_FRAMES) return 2;
  size_t bytes = sizeof(voice) * (size_t)h.count;
  h.voices = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  h.cycle = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (h.voices == MAP_FAILED || h.cycle == MAP_FAILED) return 1;
  for (int i = 0; i < h.count; i++)
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (is_one) pin(0);
      if (is_split) pin(i & 1);
      become_realtime(60);
      _Atomic uint32_t *word = h.is_chain && i > 0 ? &h.voices[i - 1].done : h.cycle;
      serve(&h.voices[i], word, h.frames, h.is_chain && i + 1 < h.count);
    }
  if (is_one || is_split) pin(0);
  become_realtime(70);
  usleep(100000);
  char line[64];
  while (fgets(line, sizeof line, stdin) && answer(&h, line)) {
  }
  atomic_store(h.cycle, LAST_CYCLE);
  futex_wake(h.cycle, 0x7fffffff);
  while (wait(NULL) > 0) {
  }
  return h.sink == 12345.678f;
}
