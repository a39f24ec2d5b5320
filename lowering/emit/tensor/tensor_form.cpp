#include "lowering/emit/tensor/tensor_form.h"

#include "lowering/emit/walk.h"
#include "runtime/numerics/types/narrow_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace qopt {

using qrt::ElementType;
using qrt::ScalarInputKind;
using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarType;

static float floatOf(const ScalarInstruction &constant) {
  return std::bit_cast<float>(uint32_t(constant.bits));
}

static bool isHalf(float value) {
  const qrt::FloatLayout half = *qrt::narrowLayout(ElementType::F16);
  return qrt::widenFloat(half, qrt::narrowFloat(half, value)) == value;
}

static void addAll(ChannelSums &sums, const int8_t *from, std::span<const int64_t> sizes,
                   std::span<const int64_t> strides) {
  const int64_t size = sizes.front(), stride = strides.front();
  if (sizes.size() == 1)
    return qrt::addBytes(sums, from, size, stride);
  for (int64_t i = 0; i < size; ++i)
    addAll(sums, from + i * stride, sizes.subspan(1), strides.subspan(1));
}

std::vector<ChannelSums> sumsOf(const qrt::Program &program, const TensorConv &conv,
                                const qrt::LoadStep &step) {
  std::vector<ChannelSums> sums;
  if (!qrt::is8Bit(conv.input.type))
    return sums;
  const auto &packing = std::get<qrt::LoadCopy>(step);
  sums.resize(size_t(conv.shape.outChannels));
  size_t behind = 0; // the dimensions of channels, which are evenly apart
  for (int64_t channels = 1; behind == 0 || channels < conv.shape.outChannels; ++behind)
    channels *= packing.walk.sizes[behind];
  const int8_t *weights =
      program.constants[packing.source].value.values<int8_t>().data() + packing.from.offset;
  // This walk covers one channel's weights, in as few dimensions as they merge into.
  const auto first = ptrdiff_t(behind);
  const qrt::StridedWalk one{{packing.walk.sizes.begin() + first, packing.walk.sizes.end()}};
  const qrt::StridedAccess from{{packing.from.strides.begin() + first, packing.from.strides.end()}};
  MergedWalk walk = mergeWalk({0, one.sizes.front(), 1}, one, {&from});
  walk.sizes.front() = walk.leading.offset;
  for (size_t c = 0; c < sums.size(); ++c)
    addAll(sums[c], weights + int64_t(c) * packing.from.strides[behind - 1], walk.sizes,
           walk.strides[0]);
  return sums;
}

TensorForm::TensorForm(const qrt::Program &program, const TensorConv &conv,
                       const TensorOperands &operands, const std::vector<ChannelSums> &sums)
    : source(program), conv(conv), operands(operands), sums(sums),
      program(operands.epilogue.program) {
  takeStarts();
  takeSide();
  takeHalves();
  takeSteps();
  qrt::eliminateDeadCode(this->program);
}

// i32 sums wrap: a bias that all readers of the sum add may as well come first, and does not come
// again.
void TensorForm::takeStarts() {
  if (!qrt::is8Bit(conv.input.type))
    return;
  std::optional<uint16_t> sum;
  for (uint16_t id = 0; id < program.instructions.size(); ++id)
    if (isKind(id, ScalarInputKind::Accumulator))
      sum = id;
  if (!sum || program.result == *sum)
    return;
  std::optional<uint16_t> added;
  for (uint16_t id = 0; id < program.instructions.size(); ++id) {
    if (!reads(at(id), *sum))
      continue;
    const uint16_t other = at(id).operands[at(id).operands[0] == *sum];
    if (added || at(id).op != ScalarOp::AddI || !channelAt(other, ElementType::I32))
      return;
    biasOf = operands.epilogue.channels[inputAt(other)->index];
    added = id;
  }
  if (added)
    program.instructions[*added] = at(*sum);
}

// f32(r − z) · m: one value, given to the program as a float.
void TensorForm::takeSide() {
  if (!conv.side || !qrt::is8Bit(*conv.side))
    return;
  for (ScalarInstruction &product : program.instructions) {
    if (product.op != ScalarOp::MulF || at(product.operands[1]).op != ScalarOp::Constant ||
        at(product.operands[0]).op != ScalarOp::IntToF32)
      continue;
    uint16_t steps = at(product.operands[0]).operands[0];
    int zero = 0;
    if (at(steps).op == ScalarOp::SubI && at(at(steps).operands[1]).op == ScalarOp::Constant) {
      zero = int32_t(uint32_t(at(at(steps).operands[1]).bits));
      steps = at(steps).operands[0];
    }
    const float factor = floatOf(at(product.operands[1]));
    if (!isKind(steps, ScalarInputKind::Tensor) || !std::isfinite(factor) || std::abs(zero) > 255)
      continue;
    scaledSide = {zero, factor};
    const uint32_t tensor = inputAt(steps)->index;
    product = {
        .op = ScalarOp::Input, .type = ScalarType::F32, .index = uint32_t(program.inputs.size())};
    program.inputs.push_back({ScalarInputKind::Tensor, ElementType::F32, tensor});
    return;
  }
}

// Halves are widened as they are read and rounded as they are packed.
void TensorForm::takeHalves() {
  for (qrt::ScalarInput &input : program.inputs)
    if (input.storage == ElementType::F16)
      input.storage = ElementType::F32;
  if (program.resultType != ElementType::F16)
    return;
  program.resultType = ElementType::F32;
  program.result = unrounded(program.result);
  // A bound that is a half itself may as well come before rounding.
  ScalarInstruction &last = program.instructions[program.result];
  if (last.op != ScalarOp::MaxF && last.op != ScalarOp::MinF)
    return;
  for (int i : {0, 1})
    if (at(last.operands[1 - i]).op == ScalarOp::Constant &&
        isHalf(floatOf(at(last.operands[1 - i]))))
      last.operands[i] = unrounded(last.operands[i]);
}

uint16_t TensorForm::unrounded(uint16_t value) const {
  const ScalarInstruction &rounds = at(value);
  return rounds.op == ScalarOp::RoundTo && ElementType(rounds.index) == ElementType::F16
             ? rounds.operands[0]
             : value;
}

void TensorForm::takeSteps() {
  const std::optional<ByteSteps> steps = byteStepsOf(program);
  const std::optional<double> bound = steps ? stepsBound(steps->value) : std::nullopt;
  if (!bound)
    return;
  byteSteps = steps;
  fits16 = *bound < 31000;
  program.result = steps->value;
  program.resultType = ElementType::F32;
}

// Returns a bound of |t|, where t is f32(sum) · m, or that with a residual or a float added; none
// if t may be NaN or infinite.
std::optional<double> TensorForm::stepsBound(uint16_t t) const {
  const ScalarInstruction &product = at(t);
  if ((product.op != ScalarOp::MulF && product.op != ScalarOp::FmaF) ||
      at(product.operands[0]).op != ScalarOp::IntToF32 ||
      !isKind(at(product.operands[0]).operands[0], ScalarInputKind::Accumulator))
    return std::nullopt;
  double most = 0;
  for (size_t c = 0; c < sums.size(); ++c) {
    const double bias = biasOf ? source.constants[*biasOf].value.values<int32_t>()[c] : 0;
    const double sum = 255.0 * double(sums[c].magnitudes) + std::fabs(bias);
    double t = sum * magnitudeAt(product.operands[1], c);
    if (product.op == ScalarOp::FmaF)
      t += magnitudeAt(product.operands[2], c);
    if (!std::isfinite(t))
      return std::nullopt;
    most = std::max(most, t);
  }
  return most;
}

// Infinite where it is not known.
double TensorForm::magnitudeAt(uint16_t value, size_t c) const {
  if (const qrt::Tensor *channel = channelAt(value, ElementType::F32)) {
    const double factor = std::fabs(double(channel->values<float>()[c]));
    return std::isfinite(factor) ? factor : INFINITY;
  }
  if (at(value).op == ScalarOp::Constant)
    return std::fabs(double(floatOf(at(value))));
  const bool isSide = scaledSide && inputAt(value) && at(value).index + 1 == program.inputs.size();
  return isSide ? (255.0 + std::abs(scaledSide->zero)) * std::fabs(double(scaledSide->factor))
                : INFINITY;
}

} // namespace qopt
