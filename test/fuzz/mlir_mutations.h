// Damage to MLIR's text and bytecode.
#pragma once

#include "test/fuzz/cases.h"

#include <string>

namespace qopt::test {

/// Changes a number, a token, a line or a stretch of it, cuts it off, or nests
/// brackets without end; `donor` is another sound text.
void mutateText(std::string &text, const std::string &donor, Random &random);

/// Flips bits, writes the numbers that lengths and indices are made of, cuts,
/// inserts, or takes a stretch of `donor`.
void mutateBytecode(std::string &bytes, const std::string &donor, Random &random);

} // namespace qopt::test
