#include "runtime/numerics/execution/execution.h"

namespace qrt {

std::string_view floatOrderName(FloatOrder order) {
  switch (order) {
  case FloatOrder::Fixed: return "fixed";
  case FloatOrder::Direct: return "direct";
  case FloatOrder::Fast: return "fast";
  }
  return "?";
}

Expected<FloatOrder> floatOrderNamed(std::string_view name) {
  for (FloatOrder order : {FloatOrder::Fast, FloatOrder::Direct})
    if (name == floatOrderName(order))
      return order;
  const bool isFixed = name == floatOrderName(FloatOrder::Fixed);
  return invalidArgument("'" + std::string(name) + "': expected fast or direct" +
                         (isFixed ? "; in fixed order sums the reference alone" : ""));
}

} // namespace qrt
