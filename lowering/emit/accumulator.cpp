#include "lowering/emit/accumulator.h"

namespace qopt {

using qrt::ElementType;

std::string initialValue(qrt::ReduceKind kind, ElementType type) {
  const bool lowest = rowOf(kind).start == qrt::ReduceStart::Lowest;
  switch (rowOf(kind).start) {
  case qrt::ReduceStart::Zero: return "0";
  case qrt::ReduceStart::One: return "1";
  case qrt::ReduceStart::Lowest:
  case qrt::ReduceStart::Highest: break;
  }
  if (qrt::isFloat(type))
    return lowest ? "-F32_INFINITY" : "F32_INFINITY";
  if (qrt::bitWidth(type) == 64)
    return lowest ? "((i64)1 << 63)" : "(~((i64)1 << 63))";
  return lowest ? "I32_MIN" : "2147483647";
}

} // namespace qopt
