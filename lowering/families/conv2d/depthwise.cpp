#include "lowering/families/conv2d/depthwise.h"

#include "lowering/emit/extents.h"
#include "lowering/select/depthwise.h"

namespace qopt {

uint32_t packTaps(qrt::Program &program, const qrt::Conv2dShape &shape, uint32_t weights,
                  qrt::ElementType type, int64_t pitch) {
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = type;
  copy.targetShape = {h, w, pitch};
  copy.walk.sizes = {shape.outChannels, h, w};
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
  draft.define("VALUE_TYPE", qrt::isFloat(call.input.type.type) ? "f32" : "i32");
  draft.define("VECTOR_STORES", storesVectors(call, p.channels));
  defineMultiplyAdd(draft, call.input.type.type);
}

void launchDepthwise(LaunchDraft &draft, const qrt::Conv2dCall &call) {
  draft.beginEarly();
  draft.items(timesExtent(call.samples, depthwiseItems(call.shape, draft.choice.parameters)));
}

} // namespace qopt
