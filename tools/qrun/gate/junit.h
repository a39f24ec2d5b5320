// A gate's checks as JUnit's XML, which build servers read.
#pragma once

#include "tools/libqopt/flows/gate/gate.h"

#include "llvm/Support/raw_ostream.h"

namespace qopt::run {

/// A test suite of `name`, a test case for each check.
void writeJunit(const GateResult &result, const std::string &name, llvm::raw_ostream &stream);

} // namespace qopt::run
