// Replaces Apple's header, so that a kernel's includes stay unchanged.
#pragma once
// Apple's brings these with it, by CoreFoundation.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "../TenutoAudioUnit.hpp"
