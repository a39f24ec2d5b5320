#include "lowering/families/conv2d/depthwise.h"

#include "lowering/emit/extents.h"
#include "lowering/select/depthwise.h"

#include <algorithm>

namespace qopt {

// Of a sum no part reaches 2^24, from where on f32 leaves integers out.
static bool isExactInFloats(const qrt::Conv2dCall &call) {
  const auto &kernel = call.shape.window.kernel;
  return qrt::is8Bit(call.input.type.type) && !call.input.zeroPoint &&
         call.weights.type == qrt::QuantizedInput{qrt::ElementType::I8, 0} &&
         !call.weights.zeroPoint && kernel[0] * kernel[1] * 255 * 128 < int64_t(1) << 24;
}

qrt::Factor tapsOf(const qrt::Conv2dCall &call) {
  qrt::Factor taps = packedFactor(call.weights);
  if (isExactInFloats(call))
    taps.type.type = qrt::ElementType::F32;
  return taps;
}

/// `weights`' values as floats, a constant that the program gets once.
static uint32_t asFloats(qrt::Program &program, uint32_t weights) {
  const std::string key = program.constants[weights].key + ":f32";
  for (size_t i = 0; i < program.constants.size(); ++i)
    if (program.constants[i].key == key)
      return uint32_t(i);
  const qrt::Tensor bytes = qrt::unpacked(program.constants[weights].value);
  qrt::Tensor floats = qrt::Tensor::allocate(qrt::ElementType::F32, bytes.shape());
  std::copy(bytes.values<int8_t>().begin(), bytes.values<int8_t>().end(),
            floats.mutableValues<float>().begin());
  program.constants.push_back({key, std::move(floats)});
  return uint32_t(program.constants.size() - 1);
}

uint32_t packTaps(qrt::Program &program, const qrt::Conv2dCall &call, int64_t pitch) {
  const int64_t h = call.shape.window.kernel[0], w = call.shape.window.kernel[1];
  qrt::LoadCopy copy;
  copy.source = call.weights.operand.index;
  if (isExactInFloats(call))
    copy.source = asFloats(program, copy.source);
  copy.type = tapsOf(call).type.type;
  copy.targetShape = {h, w, pitch};
  copy.walk.sizes = {call.shape.outChannels, h, w};
  copy.from.strides = {h * w, w, 1};
  copy.to.strides = {1, w * pitch, pitch};
  return packedConstant(program, std::move(copy));
}

/// Whether each item's results of a pixel are one aligned vector.
static bool storesVectors(const qrt::Conv2dCall &call, int64_t channels) {
  const std::optional<qrt::EpilogueStrides> &result = call.epilogue.result;
  return call.shape.outChannels % channels == 0 &&
         (!result || (result->sample % channels == 0 && result->pixel % channels == 0));
}

void defineDepthwise(LaunchDraft &draft, const qrt::Conv2dCall &call) {
  const KernelParameters &p = draft.choice.parameters;
  draft.define("PIXELS", p.pixels);
  draft.define("CHANNELS", p.channels);
  const qrt::ElementType input = call.input.type.type;
  const bool areFloats = qrt::isFloat(input) || isExactInFloats(call);
  draft.define("EXACT_FLOATS", isExactInFloats(call));
  // Signed bytes with their sign flipped count from 0.
  draft.define("FLIPPED", qrt::isSigned(input) ? 128 : 0);
  draft.define("VALUE_TYPE", areFloats ? "f32" : "i32");
  draft.define("VECTOR_STORES", storesVectors(call, p.channels));
  defineMultiplyAdd(draft, areFloats ? qrt::ElementType::F32 : input);
}

void launchDepthwise(LaunchDraft &draft, const qrt::Conv2dCall &call) {
  draft.beginEarly();
  draft.items(timesExtent(call.samples, depthwiseItems(call.shape, draft.choice.parameters)));
}

} // namespace qopt
