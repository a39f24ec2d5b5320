// Graph to graph rewrites, all on builtin.module. Names and options: passes.td.
#pragma once

#include "passes/module_pass.h"

#include <memory>
#include <string>
#include <vector>

namespace qopt {

#define GEN_PASS_DECL
#include "passes/passes.h.inc"

/// Makes every pass known to the pipeline parser under its name.
void registerPasses();

/// Returns the names of the passes that registerPasses() registers.
const std::vector<std::string> &passNames();

} // namespace qopt
