// What a command says beside its result: on standard error.
#pragma once

#include "tools/libqopt/flows/reports/reports.h"

namespace qopt::run {

/// The process's own, which remembers what was said once.
const std::shared_ptr<Reports> &terminal();
/// --quiet: no progress and no remarks from now on; errors stay.
void silenceTerminal();
/// What it is made of, for a command that adds to it: bars, lines and phases of steps, and remarks.
FlowHooks terminalHooks();
/// A step's command, on standard error.
void printCommand(const std::string &command);

} // namespace qopt::run
