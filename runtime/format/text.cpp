#include "runtime/format/text.h"

namespace qrt {

std::string text(const Extent &extent) {
  std::string inner;
  if (extent.scale == 1)
    inner = "N";
  else if (extent.scale != 0)
    inner = std::to_string(extent.scale) + "*N";
  if (extent.scale == 0 || extent.offset != 0)
    inner += (extent.scale != 0 && extent.offset >= 0 ? "+" : "") + std::to_string(extent.offset);
  return extent.multiple == 1 ? inner
                              : "up(" + inner + ", " + std::to_string(extent.multiple) + ")";
}

std::string text(const Operand &operand) {
  return (operand.space == Operand::Space::Buffer ? "b" : "c") + std::to_string(operand.index);
}

std::string text(const ConstantIndex &index) { return "c" + std::to_string(index.value); }

std::string text(const QuantizedInput &type) {
  std::string result = text(type.type);
  return type.zeroPoint ? result + " z=" + std::to_string(type.zeroPoint) : result;
}

std::string text(const ScalarProgram &program) {
  return std::to_string(program.instructions.size()) + " ops -> " + text(program.resultType);
}

std::string text(const std::string &value) { return "'" + value + "'"; }
std::string text(ElementType type) { return std::string(elementTypeName(type)); }
std::string text(PoolKind kind) { return kind == PoolKind::Max ? "max" : "average"; }

std::string text(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum: return "sum";
  case ReduceKind::Max: return "max";
  case ReduceKind::Min: return "min";
  }
  return "?";
}

std::string text(const Call &call) {
  return std::visit([](const auto &c) { return std::string(c.family) + " " + text(c); }, call);
}

} // namespace qrt
