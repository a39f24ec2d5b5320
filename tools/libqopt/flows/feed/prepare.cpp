#include "tools/libqopt/flows/feed/prepare.h"

#include "tools/libqopt/flows/feed/preprocess.h"
#include "tools/libqopt/flows/numbers/number_text.h"

#include <algorithm>
#include <cmath>
#include <span>

using namespace qrt;

namespace qopt::run {

/// Rounds each element to the nearest number of `To`. Returns the first element that is finite and
/// has no such number, or -1.
template <typename To, typename From>
static int64_t narrowAll(std::span<const From> from, std::span<To> to) {
  int64_t lost = -1;
  for (size_t i = 0; i < from.size(); ++i) {
    to[i] = To(from[i]);
    if (lost < 0 && std::isfinite(from[i]) && !std::isfinite(float(to[i])))
      lost = int64_t(i);
  }
  return lost;
}

/// Values of `array`, which are `From`, as a narrower float.
template <typename From>
static Expected<Tensor> narrowed(const Port &port, const Tensor &array, ElementType type,
                                 const ArrayPlace &place) {
  Tensor result = Tensor::allocate(type, array.shape());
  const int64_t lost = visitElementType(type, [&](auto tag) {
    using To = typename decltype(tag)::Storage;
    return narrowAll<To, From>(array.values<From>(), result.mutableValues<To>());
  });
  if (lost < 0)
    return result;
  const auto [who, index] = place.element(lost);
  return invalidArgument(who + ": input '" + port.name + "' would be " +
                         io::shortest(double(array.values<From>()[size_t(lost)])) + " at " + index +
                         ", which is beyond the largest number of " +
                         std::string(elementTypeName(type)) +
                         "; correct the sample, or how it is scaled (--mean, --std)");
}

static bool isDouble(ElementType type) { return isFloat(type) && bitWidth(type) == 64; }

Shape sizesOf(const Port &port) {
  Shape sizes;
  for (const nn::Dim &dim : port.shape)
    sizes.push_back(dim.isStatic() ? dim.value() : -1);
  return sizes;
}

size_t normalizedDim(const Port &port) {
  const Shape sizes = sizesOf(port);
  const auto entries = int64_t(std::max(port.preprocess.mean.size(), port.preprocess.std.size()));
  return sizes.size() > 1 && sizes[1] == entries ? 1 : nn::channelDim(sizes);
}

Expected<Tensor> prepare(const Port &port, const Tensor &array, bool preprocessed,
                         const ArrayPlace &place) {
  if (isFloat(port.type) && !isDouble(port.type) && isDouble(array.type())) {
    auto single = narrowed<double>(port, array, ElementType::F32, place);
    return single ? prepare(port, *single, preprocessed, place) : single;
  }
  const bool isOwnHalf = port.type != ElementType::F32 && array.type() == port.type;
  if (isFloat(port.type) && !isDouble(port.type) && !isOwnHalf) {
    const bool isReady = preprocessed && isFloat(array.type());
    auto real = io::toFloat(array, isReady ? nn::Preprocess() : port.preprocess,
                            normalizedDim(port), place.text);
    return real && port.type != ElementType::F32 ? narrowed<float>(port, *real, port.type, place)
                                                 : real;
  }
  if (isFloat(port.type) && !preprocessed && port.preprocess.normalizes())
    return invalidArgument(place.text + ": holds " + std::string(elementTypeName(array.type())) +
                           ", input '" + port.name +
                           "' has a mean and a deviation, which raw f32 or u8 samples take; "
                           "--preprocessed says that they are applied");
  // Integers of the port's own type are its steps, unless samples come raw; numbers become steps.
  const bool areSteps =
      array.type() == port.type && (preprocessed || !port.preprocess.normalizes());
  constexpr ElementType ofSteps[] = {ElementType::I8, ElementType::U8, ElementType::I16};
  const bool hasSteps = std::ranges::find(ofSteps, port.type) != std::end(ofSteps);
  if (port.quantization && hasSteps && !areSteps) {
    Port real = port;
    real.type = ElementType::F32;
    auto tensor = prepare(real, array, preprocessed, place);
    return tensor ? Expected<Tensor>(io::toSteps(*tensor, *port.quantization)) : tensor;
  }
  if (array.type() != port.type)
    return invalidArgument(place.text + ": holds " + std::string(elementTypeName(array.type())) +
                           ", input '" + port.name + "' takes " +
                           std::string(elementTypeName(port.type)));
  return array;
}

} // namespace qopt::run
