// The kernel's interface for Swift.
#pragma once
#include "TenutoKernel.h"

#ifdef __cplusplus
extern "C"
#endif
tenuto_kernel *_Nonnull CxxSawtoothKernelMake(
    int channelCount, double sampleRate, uint32_t maximumFrameCount);
