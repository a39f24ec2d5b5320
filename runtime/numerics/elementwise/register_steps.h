// Makes the steps of a register program from a scalar program.
#pragma once

#include "runtime/numerics/elementwise/register_program.h"

namespace qrt {

constexpr int stepRegisters = 2;
/// The first leaf that stands for a channel vector, until all constants are known.
constexpr uint16_t firstChannelLeaf = 0x8000;

/// The program's instructions as loads, leaves and steps; false where one is no step, or two
/// registers are too few.
bool sayAsSteps(const ScalarProgram &program, RegisterProgram &result);
/// Steps that follow each other become one where one does all of them.
void joinSteps(RegisterProgram &program);

} // namespace qrt
