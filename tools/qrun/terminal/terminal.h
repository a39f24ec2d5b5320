// Prints what a command says beside its result, on standard error.
#pragma once

#include "tools/libqopt/flows/reports/reports.h"

namespace qopt::run {

/// The process's own, which remembers what was said once.
const std::shared_ptr<Reports> &terminal();
/// --quiet: no progress and no remarks from now on; errors stay.
void silenceTerminal();
/// Returns the parts of it, for a command that adds to them: bars, lines and phases of steps, and
/// remarks.
FlowHooks terminalHooks();
/// A step's command, on standard error.
void printCommand(const std::string &command);

} // namespace qopt::run
