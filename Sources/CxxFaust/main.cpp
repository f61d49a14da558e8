// Serves a Faust program as an extension. FAUST_NAME is the name of its file.
#include "FaustKernel.hpp"

int main() {
  static FaustProgram program(FAUST_NAME);
  static FaustParameters parameters(program.widgets, program.isNotes());
  tenuto_component component = program.component;
  FaustKernel::describe(program, parameters, component);
  return tenuto_extension_main(&component, 1);
}
