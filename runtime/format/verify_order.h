// The part of verifyProgram that checks the order of nodes.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Checks that every read comes after the writes, and that bytes are shared only by buffers whose
/// uses edges order. The rest of the program must have been checked. The time is about that of
/// following the edges if buffers with the same bytes follow each other soon, as in a plan along
/// the list.
Status verifyOrder(const Program &program);

/// Returns `status` with the kind and the name of its object added.
Status named(const char *what, const std::string &name, Status status);

} // namespace qrt
