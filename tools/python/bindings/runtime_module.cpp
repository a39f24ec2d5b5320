// The extension module qopt._runtime, of the distribution qopt-runtime: programs from files, and
// nothing that compiles. It is linked of the objects that _native has, and the linker drops what
// is not reached from here.
#include "tools/python/bindings/compiled.h"

using namespace qopt::python;

NB_MODULE(_runtime, m) {
  m.doc() = "The extension module beneath qopt.runtime where the compiler is not installed.";
  m.attr("__version__") = QOPT_VERSION;
  // Threads that the end of the process finds in a call hold what they were called with.
  nanobind::set_leak_warnings(false);
  countForks();
  addErrors(m);
  addCompiled(m);
  addArtifacts<ArtifactRecipe>(m);
}
