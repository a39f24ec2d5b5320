// A region's scalar program as tensor_core.h's kernels finish their sums: four neighbouring channels
// at a time. What it adds to an integer sum is where that begins; a residual's steps become floats,
// and steps become bytes, without conversions where their forms are known.
#include "lowering/emit/scalar_c.h"
#include "lowering/emit/tensor_conv.h"
#include "runtime/numerics/scalar/scalar_bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace qopt {

namespace {

using qrt::ElementType;
using qrt::ScalarInputKind;
using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarProgram;
using qrt::ScalarType;

/// What packSteps takes: four numbers that are, rounded, moved by `zero` and bounded, bytes.
struct ByteSteps {
  int low, high, zero;
};

/// What SCALED_BYTE takes, of the residual.
struct ScaledSide {
  int zero;
  float factor;
};

/// Of one channel's weights.
struct ChannelSums {
  int64_t sum = 0, magnitudes = 0;
};

std::vector<ChannelSums> sumsOf(const qrt::Program &program, const TensorConv &conv,
                                const qrt::LoadCopy &packing) {
  std::vector<ChannelSums> sums;
  if (!qrt::is8Bit(conv.input.type))
    return sums;
  sums.resize(size_t(packing.walk.sizes[0]));
  const std::span<const int8_t> weights = program.constants[packing.source].value.values<int8_t>();
  std::vector<int64_t> place(packing.walk.sizes.size());
  for (;;) {
    int64_t from = packing.from.offset;
    for (size_t d = 0; d < place.size(); ++d)
      from += place[d] * packing.from.strides[d];
    sums[size_t(place[0])].sum += weights[size_t(from)];
    sums[size_t(place[0])].magnitudes += std::abs(int(weights[size_t(from)]));
    size_t d = place.size();
    while (d > 0 && ++place[d - 1] == packing.walk.sizes[d - 1])
      place[--d] = 0;
    if (d == 0)
      return sums;
  }
}

float floatOf(const ScalarInstruction &constant) {
  return std::bit_cast<float>(uint32_t(constant.bits));
}

class Recognized {
public:
  Recognized(const qrt::Program &program, const TensorConv &conv, const TensorOperands &operands,
             const std::vector<ChannelSums> &sums)
      : source(program), conv(conv), operands(operands), sums(sums),
        program(operands.epilogue.program) {
    takeStarts();
    takeSide();
    takeHalves();
    takeSteps();
    qrt::eliminateDeadCode(this->program);
  }

  std::optional<uint32_t> bias() const { return biasOf; }
  const std::optional<ScaledSide> &side() const { return scaledSide; }
  const std::optional<ByteSteps> &steps() const { return byteSteps; }
  const ScalarProgram &rest() const { return program; }
  bool stepsFit16() const { return fits16; }
private:
  const ScalarInstruction &at(uint16_t value) const { return program.instructions[value]; }
  const qrt::ScalarInput *inputAt(uint16_t value) const {
    return at(value).op == ScalarOp::Input ? &program.inputs[at(value).index] : nullptr;
  }
  bool isKind(uint16_t value, ScalarInputKind kind) const {
    const qrt::ScalarInput *input = inputAt(value);
    return input && input->kind == kind;
  }
  const qrt::Tensor *channelAt(uint16_t value, ElementType type) const {
    const qrt::ScalarInput *input = inputAt(value);
    if (!input || input->kind != ScalarInputKind::Channel || input->storage != type)
      return nullptr;
    return &source.constants[operands.epilogue.channels[input->index]].value;
  }
  bool reads(const ScalarInstruction &instruction, uint16_t value) const {
    return std::find(instruction.operands, instruction.operands + operandCount(instruction),
                     value) != instruction.operands + operandCount(instruction);
  }
  void takeStarts();
  void takeSide();
  void takeHalves();
  void takeSteps();
  std::optional<double> stepsBound(uint16_t t) const;
  double magnitudeAt(uint16_t value, size_t c) const;

  const qrt::Program &source;
  const TensorConv &conv;
  const TensorOperands &operands;
  const std::vector<ChannelSums> &sums;
  ScalarProgram program;
  std::optional<uint32_t> biasOf; // a constant
  std::optional<ScaledSide> scaledSide;
  std::optional<ByteSteps> byteSteps;
  bool fits16 = false;
};

// i32 sums wrap: a bias that all readers of the sum add may as well come first, and does not come
// again.
void Recognized::takeStarts() {
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
void Recognized::takeSide() {
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
    product = {.op = ScalarOp::Input,
               .type = ScalarType::F32,
               .index = uint32_t(program.inputs.size())};
    program.inputs.push_back({ScalarInputKind::Tensor, ElementType::F32, tensor});
    return;
  }
}

// Halves are widened as they are read and rounded as they are packed.
void Recognized::takeHalves() {
  for (qrt::ScalarInput &input : program.inputs)
    if (input.kind == ScalarInputKind::Tensor && input.storage == ElementType::F16)
      input.storage = ElementType::F32;
  if (program.resultType != ElementType::F16)
    return;
  program.resultType = ElementType::F32;
  const ScalarInstruction &last = at(program.result);
  if (last.op == ScalarOp::RoundTo && ElementType(last.index) == ElementType::F16)
    program.result = last.operands[0];
}

void Recognized::takeSteps() {
  if (!qrt::is8Bit(program.resultType))
    return;
  std::optional<qrt::QuantizedSteps> steps = qrt::quantizedSteps(program, program.result);
  if (!steps)
    return;
  float zero = 0;
  uint16_t rounded = steps->steps;
  if (at(rounded).op == ScalarOp::AddF && at(at(rounded).operands[1]).op == ScalarOp::Constant) {
    zero = floatOf(at(at(rounded).operands[1]));
    rounded = at(rounded).operands[0];
  }
  auto isWhole = [](float value) { return value == std::rint(value) && std::fabs(value) <= 255; };
  if (at(rounded).op != ScalarOp::RintF || !isWhole(zero) || !isWhole(steps->low) ||
      !isWhole(steps->high))
    return;
  const uint16_t t = at(rounded).operands[0];
  const std::optional<double> bound = stepsBound(t);
  if (!bound)
    return;
  byteSteps = {int(steps->low), int(steps->high), int(zero)};
  fits16 = *bound < 31000;
  program.result = t;
  program.resultType = ElementType::F32;
}

// Of f32(sum) · m, or with a residual or a float added; none where t may be no number.
std::optional<double> Recognized::stepsBound(uint16_t t) const {
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
double Recognized::magnitudeAt(uint16_t value, size_t c) const {
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

// ---- as text ---------------------------------------------------------------

std::string sideText(const Recognized &form, const TensorConv &conv, bool isScaled) {
  if (isScaled)
    return "SCALED_BYTE(" + std::string(qrt::elementTypeName(*conv.side)) + ", side[0], i, " +
           std::to_string(form.side()->zero) + ", AS_F32(" +
           std::to_string(std::bit_cast<uint32_t>(form.side()->factor)) + "u))";
  if (qrt::is8Bit(*conv.side))
    return "(" + std::string(qrt::elementTypeName(*conv.side)) + ")(side[0] >> i * 8)";
  if (*conv.side == ElementType::F16)
    return "widenHalf(side[i / 2] >> i % 2 * 16 & 0xffffu)";
  return *conv.side == ElementType::F32 ? "AS_F32(side[i])" : "(i32)side[i]";
}

/// The function of one sum, and what it takes beside: "u32 channel0".
class EpilogueText {
public:
  EpilogueText(LaunchDraft &draft, const TensorConv &conv, const TensorOperands &operands,
               const Recognized &form)
      : draft(draft), conv(conv), operands(operands), form(form) {
    const std::vector<bool> used = qrt::usedInputs(form.rest());
    for (size_t i = 0; i < used.size(); ++i)
      inputs.push_back(used[i] ? inputText(i) : "0");
  }

  qrt::Status append(const std::vector<int32_t> &starts);

private:
  std::string inputText(size_t index);
  void defineStarts(const std::vector<int32_t> &starts);
  std::string channelsText() const;
  std::string fourText() const;

  LaunchDraft &draft;
  const TensorConv &conv;
  const TensorOperands &operands;
  const Recognized &form;
  std::vector<std::string> inputs, channels;
};

std::string EpilogueText::inputText(size_t index) {
  const qrt::ScalarInput &input = form.rest().inputs[index];
  const std::string number = std::to_string(input.index);
  if (input.kind == ScalarInputKind::Accumulator)
    return "acc";
  if (input.kind == ScalarInputKind::Channel) {
    const std::string name = "channel" + number;
    draft.parameters.addPointer(
        name, input.storage,
        {qrt::Operand::Space::Constant, operands.epilogue.channels[input.index]});
    if (std::find(channels.begin(), channels.end(), name) == channels.end())
      channels.push_back(name);
    return (input.storage == ElementType::F32 ? "AS_F32(" : "(i32)(") + name + ")";
  }
  draft.parameters.addPointer("tensor" + number, *conv.side,
                              operands.epilogue.tensors[input.index].operand);
  draft.define("SIDE", "tensor" + number);
  draft.define("SIDE_TYPE", qrt::elementTypeName(*conv.side));
  return sideText(form, conv, form.side() && index + 1 == form.rest().inputs.size());
}

void EpilogueText::defineStarts(const std::vector<int32_t> &starts) {
  if (starts.empty())
    return draft.define("STARTS4(c)", "makeWords(0, 0, 0, 0)");
  const std::string key =
      draft.program.constants[operands.packing.source].key + ":starts:" +
      std::to_string(conv.input.zeroPoint) +
      (form.bias() ? ":" + draft.program.constants[*form.bias()].key : std::string());
  draft.parameters.addPointer("sum_starts", ElementType::I32,
                              {qrt::Operand::Space::Constant,
                               computedConstant(draft.program, key, starts)});
  draft.define("STARTS4(c)", "(((GLOBAL_CONST uint4 *)sum_starts)[(c) / 4])");
}

// Channels4, what is held of four channels.
std::string EpilogueText::channelsText() const {
  std::string members, loads;
  for (const std::string &name : channels) {
    members += "  uint4 " + name + ";\n";
    loads += "  held." + name + " = ((GLOBAL_CONST uint4 *)" + name + ")[c / 4];\n";
  }
  if (channels.empty()) {
    members = "  u32 none;\n";
    loads = "  held.none = 0;\n";
  }
  return "typedef struct {\n" + members + "} Channels4;\n"
         "DEVICE Channels4 channels4(int c EPILOGUE_PARAMS) {\n  Channels4 held;\n" + loads +
         "  return held;\n}\n";
}

std::string EpilogueText::fourText() const {
  std::string text = "DEVICE void epilogueFour(u32 *result, const Sum *a, const Sum *b, "
                     "Channels4 held, const u32 *side) {\n";
  const std::string type(cTypeName(form.rest().resultType));
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i);
    text += "  const " + type + " r" + number + " = finished(" + (i < 2 ? "a[" : "b[") +
            std::to_string(i % 2) + "], side, " + number;
    for (const std::string &name : channels)
      text += ", held." + name + "." + "xyzw"[i];
    text += ");\n";
  }
  if (form.steps()) {
    const ByteSteps &steps = *form.steps();
    return text + "  result[0] = packSteps(r0, r1, r2, r3, " + std::to_string(steps.low) + ", " +
           std::to_string(steps.high) + ", " + std::to_string(steps.zero) + ");\n}\n";
  }
  if (qrt::is8Bit(conv.result))
    return text + "  result[0] = (u32)(u8)r0 | (u32)(u8)r1 << 8 | (u32)(u8)r2 << 16 | "
                  "(u32)(u8)r3 << 24;\n}\n";
  if (conv.result == ElementType::F16)
    return text + "  result[0] = packHalves(r0, r1), result[1] = packHalves(r2, r3);\n}\n";
  const std::string bits = conv.result == ElementType::F32 ? "AS_U32(r" : "(u32)(r";
  for (const char *i : {"0", "1", "2", "3"})
    text += "  result[" + std::string(i) + "] = " + bits + i + ");\n";
  return text + "}\n";
}

qrt::Status EpilogueText::append(const std::vector<int32_t> &starts) {
  qrt::Expected<ScalarText> body = printScalarProgram(form.rest(), inputs);
  if (!body)
    return {body.status().code(), "layer '" + draft.node.name + "': " + body.status().message()};
  defineStarts(starts);
  draft.defineParameters();
  if (form.stepsFit16() && draft.device.computeCapability >= 90) // min.s16x2
    draft.define("STEPS_FIT_16", 1);
  draft.define("CHANNELS4(c)", "channels4(c EPILOGUE_ARGS)");
  draft.define("EPILOGUE_FOUR", "epilogueFour");
  std::string takes;
  for (const std::string &name : channels)
    takes += ", u32 " + name;
  draft.appendFunctions(body->tables + channelsText() + "DEVICE " +
                        std::string(cTypeName(form.rest().resultType)) +
                        " finished(Sum acc, const u32 *side, int i" + takes + ") {\n" +
                        body->body + "}\n" + fourText());
  return {};
}

} // namespace

qrt::Status addTensorEpilogue(LaunchDraft &draft, const TensorConv &conv,
                              const TensorOperands &operands) {
  const std::vector<ChannelSums> sums = sumsOf(draft.program, conv, operands.packing);
  const Recognized form(draft.program, conv, operands, sums);
  std::vector<int32_t> starts;
  if (form.bias() || conv.input.zeroPoint != 0)
    for (size_t c = 0; c < sums.size(); ++c) {
      const int64_t bias =
          form.bias() ? draft.program.constants[*form.bias()].value.values<int32_t>()[c] : 0;
      starts.push_back(int32_t(uint32_t(bias - conv.input.zeroPoint * sums[c].sum)));
    }
  return EpilogueText(draft, conv, operands, form).append(starts);
}

} // namespace qopt
