// Header-only; this file makes it a target.
#include "TenutoKernelHandle.hpp"
