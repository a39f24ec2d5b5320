#include "lowering/families/pool2d/launch.h"

#include "lowering/emit/accumulator.h"
#include "lowering/emit/byte_steps.h"
#include "lowering/emit/extents.h"

#include <bit>
#include <cmath>

namespace qopt {

using qrt::ElementType;

namespace {

/// f32(sum) · multiplier to bytes, where the pool is of whole images.
struct WholeAverage {
  float multiplier;
  ByteSteps steps;
};

std::optional<WholeAverage> wholeAverageOf(const qrt::Pool2dCall &call) {
  const qrt::Pool2dShape &shape = call.shape;
  const qrt::Window2d &window = shape.window;
  if (shape.kind != qrt::PoolKind::Average || window.kernel != shape.in ||
      window.padBegin != std::array<int64_t, 2>{} || shape.out != std::array<int64_t, 2>{1, 1} ||
      window.dilation != std::array<int64_t, 2>{1, 1})
    return std::nullopt;
  // Every position averages as many: the count is a number, and what follows from it too.
  qrt::ScalarBuilder builder;
  std::vector<qrt::ScalarBuilder::Argument> arguments;
  for (const qrt::ScalarInput &input : call.epilogue.program.inputs)
    if (input.kind == qrt::ScalarInputKind::Count)
      arguments.push_back(builder.constant(int32_t(shape.in[0] * shape.in[1])));
    else
      arguments.push_back(input);
  const qrt::ScalarProgram program = builder.finish(
      builder.inlineProgram(call.epilogue.program, arguments), call.epilogue.program.resultType);
  const std::optional<ByteSteps> steps = byteStepsOf(program);
  if (!steps)
    return std::nullopt;
  auto at = [&](uint16_t value) { return program.instructions[value]; };
  const qrt::ScalarInstruction product = at(steps->value);
  if (product.op != qrt::ScalarOp::MulF || at(product.operands[0]).op != qrt::ScalarOp::IntToF32 ||
      at(product.operands[1]).op != qrt::ScalarOp::Constant)
    return std::nullopt;
  const qrt::ScalarInstruction sum = at(at(product.operands[0]).operands[0]);
  const float multiplier = std::bit_cast<float>(uint32_t(at(product.operands[1]).bits));
  if (sum.op != qrt::ScalarOp::Input || !std::isfinite(multiplier) ||
      program.inputs[sum.index].kind != qrt::ScalarInputKind::Accumulator)
    return std::nullopt;
  return WholeAverage{multiplier, *steps};
}

bool isLargestAsItIs(const CallSite &site, const qrt::Pool2dCall &call) {
  const qrt::ScalarProgram &program = call.epilogue.program;
  return call.shape.kind == qrt::PoolKind::Max &&
         call.shape.window.dilation == std::array<int64_t, 2>{1, 1} &&
         program.resultType == call.inputType.type && site.resultType() == call.inputType.type &&
         qrt::storesAccumulator(program);
}

/// max_pool_vector.cl and average_pool_vector.cl: items take 16 bytes of a pixel, or 4.
int64_t channelsOfItem(const qrt::Pool2dCall &call, PoolForm form) {
  return (form == PoolForm::Largest ? 16 : 4) / int64_t(qrt::byteWidth(call.inputType.type));
}

PoolForm formOf(const CallSite &site, const qrt::Pool2dCall &call) {
  const bool areBytes = qrt::is8Bit(call.inputType.type);
  if ((!areBytes && call.inputType.type != ElementType::F16) || call.epilogue.result)
    return PoolForm::Any;
  if (call.shape.channels % channelsOfItem(call, PoolForm::Largest) == 0 &&
      isLargestAsItIs(site, call))
    return PoolForm::Largest;
  return areBytes && call.shape.channels % 4 == 0 && wholeAverageOf(call) ? PoolForm::WholeImage
                                                                          : PoolForm::Any;
}

qrt::Status emitVectors(LaunchDraft &draft, const qrt::Pool2dCall &call) {
  const qrt::Pool2dShape &shape = call.shape;
  const bool isMax = draft.row.needs.pool == PoolForm::Largest;
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("IN_PITCH", shape.channels * int64_t(qrt::byteWidth(call.inputType.type)));
  draft.define("ITEMS", draft.row.workGroup);
  draft.define("INPUT_TYPE", qrt::elementTypeName(call.inputType.type));
  draft.define("OUTPUT_TYPE", qrt::elementTypeName(call.epilogue.program.resultType));
  if (!isMax) {
    const WholeAverage average = *wholeAverageOf(call);
    draft.define("INPUT_ZERO", call.inputType.zeroPoint);
    draft.define("MULTIPLIER", std::to_string(std::bit_cast<uint32_t>(average.multiplier)) + "u");
    draft.define("LOW", average.steps.low);
    draft.define("HIGH", average.steps.high);
    draft.define("OUTPUT_ZERO", average.steps.zero);
  }
  draft.argument(call.input);
  draft.output();
  draft.argument(call.samples);
  draft.beginEarly();
  const int64_t items =
      shape.out[0] * shape.out[1] * shape.channels / channelsOfItem(call, draft.row.needs.pool);
  draft.items(divideExtent(timesExtent(call.samples, items), draft.row.workGroup));
  return {};
}

} // namespace

Facts factsOf(const CallSite &site, const qrt::Pool2dCall &call) {
  return {
      .types = {call.inputType.type}, .channels = call.shape.channels, .pool = formOf(site, call)};
}

qrt::Status emit(LaunchDraft &draft, const qrt::Pool2dCall &call) {
  const qrt::Pool2dShape &shape = call.shape;
  qrt::Status fits = requireIndex32(draft, {shape.in[0] * shape.in[1] * shape.channels,
                                            shape.out[0] * shape.out[1] * shape.channels});
  if (!fits.ok())
    return fits;
  if (draft.row.needs.pool != PoolForm::Any)
    return emitVectors(draft, call);
  const bool isMax = shape.kind == qrt::PoolKind::Max;
  const ElementType acc = accumulatorType(call.epilogue.program, call.inputType);
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("CHANNELS", shape.channels);
  draft.define("RUN", draft.row.tile.channels());
  if (isMax)
    draft.define("POOL_MAX", 1);
  if (shape.countIncludePad)
    draft.define("COUNT_INCLUDE_PAD", 1);
  draft.define("ACC_INITIAL",
               initialValue(isMax ? qrt::ReduceKind::Max : qrt::ReduceKind::Sum, acc));
  draft.defineInput(call.inputType);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.samples);
  defineResult(draft, call.epilogue, shape.out[0] * shape.out[1], shape.channels);
  draft.items(timesExtent(call.samples, shape.out[0] * shape.out[1] *
                                            runs(shape.channels, draft.row.tile.channels())));
  return addEpilogue(draft, call.epilogue, call.inputType, shape.out[1]);
}

} // namespace qopt
