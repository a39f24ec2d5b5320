// A tensor of the caller's, a network's input or output: said once, for libraries, programs and
// files alike. Which buffer of a program holds it is PortBuffer (runtime/format/program.h).
#pragma once

#include "runtime/numerics/types/extent.h"
#include "runtime/numerics/types/preprocess.h"
#include "runtime/numerics/types/quant_params.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace qrt {

/// A length along a dimension that depends on the data: the shape has room for the maximum, and
/// output `count` (i64, one element) holds the length. Elements past it are no part of the value.
struct PortLength {
  uint32_t dim = 0, count = 0;
};
QRT_FIELDS(PortLength, dim, count)

/// A Size is a number at a given batch: Extent of a program, Dim (ir/types/dim.h) of a network.
template <typename Size> struct PortDescription {
  std::string name;                    // an output's own, or the value's key
  ElementType type = ElementType::F32; // as stored
  std::vector<Size> shape;             // logical order (NCHW)
  std::optional<QuantParams> quantization;
  Preprocess preprocess;
  std::optional<PortLength> length;

  Shape shapeAt(int64_t batch) const {
    Shape numbers;
    for (const Size &size : shape)
      numbers.push_back(size.at(batch));
    return numbers;
  }
  /// The same port, its sizes said in another way.
  template <typename Say> auto withSizes(Say say) const {
    using To = std::remove_cvref_t<decltype(say(shape.front()))>;
    PortDescription<To> said{name, type, {}, quantization, preprocess, length};
    for (const Size &size : shape)
      said.shape.push_back(say(size));
    return said;
  }
};
QRT_FIELDS(PortDescription<Extent>, name, type, shape, quantization, preprocess, length)

} // namespace qrt
