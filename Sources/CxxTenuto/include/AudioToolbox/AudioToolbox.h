// Stands where Apple's has its own, so that a kernel's includes stay.
#pragma once
// Apple's brings these with it, by CoreFoundation.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "../TenutoAudioUnit.hpp"
