// Programs whose last steps follow from one byte: a table, or arithmetic on a quantized value that
// becomes one. The rest stores the bytes that the table is asked for; they are replaced where they
// lie, many at a time (TranslateKernels).
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <array>
#include <optional>

namespace qrt {

struct ByteTable {
  ScalarProgram rest;
  std::array<uint8_t, 256> bytes; // by what `rest` stores, as u8; 0 where it never does
};

/// Returns none if the program does not end so, if its values take more than a byte, or if too few
/// steps would be saved.
std::optional<ByteTable> byteTableOf(const ScalarProgram &program);

} // namespace qrt
