// The part of verifyProgram that asks what comes before what.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Every read is after the writes, and bytes are shared only by buffers whose uses edges order. All
/// else of the program has been checked. Takes time of the edges' order where what shares bytes
/// follows one another soon, as in a plan along the list.
Status verifyOrder(const Program &program);

/// `status`, of what is called so.
Status named(const char *what, const std::string &name, Status status);

} // namespace qrt
