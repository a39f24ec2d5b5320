#include "lowering/emit/products/attention.h"

#include "lowering/emit/scalar/scalar_c.h"

#include <algorithm>

namespace qopt {

using qrt::AttentionCall;
using qrt::ElementType;

namespace {

/// Returns C text for the place, in elements, at which matrix n of an operand begins.
std::string beginText(const AttentionCall &call, const qrt::StridedAccess &access) {
  std::string text = "((i64)" + std::to_string(access.offset);
  int64_t divisor = 1;
  for (size_t d = call.matrices.sizes.size(); d-- > 0; divisor *= call.matrices.sizes[d]) {
    std::string at = divisor == 1 ? "(n)" : "((n) / " + std::to_string(divisor) + ")";
    if (d > 0)
      at = "(" + at + " % " + std::to_string(call.matrices.sizes[d]) + ")";
    if (access.strides[d] != 0)
      text += " + (i64)" + at + " * " + std::to_string(access.strides[d]);
  }
  return text + ")";
}

void defineOperand(LaunchDraft &draft, const std::string &name, const AttentionCall &call,
                   const qrt::ElementwiseOperandRef &operand) {
  const qrt::StridedAccess &access = operand.access;
  const size_t rank = call.matrices.sizes.size();
  const int64_t chunk = 16 / int64_t(qrt::byteWidth(draft.site().typeOf(operand.operand)));
  draft.define(name + "_AT(n)", beginText(call, access));
  draft.define(name + "_ROW", access.strides[rank]);
  draft.define(name + "_ELEMENT", access.strides[rank + 1]);
  const bool isAligned =
      access.offset % chunk == 0 &&
      std::all_of(access.strides.begin(), access.strides.begin() + int64_t(rank) + 1,
                  [&](int64_t stride) { return stride % chunk == 0; });
  draft.define(name + "_CHUNKS", access.strides[rank + 1] == 1 && isAligned);
}

void defineResult(LaunchDraft &draft, const AttentionCall &call) {
  const qrt::EpilogueStrides dense{.sample = call.innerMatrices * call.rows * call.width,
                                   .pixel = call.width,
                                   .channel = 1,
                                   .inner = call.rows * call.width};
  const qrt::EpilogueStrides result = call.epilogue.result.value_or(dense);
  const std::string inner = std::to_string(call.innerMatrices);
  const std::string begin = resultFirst(draft, call.epilogue);
  draft.define("RESULT_ROW(n, row)", "(" + begin + " + (i64)((n) / " + inner + ") * " +
                                         std::to_string(result.sample) + " + (i64)((n) % " + inner +
                                         ") * " + std::to_string(result.inner) +
                                         " + (i64)(row) * " + std::to_string(result.pixel) + ")");
}

/// `name`Stored(value, …): what a program makes of it, as it is stored.
qrt::Status defineFunction(LaunchDraft &draft, const std::string &name, const std::string &takes,
                           const qrt::ScalarProgram &program,
                           const std::vector<std::string> &inputs) {
  qrt::Expected<ScalarText> text = printScalarProgram(program, inputs);
  if (!text)
    return {text.status().code(), "layer '" + draft.node.name + "': " + text.status().message()};
  draft.appendFunctions("DEVICE " + std::string(cTypeName(program.resultType)) + " " + name +
                        "Stored(" + takes + " EPILOGUE_PARAMS) {\n" + text->body + "}\n");
  return {};
}

qrt::Status defineScore(LaunchDraft &draft, const AttentionCall &call) {
  const size_t rank = call.matrices.sizes.size();
  std::vector<std::string> inputs;
  ElementType accumulator = ElementType::F32;
  for (const qrt::ScalarInput &input : call.scoring.inputs) {
    if (input.kind == qrt::ScalarInputKind::Accumulator) {
      accumulator = input.storage;
      inputs.push_back("acc");
      continue;
    }
    const qrt::ElementwiseOperandRef &mask = call.masks[input.index];
    const std::string name = "mask" + std::to_string(input.index);
    draft.parameters.addPointer(name, input.storage, mask.operand);
    inputs.push_back(name + "[" + beginText(call, mask.access) + " + (i64)p * " +
                     std::to_string(mask.access.strides[rank]) + " + (i64)c * " +
                     std::to_string(mask.access.strides[rank + 1]) + "]");
  }
  draft.define("SCORE(acc, n, p, c)",
               loadedText(call.scoring.resultType, "scoreStored(acc, n, p, c EPILOGUE_ARGS)"));
  return defineFunction(draft, "score",
                        std::string(cTypeName(accumulator)) + " acc, i32 n, i32 p, i32 c",
                        call.scoring, inputs);
}

qrt::Status defineWeight(LaunchDraft &draft, const AttentionCall &call) {
  std::vector<std::string> inputs;
  bool readsScore = false;
  for (const qrt::ScalarInput &input : call.weighting.inputs) {
    const bool isScore = input.kind == qrt::ScalarInputKind::Tensor;
    readsScore |= isScore;
    inputs.push_back(isScore ? "score" : "acc");
  }
  draft.define("WEIGHT_READS_SCORE", readsScore);
  draft.define("WEIGHT(acc, score)",
               loadedText(call.weighting.resultType, "weightStored(acc, score EPILOGUE_ARGS)"));
  qrt::ScalarProgram program = call.weighting;
  for (qrt::ScalarInput &input : program.inputs)
    input.storage = ElementType::F32; // a score is handed on widened
  return defineFunction(draft, "weight", "f32 acc, f32 score", program, inputs);
}

} // namespace

qrt::Status defineAttention(LaunchDraft &draft, const AttentionCall &call) {
  QRT_RETURN_IF_ERROR(requireIndex32(
      draft, {qrt::matricesOf(call) * call.rows, call.keys * call.depth, call.rows * call.keys}));
  draft.define("KEYS", call.keys);
  draft.define("DEPTH", call.depth);
  draft.define("WIDTH", call.width);
  defineOperand(draft, "QUERY", call, call.query);
  defineOperand(draft, "KEY", call, call.key);
  defineOperand(draft, "VALUE", call, call.value);
  defineResult(draft, call);
  for (const qrt::ElementwiseOperandRef *operand : {&call.query, &call.key, &call.value})
    draft.argument(operand->operand);
  draft.output();
  draft.argument(qrt::Extent{0, call.rows, 1});
  return {};
}

void defineByteTypes(LaunchDraft &draft, const AttentionCall &call) {
  const CallSite site = draft.site();
  const std::pair<std::string_view, ElementType> types[] = {
      {"INPUT_TYPE", site.typeOf(call.query.operand)},
      {"QUERY_TYPE", site.typeOf(call.query.operand)},
      {"KEY_TYPE", site.typeOf(call.key.operand)},
      {"WEIGHT_TYPE", call.weighting.resultType},
      {"VALUE_TYPE", site.typeOf(call.value.operand)}};
  for (const auto &[name, type] : types)
    draft.define(name, qrt::elementTypeName(type));
}

qrt::Status addAttentionPrograms(LaunchDraft &draft, const AttentionCall &call) {
  QRT_RETURN_IF_ERROR(defineScore(draft, call));
  QRT_RETURN_IF_ERROR(defineWeight(draft, call));
  return addEpilogue(draft, call.epilogue, {}, 1, call.innerMatrices);
}

} // namespace qopt
