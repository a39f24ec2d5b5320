#include "runtime/calls/conv2d/conv2d.h"

#include "runtime/numerics/windows/fused_conv2d.h"

namespace qrt {

bool canUseWinograd(const Conv2dCall &call) {
  return hasWinograd(call.shape) && call.weights.operand.space == Operand::Space::Constant &&
         call.input.type.type == ElementType::F32 && call.weights.type.type == ElementType::F32;
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
  if (call.winograd && !canUseWinograd(call))
    return invalidArgument("Winograd's products of a convolution that has none");
  Linear samples = check.positive(call.samples);
  ElementType type = call.input.type.type;
  QRT_RETURN_IF_ERROR(
      check.reads(call.input.operand, type,
                  samples.times(check.product({shape.in[0], shape.in[1], shape.pixelPitch()}))));
  QRT_RETURN_IF_ERROR(check.reads(call.weights.operand, call.weights.type.type,
                                  check.product({shape.outChannels, shape.inChannels / shape.groups,
                                                 window.kernel[0], window.kernel[1]})));
  return check.epilogue(
      call.epilogue,
      {sumType(type), samples, check.product({shape.out[0], shape.out[1]}), shape.outChannels});
}

bool isPerSample(const SampleParts &parts, const Conv2dCall &call) {
  const Conv2dShape &shape = call.shape;
  return parts.isFixed(call.weights) && parts.hasFixedZero(call.input) &&
         parts.splits(call.input.operand, call.samples,
                      shape.in[0] * shape.in[1] * shape.pixelPitch()) &&
         parts.splits(call.epilogue,
                      {call.samples, {0, shape.out[0] * shape.out[1]}, shape.outChannels});
}

/// Else at each run.
static bool isPackedAtLoad(const Conv2dCall &call) {
  return call.weights.operand.space == Operand::Space::Constant && !call.weights.zeroPoint;
}

Prepared prepare(const HostLoad &load, const Conv2dCall &call) {
  if (!isPackedAtLoad(call))
    return nullptr;
  load.replaced.insert(&call.weights.operand);
  const Tensor &weights = load.constants[call.weights.operand.index];
  if (call.winograd)
    return load.keep(packWinograd(load.execution, call.shape, weights.values<float>().data(),
                                  PackedFor::Program));
  return load.keep(packConv2d(load.execution, call.shape, call.input.type, call.weights.type,
                              weights.data(), PackedFor::Program));
}

void run(const HostRun &run, const Conv2dCall &call) {
  auto weights = std::static_pointer_cast<const PackedWeights>(run.prepared);
  if (!weights)
    weights = packConv2d(run.execution, call.shape, call.input.type, run.typeOf(call.weights),
                         run.data(call.weights.operand));
  conv2d(run.execution, call.shape, run.at(call.samples), run.typeOf(call.input),
         run.data(call.input.operand), *weights, BoundEpilogue(run, call.epilogue));
}

bool canFuse(const Conv2dCall &first, const Conv2dCall &second) {
  const CallEpilogue &between = first.epilogue;
  return isPackedAtLoad(first) && isPackedAtLoad(second) &&
         canFuse(first.shape, second.shape, second.input.type, second.weights.type) &&
         first.samples == second.samples && between.tensors.empty() && !between.result &&
         between.program.resultType == second.input.type.type;
}

bool runFused(const HostRun &firstRun, const Conv2dCall &first, const HostRun &secondRun,
              const Conv2dCall &second, int64_t cacheBytes) {
  const Execution &execution = firstRun.execution;
  const int64_t samples = firstRun.at(first.samples);
  const int64_t threads = execution.pool ? execution.pool->threads() : 1;
  const int64_t between =
      samples * second.shape.in[0] * second.shape.in[1] * second.shape.inChannels;
  auto *weights = static_cast<const PackedWeights *>(firstRun.prepared.get());
  auto *secondWeights = static_cast<const PackedWeights *>(secondRun.prepared.get());
  if (!weights || !secondWeights ||
      !isFusionWorth(second.shape, samples, threads, between * int64_t(firstRun.resultWidth()),
                     cacheBytes))
    return false;
  const BoundEpilogue epilogue(firstRun, first.epilogue);
  const BoundEpilogue secondEpilogue(secondRun, second.epilogue);
  return fusedConv2d(
      execution, samples, firstRun.data(first.input.operand),
      {first.shape, firstRun.typeOf(first.input), *weights, epilogue},
      {second.shape, secondRun.typeOf(second.input), *secondWeights, secondEpilogue});
}

} // namespace qrt
