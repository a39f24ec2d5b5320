#include "lowering/families/attention/launch.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/scalar_c.h"
#include "lowering/families/attention/choice.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>

namespace qopt {

using qrt::ElementType;

Facts factsOf(const CallSite &site, const qrt::AttentionCall &call) {
  if (site.program.buffers.empty()) // of no program: a table's row is asked for
    return {};
  return {.types = {site.typeOf(call.query.operand), site.typeOf(call.key.operand),
                    site.typeOf(call.value.operand)}};
}

namespace {

/// Where matrix n of an operand begins, as C.
std::string beginText(const qrt::AttentionCall &call, const qrt::StridedAccess &access) {
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

/// QUERY_AT(n), QUERY_ROW, QUERY_ELEMENT and whether 16 bytes begin where eight halves or four
/// floats of a row do.
void defineOperand(LaunchDraft &draft, const std::string &name, const qrt::AttentionCall &call,
                   const qrt::StridedAccess &access, int64_t bytes) {
  const size_t rank = call.matrices.sizes.size();
  const int64_t chunk = 16 / bytes;
  draft.define(name + "_AT(n)", beginText(call, access));
  draft.define(name + "_ROW", access.strides[rank]);
  draft.define(name + "_ELEMENT", access.strides[rank + 1]);
  const bool isAligned =
      access.offset % chunk == 0 &&
      std::all_of(access.strides.begin(), access.strides.begin() + int64_t(rank) + 1,
                  [&](int64_t stride) { return stride % chunk == 0; });
  draft.define(name + "_CHUNKS", access.strides[rank + 1] == 1 && isAligned);
}

/// `name`(value, …): what a program makes of it, as it is read where it is stored.
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

/// SCORE(acc, n, p, c).
qrt::Status defineScore(LaunchDraft &draft, const qrt::AttentionCall &call) {
  const size_t rank = call.matrices.sizes.size();
  std::vector<std::string> inputs;
  for (const qrt::ScalarInput &input : call.scoring.inputs) {
    if (input.kind == qrt::ScalarInputKind::Accumulator) {
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
  return defineFunction(draft, "score", "f32 acc, i32 n, i32 p, i32 c", call.scoring, inputs);
}

/// WEIGHT(acc, score).
qrt::Status defineWeight(LaunchDraft &draft, const qrt::AttentionCall &call) {
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

qrt::Status emit(LaunchDraft &draft, const qrt::AttentionCall &call) {
  const ElementType type =
      qrt::typeOf(draft.program.buffers, draft.program.constants, call.query.operand);
  const int64_t bytes = int64_t(qrt::byteWidth(type));
  const AttentionTile tile = attentionTileOf(call, type, draft.choice.parameters);
  const qrt::Status fits = requireIndex32(
      draft, {qrt::matricesOf(call) * call.rows, call.keys * call.depth, call.rows * call.keys});
  if (!fits.ok())
    return fits;
  draft.define("INPUT_TYPE", qrt::elementTypeName(type));
  const std::pair<std::string_view, int64_t> sizes[] = {
      {"KEYS", call.keys},
      {"DEPTH", call.depth},
      {"WIDTH", call.width},
      {"WARPS", draft.choice.parameters.down},
      {"STEP", tile.step},
      {"EIGHTS", tile.step / 8},
      {"DEPTH_HELD", tile.depth},
      {"WIDTH_HELD", tile.width},
      {"KEY_PITCH", tile.keyPitch},
      {"VALUE_PITCH", tile.valuePitch},
      {"VALUES_REPLACE_KEYS", tile.valuesReplaceKeys},
      {"LOCAL_BYTES", tile.localBytes}};
  for (const auto &[name, value] : sizes)
    draft.define(name, value);
  draft.define("WEIGHTS_ARE_HALVES", call.weighting.resultType == ElementType::F16);
  defineOperand(draft, "QUERY", call, call.query.access, bytes);
  defineOperand(draft, "KEY", call, call.key.access, bytes);
  defineOperand(draft, "VALUE", call, call.value.access, bytes);
  const qrt::EpilogueStrides dense{.sample = call.innerMatrices * call.rows * call.width,
                                   .pixel = call.width,
                                   .channel = 1,
                                   .inner = call.rows * call.width};
  const qrt::EpilogueStrides result = call.epilogue.result.value_or(dense);
  const std::string inner = std::to_string(call.innerMatrices);
  draft.define("RESULT_ROW(n, row)", "((i64)((n) / " + inner + ") * " +
                                         std::to_string(result.sample) + " + (i64)((n) % " + inner +
                                         ") * " + std::to_string(result.inner) +
                                         " + (i64)(row) * " + std::to_string(result.pixel) + ")");
  for (const qrt::ElementwiseOperandRef *operand : {&call.query, &call.key, &call.value})
    draft.argument(operand->operand);
  draft.output();
  draft.argument(qrt::Extent{0, call.rows, 1});
  draft.giveLocal(tile.localBytes);
  draft.beginEarly();
  draft.groups(
      timesExtent(call.batch, qrt::matricesOf(call) * ((call.rows + tile.rows - 1) / tile.rows)), 1,
      uint32_t(32 * draft.choice.parameters.down));
  for (auto define : {defineScore, defineWeight}) {
    const qrt::Status defined = define(draft, call);
    if (!defined.ok())
      return defined;
  }
  return addEpilogue(draft, call.epilogue, {}, 1, call.innerMatrices);
}

} // namespace qopt
