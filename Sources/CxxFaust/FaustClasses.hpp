// The classes that Faust has written of the program.
#pragma once
#include <memory>
#include "FaustDSP.hpp"

// Makes one of `process`: the whole program, or one voice.
std::unique_ptr<dsp> makeFaustProcess();

// Makes one of `effect`, which all voices go through; null where the program has none.
std::unique_ptr<dsp> makeFaustEffect();
