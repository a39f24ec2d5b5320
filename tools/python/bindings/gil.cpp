#include "tools/python/bindings/bindings.h"

#include <cxxabi.h>
#include <unistd.h>

namespace qopt::python {

[[noreturn]] static void stay() {
  for (;;)
    pause();
}

Released::~Released() {
  try {
    PyEval_RestoreThread(state);
  } catch (abi::__forced_unwind &) { // by pthread_exit
    stay();
  }
}

static PyGILState_STATE ensured() {
  try {
    return PyGILState_Ensure();
  } catch (abi::__forced_unwind &) {
    stay();
  }
}

Acquired::Acquired() : state(ensured()) {}

} // namespace qopt::python
