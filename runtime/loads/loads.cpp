#include "runtime/loads/loads.h"

#include "runtime/numerics/types/halves.h"

namespace qrt {

uint32_t sourceOf(const LoadStep &step) {
  return std::visit([](const auto &one) { return one.source; }, step);
}
uint32_t targetOf(const LoadStep &step) {
  return std::visit([](const auto &one) { return one.target; }, step);
}
ElementType typeOf(const LoadStep &step) {
  return std::visit([](const auto &one) { return one.type; }, step);
}
const Shape &shapeOf(const LoadStep &step) {
  return std::visit([](const auto &one) -> const Shape & { return one.targetShape; }, step);
}
std::string_view kindOf(const LoadStep &step) {
  return std::visit([](const auto &one) { return one.kind; }, step);
}
bool sumsOtherTerms(const LoadStep &step) {
  return std::visit([](const auto &one) { return one.hasOtherTerms; }, step);
}

/// Returns whether values that f32 holds exactly (halves and bytes) are widened for a reader of
/// floats.
static bool isWidened(ElementType stored, ElementType type) {
  return (isHalf(stored) || is8Bit(stored)) && type == ElementType::F32;
}

Status checkStep(const Tensor &source, const LoadStep &step) {
  const ElementType type = typeOf(step);
  const bool widens = isWidened(unpackedType(source.type()), type);
  if (type != unpackedType(source.type()) && !widens)
    return invalidArgument("it changes the type");
  return std::visit([&](const auto &one) { return check(source, one); }, step);
}

Tensor makeConstant(const LoadSource &source, const LoadStep &step) {
  const ElementType type = typeOf(step);
  const bool widens = isWidened(source.value.type(), type);
  const Tensor read = widens ? asFloats(source.value) : source.value;
  Tensor made = Tensor::allocate(type, shapeOf(step));
  std::visit([&](const auto &one) { fill({source.execution, read}, one, made); }, step);
  return made;
}

} // namespace qrt
