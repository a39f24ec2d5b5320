// The extension module qopt._native: what the package's Python sources are made of. A face is a
// source of its own, and a line here.
#include "tools/python/bindings/bindings.h"

using namespace qopt::python;

NB_MODULE(_native, m) {
  m.doc() = "The extension module beneath qopt's Python sources; programs import the package qopt.";
  m.attr("__version__") = QOPT_VERSION;
  // Threads that the end of the process finds in a call hold what they were called with.
  nanobind::set_leak_warnings(false);
  countForks();
  addErrors(m);
  addModel(m);
  addPasses(m);
  addGraph(m);
  addNetwork(m);
  addRewrite(m);
  addCalibration(m);
  addCompiled(m);
  addCompiledModels(m);
  addSamples(m);
  addJudgingFlows(m);
  addLookingFlows(m);
  addExplainingFlow(m);
  addSearchingFlow(m);
  addChangingFlows(m);
  addReports(m);
}
