// Compiles the kernel, which is a header as in the template, and makes one for Swift.
#include "CxxSawtoothKernel.hpp"
#include "CxxSawtoothKernel.h"
#include "TenutoKernel.hpp"

tenuto_kernel *CxxSawtoothKernelMake(
    int channelCount, double sampleRate, uint32_t maximumFrameCount) {
  return TenutoKernel<CxxSawtoothKernel>::make(0, channelCount, sampleRate, maximumFrameCount);
}
