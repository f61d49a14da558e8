// System calls for code that shares memory, errno included, with a running host: they return minus
// the error number and modify nothing else.
#pragma once
#include <stdint.h>
#include <sys/syscall.h>

static inline long raw_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory", "cc");
  return x0;
#else
#error "the sandbox knows the system calls of x86-64 and aarch64 only"
#endif
}

#define RAW_ARGUMENTS(n, a, b, c, d, e, f, ...) \
  raw_call(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
// raw(number, up to six arguments...)
#define raw(...) RAW_ARGUMENTS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
