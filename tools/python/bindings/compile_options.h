// How the package compiles where nobody says otherwise.
#pragma once

#include "tools/libqopt/qopt.h"

namespace qopt::python {

/// With the user's cache of kernels, and the measured choices that hold by default.
CompileOptions defaultCompileOptions();

} // namespace qopt::python
