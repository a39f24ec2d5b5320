#include "lowering/emit/products/packing.h"

#include "runtime/numerics/types/halves.h"

namespace qopt {

using qrt::ElementType;

int64_t heldInputs(int64_t depth) {
  int64_t held = 4;
  while (depth % held)
    --held;
  return held;
}

qrt::Conv2dCall withPaddedPixels(qrt::Conv2dCall call, int64_t multiple) {
  const int64_t pitch = roundUp(call.shape.inChannels, multiple);
  call.shape.inPitch = pitch == call.shape.inChannels ? 0 : pitch;
  return call;
}

static qrt::LoadCopy copyOf(const qrt::Factor &weights, ElementType type) {
  qrt::LoadCopy copy;
  copy.source = weights.operand.index;
  copy.type = type;
  return copy;
}

namespace conv_weights {

qrt::LoadCopy grouped(const qrt::Conv2dCall &call, int64_t tile) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1], pitch = roundUp(out, tile);
  qrt::LoadCopy copy = copyOf(call.weights, qrt::widenedType(call.weights.type.type));
  copy.targetShape = {shape.groups, h, w, in, pitch};
  copy.walk.sizes = {shape.groups, out, in, h, w};
  copy.from.strides = {out * in * h * w, in * h * w, h * w, w, 1};
  copy.to.strides = {h * w * in * pitch, 1, pitch, w * in * pitch, in * pitch};
  return copy;
}

qrt::LoadCopy words(const qrt::Conv2dCall &call, int64_t tile) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels, pitch = shape.pixelPitch();
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  qrt::LoadCopy copy = copyOf(call.weights, call.weights.type.type);
  copy.targetShape = {roundUp(shape.outChannels, tile), h, w, pitch};
  copy.walk.sizes = {shape.outChannels, in, h, w};
  copy.from.strides = {in * h * w, h * w, w, 1};
  copy.to.strides = {h * w * pitch, 1, w * pitch, pitch};
  return copy;
}

qrt::LoadCopy groupedWords(const qrt::Conv2dCall &call, int64_t tile) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  const int64_t rows = roundUp(out, tile), row = h * w * in;
  qrt::LoadCopy copy = copyOf(call.weights, call.weights.type.type);
  copy.targetShape = {shape.groups, rows, h, w, in};
  copy.walk.sizes = {shape.groups, out, in, h, w};
  copy.from.strides = {out * in * h * w, in * h * w, h * w, w, 1};
  copy.to.strides = {rows * row, row, 1, w * in, in};
  return copy;
}

qrt::LoadCopy slices(const qrt::Conv2dCall &call, int64_t slice) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1], row = h * w * slice;
  const int64_t behind = divideUp(shape.pixelPitch() - slice, row); // rows that others reach into
  qrt::LoadCopy copy = copyOf(call.weights, call.weights.type.type);
  copy.targetShape = {shape.outChannels + behind, h, w, slice};
  copy.walk.sizes = {shape.groups, out, in, h, w};
  copy.from.strides = {out * in * h * w, in * h * w, h * w, w, 1};
  copy.to.strides = {out * row + in, row, 1, w * slice, slice};
  return copy;
}

qrt::LoadCopy quads(const qrt::Conv2dCall &call, int64_t tile) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1], pitch = roundUp(out, tile);
  const int64_t held = heldInputs(in), words = in / held, row = pitch * 4;
  qrt::LoadCopy copy = copyOf(call.weights, call.weights.type.type);
  copy.targetShape = {shape.groups, h, w, words, pitch, 4};
  copy.walk.sizes = {shape.groups, out, words, held, h, w};
  copy.from.strides = {out * in * h * w, in * h * w, held * h * w, h * w, w, 1};
  copy.to.strides = {h * w * words * row, 4, row, 1, w * words * row, words * row};
  return copy;
}

qrt::LoadCopy taps(const qrt::Conv2dCall &call, int64_t tile, qrt::ElementType type) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  const int64_t pitch = roundUp(shape.outChannels, tile);
  qrt::LoadCopy copy;
  copy.source = call.weights.operand.index;
  copy.type = type;
  copy.targetShape = {h, w, pitch};
  copy.walk.sizes = {shape.outChannels, h, w};
  copy.from.strides = {h * w, w, 1};
  copy.to.strides = {1, w * pitch, pitch};
  return copy;
}

} // namespace conv_weights

namespace matmul_weights {

qrt::LoadCopy columns(const qrt::MatmulCall &call, int64_t tile) {
  const qrt::MatmulShape &shape = call.shape;
  const qrt::MatmulStrides strides = qrt::stridesOf(shape, 1);
  const int64_t pitch = roundUp(shape.n, tile);
  qrt::LoadCopy copy = copyOf(call.b, qrt::widenedType(call.b.type.type));
  copy.targetShape = {shape.k, pitch};
  copy.walk.sizes = {shape.k, shape.n};
  copy.from = {{strides.b[2], strides.b[3]}, strides.bOffset};
  copy.to.strides = {pitch, 1};
  return copy;
}

qrt::LoadCopy quads(const qrt::MatmulCall &call, int64_t tile) {
  const qrt::MatmulShape &shape = call.shape;
  const qrt::MatmulStrides strides = qrt::stridesOf(shape, 1);
  const int64_t held = heldInputs(shape.k), words = shape.k / held, pitch = roundUp(shape.n, tile);
  qrt::LoadCopy copy = copyOf(call.b, call.b.type.type);
  copy.targetShape = {words, pitch, 4};
  copy.walk.sizes = {words, held, shape.n};
  copy.from = {{held * strides.b[2], strides.b[2], strides.b[3]}, strides.bOffset};
  copy.to.strides = {pitch * 4, 1, 4};
  return copy;
}

} // namespace matmul_weights

} // namespace qopt
