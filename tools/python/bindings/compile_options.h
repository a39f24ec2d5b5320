// How the package compiles where nobody says otherwise.
#pragma once

#include "tools/libqopt/qopt.h"

namespace qopt::python {

/// The user's cache of kernels, opened at first use. None where there is no place for one, and in a
/// child of a process that had it open: SQLite's locks are a process's own, and a child that went
/// on by them would damage the file.
qrt::KernelCache *kernelCache();
/// Says on standard error what is wrong with a file that is gone on without.
void warnOnStderr(const std::string &text);

/// With that cache, and the measured choices that hold by default.
CompileOptions defaultCompileOptions();

} // namespace qopt::python
