// Constants as devices hold them.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// As it lies when it is loaded: what a load makes is as large as its target, packed values take
/// a byte each.
int64_t loadedBytes(const Program &program, uint32_t constant);

/// Of each constant whether a node reads it, whatever the batch: canonical weights that only a
/// packing reads stay where they are.
std::vector<bool> constantsRead(const Program &program);

/// Of all that nodes read.
int64_t constantBytes(const Program &program);

} // namespace qrt
