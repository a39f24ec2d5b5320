#include "runtime/core/states.h"

#include <algorithm>

namespace qrt {

Tensor stateAtRest(ElementType type, const Shape &shape,
                   const std::optional<QuantParams> &quantization) {
  const int64_t zero = quantization ? quantization->zeroPoint : 0;
  Tensor wide = Tensor::allocate(isPacked(type) ? unpackedType(type) : type, shape);
  if (zero != 0)
    visitElementType(wide.type(), [&](auto tag) {
      using Storage = typename decltype(tag)::Storage;
      std::ranges::fill(wide.mutableValues<Storage>(), Storage(zero));
    });
  return isPacked(type) ? packed(wide, type) : wide;
}

std::vector<Tensor> States::with(std::span<const Tensor> others) const {
  std::vector<Tensor> inputs(others.begin(), others.end());
  for (size_t i = 0; i < places.size(); ++i)
    inputs.insert(inputs.begin() + ptrdiff_t(places[i].input), now[i]);
  return inputs;
}

std::vector<Tensor> States::taken(std::vector<Tensor> outputs) {
  std::vector<bool> isState(outputs.size());
  for (size_t i = 0; i < places.size(); ++i) {
    now[i] = outputs[places[i].output];
    isState[places[i].output] = true;
  }
  std::vector<Tensor> others;
  for (size_t o = 0; o < outputs.size(); ++o)
    if (!isState[o])
      others.push_back(std::move(outputs[o]));
  return others;
}

} // namespace qrt
