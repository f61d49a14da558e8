#include "samples.h"
#include <string.h>

static inline int32_t magnitude(float sample) {
  int32_t bits;
  memcpy(&bits, &sample, sizeof bits);
  return bits & 0x7fffffff;
}

static inline int copy_checked(
    const float *source, float *destination, size_t count, int32_t smallest, int32_t largest,
    int32_t *loudest) {
  int32_t signs = 0, most = 0;
  for (size_t i = 0; i < count; i++) {
    float sample = source[i];
    destination[i] = sample;
    int32_t m = magnitude(sample);
    // Negative if it is too large, or too small without being 0.
    signs |= (largest - m) | ((m - smallest) & -m);
    most = m > most ? m : most;
  }
  *loudest = most;
  return signs < 0;
}

static inline void add(const float *source, float *destination, size_t count) {
  for (size_t i = 0; i < count; i++) destination[i] += source[i];
}

static inline int32_t peak(const float *samples, size_t count) {
  int32_t most = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t m = magnitude(samples[i]);
    most = m > most ? m : most;
  }
  return most;
}

#if defined(__x86_64__)
#include <immintrin.h>

// Whether there are vectors of eight samples; determined once, before main.
static int has_avx2;

__attribute__((constructor)) static void look_at_machine(void) {
  __builtin_cpu_init();
  has_avx2 = __builtin_cpu_supports("avx2") != 0;
}

#define WIDE __attribute__((target("avx2"))) static

WIDE int32_t largest_lane(__m256i lanes) {
  __m128i most = _mm_max_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0x4e));
  most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0xb1));
  return _mm_cvtsi128_si32(most);
}

WIDE int copy_checked_wide(
    const float *source, float *destination, size_t count, int32_t smallest, int32_t largest,
    int32_t *loudest) {
  const __m256i all = _mm256_set1_epi32(0x7fffffff), zero = _mm256_setzero_si256();
  const __m256i low = _mm256_set1_epi32(smallest), high = _mm256_set1_epi32(largest);
  __m256i bad = zero, most = zero;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i bits = _mm256_loadu_si256((const __m256i *)(source + i));
    _mm256_storeu_si256((__m256i *)(destination + i), bits);
    __m256i m = _mm256_and_si256(bits, all);
    __m256i small = _mm256_and_si256(_mm256_cmpgt_epi32(low, m), _mm256_cmpgt_epi32(m, zero));
    bad = _mm256_or_si256(bad, _mm256_or_si256(small, _mm256_cmpgt_epi32(m, high)));
    most = _mm256_max_epi32(most, m);
  }
  int32_t rest = 0;
  int is_bad = !_mm256_testz_si256(bad, bad);
  int32_t wide = largest_lane(most);
  if (i < count)
    is_bad |= copy_checked(source + i, destination + i, count - i, smallest, largest, &rest);
  *loudest = wide > rest ? wide : rest;
  return is_bad;
}

WIDE void add_wide(const float *source, float *destination, size_t count) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8)
    _mm256_storeu_ps(
        destination + i,
        _mm256_add_ps(_mm256_loadu_ps(destination + i), _mm256_loadu_ps(source + i)));
  if (i < count) add(source + i, destination + i, count - i);
}

WIDE int32_t peak_wide(const float *samples, size_t count) {
  const __m256i all = _mm256_set1_epi32(0x7fffffff);
  __m256i most = _mm256_setzero_si256();
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i bits = _mm256_loadu_si256((const __m256i *)(samples + i));
    most = _mm256_max_epi32(most, _mm256_and_si256(bits, all));
  }
  int32_t wide = largest_lane(most), rest = i < count ? peak(samples + i, count - i) : 0;
  return wide > rest ? wide : rest;
}
#else
enum { has_avx2 = 0 };
#define copy_checked_wide copy_checked
#define add_wide add
#define peak_wide peak
#endif

int tenuto_samples_copy_checked(
    const float *source, float *destination, size_t count, int32_t smallest, int32_t largest,
    int32_t *loudest) {
  if (has_avx2) return copy_checked_wide(source, destination, count, smallest, largest, loudest);
  return copy_checked(source, destination, count, smallest, largest, loudest);
}

void tenuto_samples_add(const float *source, float *destination, size_t count) {
  if (has_avx2) return add_wide(source, destination, count);
  add(source, destination, count);
}

int32_t tenuto_samples_peak(const float *samples, size_t count) {
  return has_avx2 ? peak_wide(samples, count) : peak(samples, count);
}
