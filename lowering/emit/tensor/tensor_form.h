// The scalar program of a call that tensor cores take, its known forms taken apart.
#pragma once

#include "lowering/emit/scalar/byte_steps.h"
#include "lowering/emit/tensor/tensor_kernel.h"
#include "runtime/numerics/reduce/byte_sums.h"

#include <algorithm>

namespace qopt {

/// SCALED_BYTE makes (r − zero) · factor of the residual r.
struct ScaledSide {
  int zero;
  float factor;
};

/// These are the sums of one channel's weights.
using ChannelSums = qrt::ByteSums;
/// Returns the sums of each channel's weights, if these are bytes; none of halves.
std::vector<ChannelSums> sumsOf(const qrt::Program &program, const TensorConv &conv,
                                const qrt::LoadStep &packing);

/// Takes out of an epilogue's program what a kernel does by itself: what it adds to the sums first,
/// how it scales the residual and how it rounds to bytes or halves. rest() is what is left.
class TensorForm {
public:
  TensorForm(const qrt::Program &program, const TensorConv &conv, const TensorOperands &operands,
             const std::vector<ChannelSums> &sums);

  /// A constant that sums begin as.
  std::optional<uint32_t> bias() const { return biasOf; }
  /// The last input of what is left is the residual, scaled.
  const std::optional<ScaledSide> &side() const { return scaledSide; }
  /// Returns how bytes are made of the number that is left; null if none are.
  const std::optional<ByteSteps> &steps() const { return byteSteps; }
  bool stepsFit16() const { return fits16; }
  const qrt::ScalarProgram &rest() const { return program; }

private:
  const qrt::ScalarInstruction &at(uint16_t value) const { return program.instructions[value]; }
  const qrt::ScalarInput *inputAt(uint16_t value) const {
    return at(value).op == qrt::ScalarOp::Input ? &program.inputs[at(value).index] : nullptr;
  }
  bool isKind(uint16_t value, qrt::ScalarInputKind kind) const {
    const qrt::ScalarInput *input = inputAt(value);
    return input && input->kind == kind;
  }
  const qrt::Tensor *channelAt(uint16_t value, qrt::ElementType type) const {
    const qrt::ScalarInput *input = inputAt(value);
    if (!input || input->kind != qrt::ScalarInputKind::Channel)
      return nullptr;
    const qrt::Tensor &values = source.constants[operands.epilogue.channels[input->index]].value;
    return values.type() == type ? &values : nullptr;
  }
  bool reads(const qrt::ScalarInstruction &instruction, uint16_t value) const {
    return std::find(instruction.operands, instruction.operands + operandCount(instruction),
                     value) != instruction.operands + operandCount(instruction);
  }
  void takeStarts();
  void takeSide();
  void takeHalves();
  /// `value`, or what it rounds to a half.
  uint16_t unrounded(uint16_t value) const;
  void takeSteps();
  std::optional<double> stepsBound(uint16_t t) const;
  double magnitudeAt(uint16_t value, size_t c) const;

  const qrt::Program &source;
  const TensorConv &conv;
  const TensorOperands &operands;
  const std::vector<ChannelSums> &sums;
  qrt::ScalarProgram program;
  std::optional<uint32_t> biasOf; // a constant
  std::optional<ScaledSide> scaledSide;
  std::optional<ByteSteps> byteSteps;
  bool fits16 = false;
};

} // namespace qopt
