// The form of a call's program as text: what tensor_core.h's kernels do with the sums of four
// neighbouring channels.
#include "lowering/emit/scalar/scalar_c.h"
#include "lowering/emit/tensor/made_for_weights.h"
#include "lowering/emit/tensor/tensor_form.h"

#include <algorithm>
#include <bit>
#include <set>

namespace qopt {

using qrt::ElementType;
using qrt::ScalarInputKind;

/// A text that packs bytes whose bounds are known begins so.
static constexpr std::string_view packedSteps = "  result[0] = packSteps(";

bool isMadeForWeights(const qrt::KernelSource &kernel) {
  return kernel.source.find(packedSteps) != std::string::npos;
}

namespace {

/// Element i of four that lie in `words`, halves widened.
std::string elementText(ElementType type, const std::string &words, const std::string &i) {
  if (qrt::is8Bit(type))
    return "(" + std::string(qrt::elementTypeName(type)) + ")(" + words + "[0] >> " + i + " * 8)";
  if (type == ElementType::F16)
    return "widenHalf(" + words + "[" + i + " / 2] >> " + i + " % 2 * 16 & 0xffffu)";
  return (type == ElementType::F32 ? "AS_F32(" : "(i32)(") + words + "[" + i + "])";
}

/// Four results in `words`.
std::string packText(ElementType type, const std::string &words, const std::string &r) {
  if (qrt::is8Bit(type))
    return "  " + words + "[0] = (u32)(u8)" + r + "0 | (u32)(u8)" + r + "1 << 8 | (u32)(u8)" + r +
           "2 << 16 | (u32)(u8)" + r + "3 << 24;\n";
  if (type == ElementType::F16)
    return "  " + words + "[0] = packHalves(" + r + "0, " + r + "1), " + words +
           "[1] = packHalves(" + r + "2, " + r + "3);\n";
  const std::string bits = type == ElementType::F32 ? "AS_U32(" : "(u32)(";
  std::string text;
  for (const std::string i : {"0", "1", "2", "3"})
    text += "  " + words + "[" + i + "] = " + bits + r + i + ");\n";
  return text;
}

std::string sideText(const TensorForm &form, const TensorConv &conv, bool isScaled) {
  if (isScaled)
    return "SCALED_BYTE(" + std::string(qrt::elementTypeName(*conv.side)) + ", side[0], i, " +
           std::to_string(form.side()->zero) + ", AS_F32(" +
           std::to_string(std::bit_cast<uint32_t>(form.side()->factor)) + "u))";
  return elementText(*conv.side, "side", "i");
}

/// The function of one sum, and what it takes beside: "u32 channel0".
class EpilogueText {
public:
  EpilogueText(LaunchDraft &draft, const TensorConv &conv, const TensorOperands &operands,
               const TensorForm &form)
      : draft(draft), conv(conv), operands(operands), form(form) {
    const std::vector<bool> used = qrt::usedInputs(form.rest());
    for (size_t i = 0; i < used.size(); ++i)
      inputs.push_back(used[i] ? inputText(i) : "0");
  }

  qrt::Status append(const std::vector<int32_t> &starts);

private:
  std::string inputText(size_t index);
  uint32_t inFours(uint32_t constant);
  void defineStarts(const std::vector<int32_t> &starts);
  std::string channelsText() const;
  std::string fourText() const;
  qrt::Status addAuxiliaryFour();

  LaunchDraft &draft;
  const TensorConv &conv;
  const TensorOperands &operands;
  const TensorForm &form;
  std::vector<std::string> inputs, channels;
  std::set<std::string> halves; // of the channels, widened as they are loaded
};

std::string EpilogueText::inputText(size_t index) {
  const qrt::ScalarInput &input = form.rest().inputs[index];
  const std::string number = std::to_string(input.index);
  if (input.kind == ScalarInputKind::Accumulator)
    return "acc";
  if (input.kind == ScalarInputKind::Channel) {
    const std::string name = "channel" + number;
    const uint32_t constant = operands.epilogue.channels[input.index];
    const ElementType stored = draft.program.constants[constant].value.type();
    draft.parameters.addPointer(name, stored, {qrt::Operand::Space::Constant, inFours(constant)});
    if (std::find(channels.begin(), channels.end(), name) == channels.end())
      channels.push_back(name);
    if (stored == ElementType::F16)
      halves.insert(name);
    return (input.storage == ElementType::I32 ? "(i32)(" : "AS_F32(") + name + ")";
  }
  draft.parameters.addPointer("tensor" + number, *conv.side,
                              operands.epilogue.tensors[input.index].operand);
  draft.define("SIDE", "tensor" + number);
  draft.define("SIDE_TYPE", qrt::elementTypeName(*conv.side));
  return sideText(form, conv, form.side() && index + 1 == form.rest().inputs.size());
}

/// A constant of the channels that kernels read four at a time.
uint32_t EpilogueText::inFours(uint32_t constant) {
  const int64_t channels = conv.shape.outChannels, padded = (channels + 3) / 4 * 4;
  if (channels == padded)
    return constant;
  qrt::LoadCopy copy;
  copy.source = constant;
  copy.type = draft.program.constants[constant].value.type();
  copy.targetShape = {padded};
  copy.walk.sizes = {channels};
  copy.from.strides = {1};
  copy.to.strides = {1};
  return packedConstant(draft.program, copy);
}

void EpilogueText::defineStarts(const std::vector<int32_t> &starts) {
  if (starts.empty())
    return draft.define("STARTS4(c)", "makeWords(0, 0, 0, 0)");
  const std::string key =
      draft.program.constants[qrt::sourceOf(operands.packing)].key +
      ":starts:" + std::to_string(conv.input.zeroPoint) +
      (form.bias() ? ":" + draft.program.constants[*form.bias()].key : std::string());
  std::vector<int32_t> fours = starts;
  fours.resize((starts.size() + 3) / 4 * 4);
  draft.parameters.addPointer(
      "sum_starts", ElementType::I32,
      {qrt::Operand::Space::Constant, computedConstant(draft.program, key, fours)});
  draft.define("STARTS4(c)", "(((GLOBAL_CONST uint4 *)sum_starts)[(c) / 4])");
}

// Channels4, what is held of four channels.
std::string EpilogueText::channelsText() const {
  std::string members, loads;
  for (const std::string &name : channels) {
    const bool isHalves = halves.contains(name);
    members += "  uint4 " + name + ";\n";
    loads += "  held." + name + " = " + (isHalves ? "widenFour(" : "") + "((GLOBAL_CONST " +
             (isHalves ? "uint2" : "uint4") + " *)" + name + ")[c / 4]" + (isHalves ? ")" : "") +
             ";\n";
  }
  if (channels.empty()) {
    members = "  u32 none;\n";
    loads = "  held.none = 0;\n";
  }
  return "typedef struct {\n" + members +
         "} Channels4;\n"
         "DEVICE Channels4 channels4(int c EPILOGUE_PARAMS) {\n  Channels4 held;\n" +
         loads + "  return held;\n}\n";
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
    return text + packedSteps.data() + "r0, r1, r2, r3, " + std::to_string(steps.low) + ", " +
           std::to_string(steps.high) + ", " + std::to_string(steps.zero) + ");\n}\n";
  }
  return text + packText(conv.result, "result", "r") + "}\n";
}

/// AUXILIARY_FOUR(words, result): of four results as they are stored.
qrt::Status EpilogueText::addAuxiliaryFour() {
  qrt::ScalarProgram program = *operands.epilogue.auxiliary;
  const ElementType type = program.resultType;
  const bool readsHalves = conv.result == ElementType::F16;
  for (qrt::ScalarInput &input : program.inputs) // widened as they are taken apart
    input.storage = readsHalves ? ElementType::F32 : input.storage;
  if (type == ElementType::F16) // rounded as they are packed
    program.resultType = ElementType::F32;
  const std::string result(cTypeName(readsHalves ? ElementType::F32 : conv.result));
  QRT_RETURN_IF_ERROR(addAuxiliary(draft, program, result, type));
  std::string text = "DEVICE void auxiliaryFour(u32 *words, const u32 *result) {\n";
  for (const std::string i : {"0", "1", "2", "3"})
    text += "  const " + std::string(cTypeName(program.resultType)) + " r" + i + " = auxiliaryOf(" +
            elementText(conv.result, "result", i) + ");\n";
  draft.appendFunctions(text + packText(type, "words", "r") + "}\n");
  draft.define("AUXILIARY", "auxiliary");
  draft.define("AUXILIARY_TYPE", qrt::elementTypeName(type));
  draft.define("AUXILIARY_FOUR", "auxiliaryFour");
  return {};
}

qrt::Status EpilogueText::append(const std::vector<int32_t> &starts) {
  const bool areHalves = conv.input.type == ElementType::F16 && conv.result == ElementType::F16;
  qrt::Expected<ScalarText> body = printScalarProgram(
      form.rest(), inputs, {}, areHalves ? FunctionsOf::Device : FunctionsOf::Project);
  if (!body)
    return {body.status().code(), "layer '" + draft.node.name + "': " + body.status().message()};
  defineStarts(starts);
  if (operands.epilogue.auxiliary)
    QRT_RETURN_IF_ERROR(addAuxiliaryFour());
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
                        " finished(Sum acc, const u32 *side, int i" + takes + ") {\n" + body->body +
                        "}\n" + fourText());
  return {};
}

} // namespace

qrt::Status addTensorEpilogue(LaunchDraft &draft, const TensorConv &conv,
                              const TensorOperands &operands) {
  const std::vector<ChannelSums> sums = sumsOf(draft.program, conv, operands.packing);
  const TensorForm form(draft.program, conv, operands, sums);
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
