// Averages of whole images of bytes, to bytes by one multiplier: an item takes four bytes of
// neighbouring channels.
#include "lowering/emit/scalar/byte_steps.h"
#include "lowering/emit/windows/pool_vector.h"
#include "lowering/kernels/reasons.h"

#include <bit>
#include <cmath>

namespace qopt::kernels::average_pool_vector {
namespace {

using qrt::Pool2dCall;

constexpr int64_t vector = 4; // channels of an item

/// f32(sum) · multiplier to bytes, where the pool is of whole images.
struct WholeAverage {
  float multiplier;
  ByteSteps steps;
};

std::optional<WholeAverage> wholeAverageOf(const Pool2dCall &call) {
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

std::string against(const CallSite &site, const Pool2dCall &call) {
  const std::string reason =
      firstReason({whyTypesNot(byteTypes, {call.inputType.type}), whyVectorsNot(site.device)});
  if (!reason.empty())
    return reason;
  return unless(!call.epilogue.result && call.shape.channels % vector == 0 && wholeAverageOf(call),
                "is for averages of whole images to bytes, of channels that make whole vectors");
}

qrt::Status emit(LaunchDraft &draft, const Pool2dCall &call) {
  return emitPoolVectors(draft, call, vector, [&] {
    const WholeAverage average = *wholeAverageOf(call);
    draft.define("INPUT_ZERO", call.inputType.zeroPoint);
    draft.define("MULTIPLIER", std::to_string(std::bit_cast<uint32_t>(average.multiplier)) + "u");
    draft.define("LOW", average.steps.low);
    draft.define("HIGH", average.steps.high);
    draft.define("OUTPUT_ZERO", average.steps.zero);
  });
}

constexpr DeviceKernel kernels[] = {
    {.name = "pool2d.average.vector",
     .family = Pool2dCall::family,
     .preference = 210,
     .text = {"average_pool_vector", "average_pool_vector.cl", "tensor_core.h"},
     .against = typed<against>,
     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::average_pool_vector
