#include "runtime/numerics/execution/execution.h"

namespace qrt {

std::string_view floatOrderName(FloatOrder order) {
  switch (order) {
  case FloatOrder::Fixed: return "fixed";
  case FloatOrder::Direct: return "direct";
  case FloatOrder::Fast: return "fast";
  case FloatOrder::Invariant: return "invariant";
  }
  return "?";
}

Expected<FloatOrder> floatOrderNamed(std::string_view name) {
  for (FloatOrder order : {FloatOrder::Fast, FloatOrder::Direct, FloatOrder::Invariant})
    if (name == floatOrderName(order))
      return order;
  const bool isFixed = name == floatOrderName(FloatOrder::Fixed);
  return invalidArgument("'" + std::string(name) + "': expected fast, direct or invariant" +
                         (isFixed ? "; in fixed order sums the reference alone" : ""));
}

bool allowsOtherTerms(FloatOrder order) {
  return order == FloatOrder::Fast || order == FloatOrder::Invariant;
}

bool isOfOrder(FloatOrder compiled, FloatOrder asked) {
  return asked == FloatOrder::Fast || compiled == asked;
}

} // namespace qrt
