// The sizes of constants on devices.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Returns the bytes of a constant once it is loaded: the result of a load step has its target's
/// size, and packed values take a byte each.
int64_t loadedBytes(const Program &program, uint32_t constant);

/// Returns, for each constant, whether a node reads it at any batch: canonical weights that only a
/// packing reads stay on the host.
std::vector<bool> constantsRead(const Program &program);

/// Returns the sum of the loaded bytes of all constants that nodes read.
int64_t constantBytes(const Program &program);

} // namespace qrt
