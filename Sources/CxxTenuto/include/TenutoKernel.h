// The functions of a C++ kernel class that a Swift `Kernel` calls. TenutoKernel.hpp implements them for
// the class, which is not visible to Swift, so that a change of the class recompiles only C++.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Callable from a Swift function marked @_noLocks.
#define TENUTO_RENDER_CALL __attribute__((swift_attr("@_noLocks")))

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

typedef struct tenuto_kernel tenuto_kernel;

// Thread: control.
void tenuto_kernel_destroy(tenuto_kernel *kernel);

// Thread: render, as all below.
void tenuto_kernel_set_parameter(tenuto_kernel *kernel, uint64_t address, float value)
    TENUTO_RENDER_CALL;

// Handles a Universal MIDI Packet; unused words are 0.
void tenuto_kernel_receive(
    tenuto_kernel *kernel, uint32_t word0, uint32_t word1, uint32_t word2, uint32_t word3)
    TENUTO_RENDER_CALL;

// Sets the musical time at the first frame of the next `tenuto_kernel_process`.
void tenuto_kernel_set_musical_context(
    tenuto_kernel *kernel, double tempo, double numerator, int64_t denominator,
    double beat_position, double measure_downbeat) TENUTO_RENDER_CALL;

// Returns the buffer for a channel's input of the next `tenuto_kernel_process`.
float *tenuto_kernel_input(tenuto_kernel *kernel, intptr_t channel) TENUTO_RENDER_CALL;

// Renders frames, at most as many as the kernel was made for.
void tenuto_kernel_process(tenuto_kernel *kernel, int64_t sample_time, uint32_t frame_count)
    TENUTO_RENDER_CALL;

// The output of `tenuto_kernel_process` in a channel.
const float *tenuto_kernel_output(const tenuto_kernel *kernel, intptr_t channel)
    TENUTO_RENDER_CALL;

// The bytes of a snapshot of the kernel's state; 0 if its class has no `exchange`.
intptr_t tenuto_kernel_snapshot_bytes(tenuto_kernel *kernel);

// Writes a snapshot, or continues from one.
void tenuto_kernel_exchange(tenuto_kernel *kernel, void *bytes, bool is_restoring);

// Calls the kernel's `reset()`, if it has one.
void tenuto_kernel_reset(tenuto_kernel *kernel) TENUTO_RENDER_CALL;

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
