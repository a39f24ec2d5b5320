#include "runtime/drivers/host/packing_key.h"

namespace qrt::host {

template <typename... Numbers> static std::string keyOf(std::string key, Numbers... numbers) {
  ((key += " " + std::to_string(int64_t(numbers))), ...);
  return key;
}

static std::string keyOf(std::string family, const Execution &execution, const Factor &input,
                         const Factor &packed) {
  return keyOf(std::move(family), execution.isa, execution.order, input.type.type,
               input.type.zeroPoint, packed.type.type, packed.type.zeroPoint,
               packed.zeroPoint.has_value());
}

std::string packingKey(const Execution &execution, const Conv2dCall &call) {
  const Conv2dShape &shape = call.shape; // the image's size and padding are not part of it
  const Window2d &window = shape.window;
  return keyOf(keyOf("conv2d", execution, call.input, call.weights), call.winograd,
               shape.inChannels, shape.outChannels, shape.groups, shape.inPitch, window.kernel[0],
               window.kernel[1], window.stride[0], window.stride[1], window.dilation[0],
               window.dilation[1]);
}

std::string packingKey(const Execution &execution, const MatmulCall &call) {
  const MatmulShape &shape = call.shape;
  std::string key = keyOf(keyOf("matmul", execution, call.a, call.b), shape.k, shape.n,
                          shape.transposedB, shape.sharedB);
  if (!shape.sharedB) // of a matrix each
    key = keyOf(key, call.batch.scale, call.batch.offset, call.batch.multiple);
  if (const auto &strides = shape.strides)
    key = keyOf(key, strides->inner, strides->b[0], strides->b[1], strides->b[2], strides->b[3],
                strides->bOffset);
  return key;
}

} // namespace qrt::host
