// Compiles Faust's output in the build folder: the only file that differs from program to program.
#include "FaustClasses.hpp"
#include "process.hpp"
#if __has_include("effect.hpp")
#include "effect.hpp"
#endif

std::unique_ptr<dsp> makeFaustProcess() { return std::make_unique<FaustProcess>(); }

std::unique_ptr<dsp> makeFaustEffect() {
#if __has_include("effect.hpp")
  return std::make_unique<FaustEffect>();
#else
  return nullptr;
#endif
}
