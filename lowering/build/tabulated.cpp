#include "lowering/build/tabulated.h"

#include "runtime/numerics/elementwise/byte_table.h"
#include "runtime/numerics/scalar/scalar_bounds.h"

#include <algorithm>

namespace qopt {

using qrt::ScalarOp;
using qrt::ScalarProgram;

// Its text is dozens of instructions (float_functions.h), a table's is one.
static bool isLong(ScalarOp op) { return op >= ScalarOp::ExpF && op <= ScalarOp::AtanhF; }

static int64_t longSteps(const ScalarProgram &program) {
  return std::count_if(program.instructions.begin(), program.instructions.end(),
                       [](const auto &instruction) { return isLong(instruction.op); });
}

// Interval arithmetic proves that the rest stores a byte: a table is read at that index, unchecked.
static bool isProvedByte(const ScalarProgram &rest) {
  const qrt::IntegerInterval range = qrt::intervalOf(rest, rest.result);
  return rest.resultType == qrt::ElementType::I8 ? range.low >= -128 && range.high <= 127
                                                 : range.low >= 0 && range.high <= 255;
}

// Appends the entry of the program's result, whose index 0 is the least byte.
static void lookUp(ScalarProgram &program, const qrt::ByteTable &table) {
  const bool isSigned = table.rest.resultType == qrt::ElementType::I8;
  const bool givesSigned = program.resultType == qrt::ElementType::I8;
  std::vector<uint32_t> entries;
  for (int value = isSigned ? -128 : 0; entries.size() < table.bytes.size(); ++value) {
    const uint8_t byte = table.bytes[uint8_t(value)];
    entries.push_back(givesSigned ? uint32_t(int32_t(int8_t(byte))) : byte);
  }
  auto append = [&](qrt::ScalarInstruction instruction) {
    program.instructions.push_back(instruction);
    return uint16_t(program.instructions.size() - 1);
  };
  const uint16_t origin = append(
      {.op = ScalarOp::Constant, .type = qrt::ScalarType::I32, .bits = isSigned ? 128u : 0u});
  const uint16_t index = append(
      {.op = ScalarOp::AddI, .type = qrt::ScalarType::I32, .operands = {program.result, origin}});
  program.result = append({.op = ScalarOp::LookupI32,
                           .type = qrt::ScalarType::I32,
                           .operands = {index},
                           .index = uint32_t(program.tables.size())});
  program.tables.push_back(std::move(entries));
}

ScalarProgram tabulated(ScalarProgram program) {
  const int64_t steps = longSteps(program);
  if (steps == 0)
    return program;
  const std::optional<qrt::ByteTable> table = qrt::byteTableOf(program);
  if (!table || longSteps(table->rest) == steps || !isProvedByte(table->rest))
    return program;
  ScalarProgram shorter = table->rest;
  shorter.resultType = program.resultType;
  lookUp(shorter, *table);
  qrt::eliminateDeadCode(shorter);
  return shorter;
}

} // namespace qopt
