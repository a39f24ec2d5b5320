// What a Call must satisfy: operands of the right types, and nothing that it
// touches outside them, at any batch.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// `node` holds `call`; every index in its reads and writes has been checked,
/// as have all buffers and constants.
Status verifyCall(const Program &program, const Node &node, const Call &call);

/// The walk of a load's copy stays inside its source and target.
Status verifyLoadCopy(const Program &program, const LoadCopy &load);

} // namespace qrt
