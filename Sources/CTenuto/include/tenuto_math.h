// Mathematics for kernels. In C because Swift's own sin and exp are not marked @_noLocks.
#pragma once
#include "attributes.h"

TENUTO_RENDER_SAFE static inline double tenuto_sin(double x) { return __builtin_sin(x); }
TENUTO_RENDER_SAFE static inline double tenuto_cos(double x) { return __builtin_cos(x); }
TENUTO_RENDER_SAFE static inline double tenuto_tan(double x) { return __builtin_tan(x); }
TENUTO_RENDER_SAFE static inline double tenuto_tanh(double x) { return __builtin_tanh(x); }
TENUTO_RENDER_SAFE static inline double tenuto_exp(double x) { return __builtin_exp(x); }
TENUTO_RENDER_SAFE static inline double tenuto_exp2(double x) { return __builtin_exp2(x); }
TENUTO_RENDER_SAFE static inline double tenuto_log2(double x) { return __builtin_log2(x); }
TENUTO_RENDER_SAFE static inline double tenuto_sqrt(double x) { return __builtin_sqrt(x); }
