#include "layout.h"
#include "tenuto_math.h"
