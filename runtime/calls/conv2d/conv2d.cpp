#include "runtime/calls/conv2d/conv2d.h"

#include "runtime/calls/packing_key.h"
#include "runtime/numerics/windows/tiled_conv2d.h"

namespace qrt {

bool canUseTiles(const Conv2dCall &call) {
  return hasTiles(call.shape) && call.weights.operand.space == Operand::Space::Constant &&
         call.input.type.type == ElementType::F32 && call.weights.type.type == ElementType::F32;
}

bool gainsByTiles(const Conv2dCall &call) { return canUseTiles(call) && gainsByTiles(call.shape); }

bool hasOtherTerms(const Conv2dCall &call) { return call.sums != Conv2dSums::Direct; }

std::optional<ResultSteps> resultSteps(const Conv2dCall &call) {
  if (!call.epilogue.result)
    return std::nullopt;
  const EpilogueStrides &strides = *call.epilogue.result;
  return ResultSteps{0,
                     call.epilogue.offset,
                     {{call.samples, strides.sample},
                      {{0, call.shape.out[0] * call.shape.out[1]}, strides.pixel},
                      {{0, call.shape.outChannels}, strides.channel}}};
}

Status check(const CallCheck &check, const Conv2dCall &call) {
  const Conv2dShape &shape = call.shape;
  const Window2d &window = shape.window;
  QRT_RETURN_IF_ERROR(check.dimensions({shape.in[0], shape.in[1], shape.out[0], shape.out[1],
                                        shape.inChannels, shape.outChannels, shape.groups},
                                       1));
  if (shape.pixelPitch() < shape.inChannels)
    return invalidArgument("pixels closer together than their channels");
  QRT_RETURN_IF_ERROR(check.window(window, shape.in, shape.out, shape.pixelPitch()));
  QRT_RETURN_IF_ERROR(check.factors(call.input, call.weights));
  if (shape.inChannels % shape.groups || shape.outChannels % shape.groups)
    return invalidArgument("groups do not divide the channels");
  if (call.sums > Conv2dSums::Tiles || (call.sums == Conv2dSums::Tiles && !canUseTiles(call)))
    return invalidArgument("tiles of a convolution that has none");
  Linear samples = check.positive(call.samples);
  ElementType type = call.input.type.type;
  QRT_RETURN_IF_ERROR(
      check.reads(call.input.operand, type,
                  samples.times(check.product({shape.in[0], shape.in[1], shape.pixelPitch()}))));
  QRT_RETURN_IF_ERROR(check.reads(call.weights.operand, call.weights.type.type,
                                  check.product({shape.outChannels, shape.inChannels / shape.groups,
                                                 window.kernel[0], window.kernel[1]})));
  EpilogueSpace space{sumType(type), samples, check.product({shape.out[0], shape.out[1]}),
                      shape.outChannels};
  space.takesAuxiliary = true;
  return check.epilogue(call.epilogue, space);
}

bool isPerSample(const SampleParts &parts, const Conv2dCall &call) {
  const Conv2dShape &shape = call.shape;
  return parts.isFixed(call.weights) && parts.hasFixedZero(call.input) &&
         parts.splits(call.input.operand, call.samples,
                      shape.in[0] * shape.in[1] * shape.pixelPitch()) &&
         parts.splits(call.epilogue,
                      {call.samples, {0, shape.out[0] * shape.out[1]}, shape.outChannels});
}

bool isPackedAtLoad(const Conv2dCall &call) {
  return call.weights.operand.space == Operand::Space::Constant && !call.weights.zeroPoint;
}

std::string packingKey(const Execution &execution, const Conv2dCall &call) {
  const Conv2dShape &shape = call.shape; // the image's size and padding are not part of it
  const Window2d &window = shape.window;
  return keyOf(keyOf(call.family, execution, call.input, call.weights), call.sums, shape.inChannels,
               shape.outChannels, shape.groups, shape.inPitch, window.kernel[0], window.kernel[1],
               window.stride[0], window.stride[1], window.dilation[0], window.dilation[1]);
}

Prepared prepare(const HostLoad &load, const Conv2dCall &call) {
  if (!isPackedAtLoad(call))
    return nullptr;
  auto pack = [&](const Tensor &weights) {
    if (call.sums == Conv2dSums::Tiles)
      return packTiledConv2d(load.execution, call.shape, weights.values<float>().data(),
                             PackedFor::Program);
    return packConv2d(load.execution, call.shape, call.input.type, call.weights.type,
                      weights.data(), PackedFor::Program);
  };
  return load.pack(call.weights.operand, packingKey(load.execution, call), pack);
}

void run(const HostRun &run, const Conv2dCall &call) {
  auto weights = std::static_pointer_cast<const PackedWeights>(run.prepared);
  if (!weights)
    weights = packConv2d(run.execution, call.shape, call.input.type, run.typeOf(call.weights),
                         run.data(call.weights.operand));
  conv2d(run.execution, call.shape, run.at(call.samples), run.typeOf(call.input),
         run.data(call.input.operand), *weights, BoundEpilogue(run, call.epilogue));
}

} // namespace qrt
