#include "lowering/emit/accumulator.h"

namespace qopt {

using qrt::ElementType;

std::string initialValue(qrt::ReduceKind kind, ElementType type) {
  if (kind == qrt::ReduceKind::Sum)
    return "0";
  const bool isMax = kind == qrt::ReduceKind::Max;
  if (type == ElementType::F32)
    return isMax ? "-F32_INFINITY" : "F32_INFINITY";
  if (type == ElementType::I64)
    return isMax ? "((i64)1 << 63)" : "(~((i64)1 << 63))";
  return isMax ? "I32_MIN" : "2147483647";
}

int64_t runs(int64_t count, const Tile &tile) {
  return (count + tile.channels() - 1) / tile.channels();
}

} // namespace qopt
