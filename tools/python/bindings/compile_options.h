// The package compiles with these options where nobody says otherwise.
#pragma once

#include "tools/libqopt/qopt.h"
#include "tools/libqopt/tuning.h"

namespace qopt::python {

/// The user's cache of kernels, opened at first use. None where there is no place for one, and in a
/// child of a process that had it open: SQLite's locks are a process's own, and a child that went
/// on by them would damage the file.
qrt::KernelCache *kernelCache();
/// Says on standard error what is wrong with a file that is gone on without.
void warnOnStderr(const std::string &text);

/// The measured choices that hold by default, as their files are now: they are read again when a
/// file, or the environment that names it, has changed.
std::shared_ptr<const Tuning> currentTuning();

/// Returns options with that cache, and the measured choices that hold by default.
CompileOptions defaultCompileOptions();

} // namespace qopt::python
