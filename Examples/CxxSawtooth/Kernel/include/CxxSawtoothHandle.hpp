// What Swift sees of the kernel.
#pragma once
#include "CxxSawtoothKernel.hpp"
#include "TenutoKernelHandle.hpp"

using CxxSawtoothHandle = TenutoKernelHandle<CxxSawtoothKernel>;
