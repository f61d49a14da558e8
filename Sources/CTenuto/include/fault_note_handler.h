// The handler of fault_note.h, as static functions: each of the two SDKs has its own copy, since
// the one for C is built without any other library.
//
// Everything from `fault_handler` down to its callees is async-signal-safe: no allocation, no lock,
// no stdio.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include "fault_note.h"
#include "layout.h"

enum { FAULT_LINE_BYTES = 1536, FAULT_FRAMES = 48 };
enum { FAULT_STACK_LIMIT = 64 << 20, FAULT_SEARCHED_WORDS = 256 };

static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};

// Written before the handler is installed, read only afterwards.
static struct {
  bool is_installed;
  uintptr_t load_bias;  // added to an address in the file
  uintptr_t first, end;  // the range of the executable's segments
  pid_t main_thread;
  uintptr_t main_stack_end;
  uint8_t main_stack[TENUTO_FAULT_STACK_BYTES] __attribute__((aligned(16)));
} fault;

// The render thread's memory shared with the host; NULL without a render thread.
static struct {
  tenuto_from_extension *from;
  const tenuto_to_extension *to;
} fault_cycle;

// The list of robust futexes that the kernel walks when this thread ends: it marks the word, and wakes
// the waiting host.
static _Thread_local struct {
  struct robust_list_head head;
  struct robust_list node;
} fault_list;

static void fault_mark_thread(uint32_t *word) {
  fault_list.head.list.next = word ? &fault_list.node : &fault_list.head.list;
  fault_list.node.next = &fault_list.head.list;
  fault_list.head.list_op_pending = NULL;
  fault_list.head.futex_offset = word ? (char *)word - (char *)&fault_list.node : 0;
  if (word)
    __atomic_store_n(
        word, (uint32_t)syscall(SYS_gettid) | TENUTO_THREAD_LIVES, __ATOMIC_SEQ_CST);
  syscall(SYS_set_robust_list, &fault_list.head, sizeof fault_list.head);
}

static void fault_set_cycle(tenuto_from_extension *from, const tenuto_to_extension *to) {
  tenuto_from_extension *old = __atomic_load_n(&fault_cycle.from, __ATOMIC_SEQ_CST);
  fault_mark_thread(from ? &from->thread : NULL);
  if (!from && old) __atomic_store_n(&old->thread, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&fault_cycle.from, NULL, __ATOMIC_SEQ_CST);
  __atomic_store_n(&fault_cycle.to, to, __ATOMIC_SEQ_CST);
  __atomic_store_n(&fault_cycle.from, from, __ATOMIC_SEQ_CST);
}

// Answers the cycle that the host waits for, so that it need not wait for the end of the process.
static void fault_tell_host(void) {
  tenuto_from_extension *from = __atomic_load_n(&fault_cycle.from, __ATOMIC_SEQ_CST);
  const tenuto_to_extension *to = __atomic_load_n(&fault_cycle.to, __ATOMIC_SEQ_CST);
  if (!from || !to) return;
  uint32_t asked = __atomic_load_n(&to->asked_cycle, __ATOMIC_ACQUIRE);
  uint32_t done = __atomic_load_n(&from->done_cycle, __ATOMIC_SEQ_CST);
  if ((int32_t)(asked - done) <= 0) return;
  from->status = (uint32_t)TENUTO_STATUS_CRASHED;
  __atomic_store_n(&from->done_cycle, asked, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &from->done_cycle, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

// The progress of the note: 0 none, 1 being written, 2 written.
static int fault_progress;

// A line that grows; text without room is dropped.
typedef struct fault_line {
  char bytes[FAULT_LINE_BYTES];
  size_t count;
} fault_line;

static void fault_text(fault_line *line, const char *text) {
  for (; *text && line->count < sizeof line->bytes - 1; text++) line->bytes[line->count++] = *text;
}

static void fault_number(fault_line *line, uint64_t value, unsigned base) {
  char digits[24];
  size_t place = sizeof digits - 1;
  digits[place] = 0;
  do digits[--place] = "0123456789abcdef"[value % base];
  while (value /= base);
  fault_text(line, digits + place);
}

static void fault_signed(fault_line *line, int64_t value) {
  if (value < 0) fault_text(line, "-");
  fault_number(line, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

static void fault_hexadecimal(fault_line *line, uintptr_t value) {
  fault_text(line, "0x");
  fault_number(line, value, 16);
}

static bool fault_is_own_code(uintptr_t address) {
  return address >= fault.first && address < fault.end;
}

static void fault_code_address(fault_line *line, uintptr_t address) {
  bool is_own = fault_is_own_code(address);
  if (is_own) fault_text(line, "+");
  fault_hexadecimal(line, is_own ? address - fault.load_bias : address);
}

// The relevant registers of the processor.
typedef struct fault_registers {
  uintptr_t counter, stack, frame;
} fault_registers;

static fault_registers fault_read_registers(const ucontext_t *context) {
#if defined(__x86_64__)
  const greg_t *registers = context->uc_mcontext.gregs;
  return (fault_registers){
      (uintptr_t)registers[REG_RIP], (uintptr_t)registers[REG_RSP],
      (uintptr_t)registers[REG_RBP]};
#elif defined(__aarch64__)
  return (fault_registers){
      context->uc_mcontext.pc, context->uc_mcontext.sp, context->uc_mcontext.regs[29]};
#else
  (void)context;
  return (fault_registers){0, 0, 0};
#endif
}

// The end of the calling thread's stack, given an address in it; 0 if unknown.
static uintptr_t fault_stack_end(uintptr_t stack) {
  uintptr_t end = fault.main_stack_end;
  // The C library puts a thread's own variables at the end of its stack.
  if (syscall(SYS_gettid) != fault.main_thread) end = (uintptr_t)__builtin_thread_pointer();
  return end > stack && end - stack <= FAULT_STACK_LIMIT ? end : 0;
}

// Whether a frame's two words can be read at `frame`, not below `lowest`.
static bool fault_is_frame(uintptr_t frame, uintptr_t lowest, uintptr_t end) {
  return frame >= lowest && end && frame <= end - 2 * sizeof(uintptr_t)
         && frame % sizeof(uintptr_t) == 0;
}

// The innermost frame. If the register holds something else, as in a C library without frame
// pointers, it is the first pair of words nearby that looks like a frame.
static uintptr_t fault_first_frame(fault_registers registers, uintptr_t end) {
  if (fault_is_frame(registers.frame, registers.stack, end)) return registers.frame;
  // In an overflow the stack pointer is below the stack; the register is right then.
  uintptr_t place = (registers.stack + sizeof(uintptr_t) - 1) / sizeof(uintptr_t)
                    * sizeof(uintptr_t);
  for (int index = 0; index < FAULT_SEARCHED_WORDS; index++, place += sizeof(uintptr_t)) {
    if (!fault_is_frame(place, place, end)) return 0;
    const uintptr_t *words = (const uintptr_t *)place;
    if (fault_is_frame(words[0], place + 1, end) && fault_is_own_code(words[1])) return place;
  }
  return 0;
}

// Follows the chain of frame pointers while it ascends within the thread's stack.
static void fault_frames(fault_line *line, fault_registers registers) {
  uintptr_t end = fault_stack_end(registers.stack);
  uintptr_t frame = fault_first_frame(registers, end), lowest = registers.stack;
  for (int index = 0; index < FAULT_FRAMES; index++) {
    if (!fault_is_frame(frame, lowest, end)) return;
    const uintptr_t *words = (const uintptr_t *)frame;
    uintptr_t back = words[1];
    if (!back) return;
    if (index) fault_text(line, ",");
    fault_code_address(line, back);
    lowest = frame + 2 * sizeof(uintptr_t);
    frame = words[0];
  }
}

// The sixth number in statm: pages of data and stack.
static uint64_t fault_data_pages(void) {
  char text[160];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text);
  close(file);
  int field = 0;
  uint64_t value = 0;
  for (ssize_t index = 0; index < count; index++) {
    if (text[index] == ' ' && ++field == 6) return value;
    if (text[index] == ' ') value = 0;
    if (text[index] >= '0' && text[index] <= '9') value = value * 10 + (uint64_t)(text[index] - '0');
  }
  return 0;
}

static void fault_write(int number, const siginfo_t *info, const ucontext_t *context) {
  fault_registers registers = fault_read_registers(context);
  fault_line line = {.count = 0};
  fault_text(&line, "\ntenuto-fault 1 signal=");
  fault_number(&line, (uint64_t)number, 10);
  fault_text(&line, " code=");
  fault_signed(&line, info->si_code);
  fault_text(&line, " address=");
  // A signal sent by software has no address.
  fault_hexadecimal(&line, info->si_code > 0 ? (uintptr_t)info->si_addr : 0);
  fault_text(&line, " pc=");
  fault_code_address(&line, registers.counter);
  fault_text(&line, " sp=");
  fault_hexadecimal(&line, registers.stack);
  fault_text(&line, " thread=");
  fault_number(&line, (uint64_t)syscall(SYS_gettid), 10);
  fault_text(&line, " data=");
  fault_number(&line, fault_data_pages(), 10);
  fault_text(&line, " frames=");
  fault_frames(&line, registers);
  fault_text(&line, "\n");
  ssize_t written = write(STDERR_FILENO, line.bytes, line.count);
  (void)written;
}

static void fault_handler(int number, siginfo_t *info, void *context) {
  int saved = errno, none = 0;
  if (__atomic_compare_exchange_n(
          &fault_progress, &none, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    fault_tell_host();
    fault_write(number, info, context);
    __atomic_store_n(&fault_progress, 2, __ATOMIC_RELEASE);
  } else {
    // Another thread was first: its note must be complete before the process ends.
    struct timespec nap = {0, 1000000};
    for (int turn = 0; turn < 100 && __atomic_load_n(&fault_progress, __ATOMIC_ACQUIRE) < 2; turn++)
      nanosleep(&nap, NULL);
  }
  // The signal waits until this returns, then ends the process as it would without a handler.
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(number, &usual, NULL);
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
  errno = saved;
}

// Finds the address of the executable, which is the loader's first object.
static int fault_find_executable(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  uintptr_t first = UINTPTR_MAX, end = 0;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[index];
    if (header->p_type != PT_LOAD) continue;
    uintptr_t start = object->dlpi_addr + header->p_vaddr;
    if (start < first) first = start;
    if (start + header->p_memsz > end) end = start + header->p_memsz;
  }
  fault.load_bias = object->dlpi_addr;
  fault.first = first;
  fault.end = end;
  return 1;
}

static void fault_set_stack(void *stack, size_t count) {
  stack_t current, next = {.ss_sp = stack, .ss_size = count, .ss_flags = stack ? 0 : SS_DISABLE};
  if (!fault.is_installed || sigaltstack(NULL, &current) != 0) return;
  // A foreign handler, such as a sanitizer's, is left alone.
  if (stack && !(current.ss_flags & SS_DISABLE)) return;
  sigaltstack(&next, NULL);
}

static void fault_install(void) {
  extern char **environ;
  dl_iterate_phdr(fault_find_executable, NULL);
  fault.main_thread = (pid_t)syscall(SYS_gettid);
  // The environment variables are above all frames of the main thread.
  fault.main_stack_end = (uintptr_t)environ;
  fault.is_installed = true;
  fault_set_stack(fault.main_stack, sizeof fault.main_stack);
  // Lets a debugger attach if the host was asked for it, whatever the system's rule (Yama).
  if (getenv("TENUTO_DEBUGGER")) prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  struct sigaction action = {.sa_sigaction = fault_handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof fault_signals / sizeof *fault_signals; index++) {
    struct sigaction old;
    if (sigaction(fault_signals[index], NULL, &old) != 0) continue;
    bool is_free = !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL;
    if (is_free) sigaction(fault_signals[index], &action, NULL);
  }
}
