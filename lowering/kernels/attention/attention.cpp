// Attention in one call: a group's warps hold 16 queries each and run along the keys.
#include "lowering/emit/extents.h"
#include "lowering/emit/launch.h"
#include "lowering/emit/rounding.h"
#include "lowering/emit/scalar_c.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::attention {
namespace {

using qrt::AttentionCall;
using qrt::ElementType;

/// A group's, in elements and bytes of local memory.
struct Tile {
  int64_t rows = 0, step = 0;                       // queries, keys at a time
  int64_t depth = 0, width = 0;                     // padded to what the tensor cores take
  int64_t keyPitch = 0, valuePitch = 0, stages = 0; // bytes; stages of keys and values
  bool valuesReplaceKeys = false;                   // they come when all scores are computed
  int64_t localBytes = 0;
};

Tile tileOf(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters) {
  Tile tile;
  const bool isFloat = site.typeOf(call.query.operand) == ElementType::F32;
  const int64_t bytes = isFloat ? 4 : 2;
  tile.rows = 16 * parameters.down;
  tile.step = std::min<int64_t>(parameters.channels, roundUp(call.keys, 16));
  tile.depth = roundUp(call.depth, 16);
  tile.width = roundUp(call.width, 16);
  // Behind each row so much that what a warp reads at once lies in different banks.
  tile.keyPitch = tile.depth * bytes + (isFloat ? 32 : 16);
  tile.valuePitch = tile.width * bytes + 16;
  tile.stages = tile.step < call.keys ? 2 : 1;
  // So twice as many groups of floats fit a multiprocessor; of halves, enough do.
  tile.valuesReplaceKeys = isFloat && tile.stages == 1;
  const int64_t stage =
      tile.step * (tile.valuesReplaceKeys ? std::max(tile.keyPitch, tile.valuePitch)
                                          : tile.keyPitch + tile.valuePitch);
  const int64_t results = tile.rows * (tile.width + 8) * 4;
  tile.localBytes = std::max(tile.rows * tile.keyPitch + tile.stages * stage, results);
  return tile;
}

template <ElementType type> std::string against(const CallSite &site, const AttentionCall &call) {
  constexpr int64_t warp = 32;
  return firstReason(
      {whyTypesNot({type}, {site.typeOf(call.query.operand), site.typeOf(call.key.operand),
                            site.typeOf(call.value.operand)}),
       whyNotGpu(site.device), whyCapabilityNot(site.device, 80),
       whyGroupNot(site.device, warp, 0)});
}

std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  // Registers: an item holds a quarter of a row's scores and of its results, twice.
  constexpr int64_t most = 160;
  const Tile tile = tileOf(site, call, parameters);
  if (parameters.channels > 64 && parameters.channels / 2 >= call.keys)
    return "has more keys at a time than there are";
  if ((tile.step + tile.width) / 2 > most)
    return "needs keys at a time and elements of a value to be " + std::to_string(2 * most) +
           " at most";
  if (32 * parameters.down > site.device.maxWorkGroup)
    return "needs work-groups of " + std::to_string(32 * parameters.down);
  if (tile.localBytes > site.device.localMemoryBytes)
    return "needs " + std::to_string(tile.localBytes) + " bytes of local memory, here " +
           std::to_string(site.device.localMemoryBytes);
  return {};
}

// Groups that fit a multiprocessor hide each other's waits; one alone takes as long as a warp of
// it, and copies faster the more warps it has. Measured on an H100 (docs/performance/cuda.md): four
// warps are best; eight wait for each other.
double cost(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const Tile tile = tileOf(site, call, parameters);
  const bool isFloat = site.typeOf(call.query.operand) == ElementType::F32;
  const double matrices = double(call.batch.at(batch)) * double(qrt::matricesOf(call));
  const double groups = matrices * double(divideUp(call.rows, tile.rows));
  const double steps = double(divideUp(call.keys, tile.step));
  const double keys = double(tile.step) * steps * (steps > 1 ? 2 : 1); // scores twice
  const double warps = parameters.down;
  const double copied = keys * double(tile.keyPitch + tile.valuePitch) / (16 * warps);
  const double multiplied = keys * double(tile.depth + tile.width) / (isFloat ? 4 : 16);
  const double alone = 2000 * steps + copied + multiplied + 40 * keys;
  const double resident = std::clamp(
      std::min(double(site.device.localMemoryBytes) / double(tile.localBytes), 16 / warps), 1.0,
      16.0);
  const double waiting = warps > 4 ? 2 : 1; // for each other
  return std::max(1.0, groups / (site.device.computeUnits * resident)) * alone * waiting;
}

/// Where matrix n of an operand begins, as C.
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

/// QUERY_AT(n), QUERY_ROW, QUERY_ELEMENT and whether 16 bytes begin where eight halves or four
/// floats of a row do.
void defineOperand(LaunchDraft &draft, const std::string &name, const AttentionCall &call,
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
qrt::Status defineScore(LaunchDraft &draft, const AttentionCall &call) {
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

qrt::Status emit(LaunchDraft &draft, const AttentionCall &call) {
  const ElementType type = draft.site().typeOf(call.query.operand);
  const int64_t bytes = int64_t(qrt::byteWidth(type));
  const Tile tile = tileOf(draft.site(), call, draft.choice.parameters);
  QRT_RETURN_IF_ERROR(requireIndex32(
      draft, {qrt::matricesOf(call) * call.rows, call.keys * call.depth, call.rows * call.keys}));
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
  const std::string begin = std::to_string(call.epilogue.offset);
  draft.define("RESULT_ROW(n, row)", "(" + begin + " + (i64)((n) / " + inner + ") * " +
                                         std::to_string(result.sample) + " + (i64)((n) % " + inner +
                                         ") * " + std::to_string(result.inner) +
                                         " + (i64)(row) * " + std::to_string(result.pixel) + ")");
  for (const qrt::ElementwiseOperandRef *operand : {&call.query, &call.key, &call.value})
    draft.argument(operand->operand);
  draft.output();
  draft.argument(qrt::Extent{0, call.rows, 1});
  draft.giveLocal(tile.localBytes);
  draft.beginEarly();
  draft.groups(timesExtent(call.batch, qrt::matricesOf(call) * divideUp(call.rows, tile.rows)), 1,
               uint32_t(32 * draft.choice.parameters.down));
  for (auto define : {defineScore, defineWeight}) {
    const qrt::Status defined = define(draft, call);
    if (!defined.ok())
      return defined;
  }
  return addEpilogue(draft, call.epilogue, {}, 1, call.innerMatrices);
}

/// So many warps of 16 queries a group, so many keys at a time.
constexpr KernelParameters tile(int warps, int keys) { return {.channels = keys, .down = warps}; }

constexpr KernelParameters space[] = {tile(4, 64),  tile(4, 128), tile(4, 256), tile(8, 64),
                                      tile(8, 128), tile(2, 64),  tile(2, 128), tile(2, 256),
                                      tile(1, 64),  tile(1, 128)};

/// `behind`: how tensor cores take the type.
template <ElementType type>
constexpr DeviceKernel named(std::string_view name, std::string_view behind) {
  return {.name = name,
          .family = AttentionCall::family,
          .preference = 100,
          .text = {"attention", "attention.cl", "tensor_core.h", behind},
          .against = typed<against<type>>,
          .emit = typed<emit>,
          .space = space,
          .againstParameters = typed<againstParameters>,
          .cost = typed<cost>};
}

constexpr DeviceKernel kernels[] = {
    named<ElementType::F16>("attention.f16", "attention_halves.h"),
    named<ElementType::F32>("attention.f32", "attention_floats.h"),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::attention
