// Functions of a byte that take many instructions: kernels look their results up.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

namespace qopt {

/// `program`, or where its last steps follow from one value of a byte (byte_table.h) and compute
/// exponentials or the like, one that has a table of 256 results in their place: the same bits.
qrt::ScalarProgram tabulated(qrt::ScalarProgram program);

} // namespace qopt
