// Tiles are registers whose state the kernel keeps only for processes that have asked for it.
#pragma once

#include <string>

namespace qrt {

/// Returns whether this processor multiplies tiles of bytes and of bf16 (AMX-TILE, AMX-INT8,
/// AMX-BF16).
bool hasTiles();
/// Asks the kernel, once for the process and all its threads, for the permission to use tiles,
/// which is never taken back. Returns the kernel's reason if it refuses, else an empty string. Only
/// a processor that has tiles may be asked for.
const std::string &tileRefusal();

} // namespace qrt
