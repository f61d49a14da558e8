// Stands where Apple's has its own, so that a kernel's includes stay.
#pragma once
#include "../TenutoAudioUnit.hpp"
