// The extension module qopt._native: what the package's Python sources are made of. A face is a
// source of its own, and a line here.
#include "tools/python/bindings/bindings.h"

#include <pthread.h>

using namespace qopt::python;

// The process's own: whoever forks has no other way to tell the child's threads.
static int forks = 0;

int qopt::python::forksSoFar() { return forks; }

NB_MODULE(_native, m) {
  m.doc() = "What qopt's Python sources are made of; the package qopt is what programs import.";
  m.attr("__version__") = QOPT_VERSION;
  pthread_atfork(nullptr, nullptr, [] { ++forks; });
  addErrors(m);
  addModel(m);
  addPasses(m);
  addGraph(m);
  addNetwork(m);
  addRewrite(m);
  addCalibration(m);
  addCompiled(m);
}
