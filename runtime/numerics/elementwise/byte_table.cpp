#include "runtime/numerics/elementwise/byte_table.h"

namespace qrt {

namespace {

/// `value` less `origin`, whichever way it is said.
struct Shifted {
  uint16_t value;
  int64_t origin;
};

Shifted shiftedBy(const ScalarProgram &program, uint16_t index) {
  const auto &code = program.instructions;
  const ScalarInstruction &last = code[index];
  auto constant = [&](int k) -> std::optional<int64_t> {
    const ScalarInstruction &operand = code[last.operands[k]];
    if (operand.op != ScalarOp::Constant)
      return std::nullopt;
    return int32_t(uint32_t(operand.bits));
  };
  if (last.op == ScalarOp::SubI && constant(1))
    return {last.operands[0], *constant(1)};
  if (last.op == ScalarOp::AddI)
    for (int k : {0, 1})
      if (constant(k))
        return {last.operands[1 - k], -*constant(k)};
  return {index, 0};
}

} // namespace

std::optional<ByteTable> byteTableOf(const ScalarProgram &program) {
  const ScalarInstruction &last = program.instructions[program.result];
  if (last.op != ScalarOp::LookupI32 || !is8Bit(program.resultType))
    return std::nullopt;
  const std::vector<uint32_t> &table = program.tables[last.index];
  const Shifted asked = shiftedBy(program, last.operands[0]);
  if (program.instructions[asked.value].type != ScalarType::I32)
    return std::nullopt;
  // A lookup's operand is an index of its table, so that these are all values there are.
  const int64_t end = asked.origin + int64_t(table.size());
  const bool isSigned = asked.origin < 0;
  if (isSigned ? asked.origin < -128 || end > 128 : end > 256)
    return std::nullopt;
  ByteTable result{program, {}};
  result.rest.instructions.resize(size_t(asked.value) + 1);
  result.rest.result = asked.value;
  result.rest.resultType = isSigned ? ElementType::I8 : ElementType::U8;
  for (size_t i = 0; i < table.size(); ++i)
    result.bytes[uint8_t(asked.origin + int64_t(i))] = uint8_t(table[i]);
  return result;
}

} // namespace qrt
