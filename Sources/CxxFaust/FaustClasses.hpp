// The classes that Faust has written of the program.
#pragma once
#include <memory>
#include "FaustDSP.hpp"

// Creates an object of `process`: the whole program, or one voice.
std::unique_ptr<dsp> makeFaustProcess();

// Creates an object of `effect`, which all voices pass through; null if the program has none.
std::unique_ptr<dsp> makeFaustEffect();
