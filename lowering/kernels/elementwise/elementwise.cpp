// Elementwise programs along a walk, by runs of neighbours.
#include "lowering/emit/loaded_runs.h"
#include "lowering/emit/scalar/scalar_c.h"
#include "lowering/emit/walk.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::elementwise {
namespace {

using qrt::ElementwiseCall;

// CPUs take runs of neighbours (vector code inside an item); GPUs one value an item (neighbouring
// items share a memory transaction), or whole runs of up to eight neighbours where they lie
// aligned.
struct Form {
  int64_t run;
  uint32_t workGroup;
};
constexpr Form ofCpus{32, 16}, ofGpus{1, 128};
/// A program of at most so many instructions is short: an item has its text once for each of its
/// elements.
constexpr size_t fewInstructions = 32;

std::string whyTypeNot(const ElementwiseCall &call) {
  std::string reason = whyTypesNot(scalarTypes, {call.program.resultType});
  for (const qrt::ScalarInput &input : call.program.inputs)
    if (reason.empty())
      reason = whyTypesNot(scalarTypes, {input.storage});
  return reason;
}
std::string againstCpu(const CallSite &site, const ElementwiseCall &call) {
  return firstReason({whyTypeNot(call), whyNotCpu(site.device)});
}
std::string againstGpu(const CallSite &site, const ElementwiseCall &call) {
  return firstReason({whyTypeNot(call), whyNotGpu(site.device)});
}

/// Inputs holds how the program's inputs are written, and the parameters that they need; of tensors
/// through which whole runs go, also how an item loads its run.
class Inputs {
public:
  Inputs(LaunchDraft &draft, const ElementwiseCall &call, const MergedWalk &walk, int64_t run)
      : draft(draft), call(call), walk(walk), run(run) {}

  qrt::Status add(const qrt::ScalarInput &input, size_t access) {
    loads.emplace_back();
    texts.emplace_back();
    const std::string number = std::to_string(input.index);
    switch (input.kind) {
    case Kind::Tensor: {
      if (input.index >= call.tensors.size())
        break;
      const qrt::ElementwiseOperandRef &tensor = call.tensors[input.index];
      draft.parameters.addPointer("tensor" + number, input.storage, tensor.operand);
      const std::string index = indexText(walk, access, tensor.access.offset);
      texts.back() = "tensor" + number + "[" + index + "]";
      if (run > 1 && alignedRun(walk, access, tensor.access.offset, run) == run)
        addRun(input.storage, "tensor" + number, index);
      return {};
    }
    case Kind::Indexed: {
      if (input.index >= call.indexed.size())
        break;
      const qrt::IndexedOperandRef &indexed = call.indexed[input.index];
      draft.parameters.addPointer("indexed" + number, input.storage, indexed.operand);
      loads.back() = {"indexed" + number, indexed.access.offset, indexed.access.strides};
      return {};
    }
    case Kind::Size:
      if (input.index >= call.sizes.size())
        break;
      draft.parameters.add("size" + number, "int ", call.sizes[input.index]);
      texts.back() = "size" + number;
      return {};
    case Kind::Coordinate: texts.back() = indexText(walk, access, 0); return {};
    case Kind::Accumulator:
    case Kind::Count:
    case Kind::Channel: break;
    }
    return qrt::invalidArgument("layer '" + draft.node.name +
                                "': an elementwise program reads what its call does not bind");
  }

  /// An input behind the call's: what a load at `place`, the text of an index, gives.
  void addLoaded(const LoadedRun &loaded, const std::string &place) {
    const std::string tensor = "indexed" + std::to_string(loaded.indexed);
    texts.push_back(tensor + "[" + place + "]");
    addRun(loaded.type, tensor, place);
  }

  std::vector<std::string> texts;
  std::vector<LoadText> loads;
  /// The function of one element has these behind `at, i7`: parameters, and what they are given by
  /// one element and by element j of a run. The others are DECLARE_RUNS's and LOAD_RUNS's
  /// statements.
  std::string values, ofElement, ofRun, declareRuns, loadRuns;

private:
  using Kind = qrt::ScalarInputKind;

  void addRun(qrt::ElementType type, const std::string &tensor, const std::string &index) {
    const std::string name(cTypeName(type)), number = std::to_string(texts.size() - 1);
    const std::string bytes = std::to_string(run * int64_t(qrt::byteWidth(type)));
    declareRuns += "u32 run" + number + "[PARTS][WORDS_OF(" + bytes + ")]; ";
    loadRuns += "loadRun(run" + number + "[k], " + bytes + ", " + tensor + " + " + index + "); ";
    values += ", " + name + " value" + number;
    ofElement += ", " + texts.back();
    ofRun += ", ELEMENT_OF(" + name + ", run" + number + "[k], j)";
    texts.back() = "value" + number;
  }

  LaunchDraft &draft;
  const ElementwiseCall &call;
  const MergedWalk &walk;
  const int64_t run;
};

/// The neighbours that an item computes together: 16 bytes of the widest type of which neighbours
/// lie side by side.
int64_t wholeRunOf(const LaunchDraft &draft, const ElementwiseCall &call, const MergedWalk &walk) {
  if (!draft.device.isGpu)
    return 1;
  int64_t widest = qrt::byteWidth(call.program.resultType);
  for (size_t i = 0; i < call.program.inputs.size(); ++i)
    if (call.program.inputs[i].kind == qrt::ScalarInputKind::Tensor &&
        walk.strides[1 + i].back() == 1)
      widest = std::max<int64_t>(widest, qrt::byteWidth(call.program.inputs[i].storage));
  const int64_t most = call.program.instructions.size() <= fewInstructions ? 16 : 8;
  int64_t run = alignedRun(walk, 0, call.output.offset, std::min(most, 16 / widest));
  constexpr int64_t few = 4; // whole lines an item: see runOf
  if (walk.sizes.size() > 1 && walk.sizes.back() < run && walk.sizes.back() <= few)
    return 1;
  while (walk.sizes.size() > 1 && walk.sizes.back() < run)
    run /= 2;
  return run;
}

/// Tells whether the call's items, each with one run, fill what the device holds of them so often
/// that half of that is left where one has `together`, from the range's first batch on.
bool itemsFillDevice(const LaunchDraft &draft, const MergedWalk &walk, int64_t run,
                     int64_t together) {
  constexpr int64_t itemsOfUnit = 1024;
  int64_t points = walk.leading.at(draft.batches.first), runs = 1;
  for (size_t d = 1; d + 1 < walk.sizes.size(); ++d)
    points *= walk.sizes[d];
  if (walk.sizes.size() > 1)
    runs = (walk.sizes.back() + run - 1) / run;
  else
    points /= run;
  return points * runs / together >= draft.device.computeUnits * itemsOfUnit;
}

/// Returns how many runs, a group's items apart, an item takes: with one of them it waits longer
/// for memory than it computes.
int64_t togetherOf(const LaunchDraft &draft, const MergedWalk &walk, int64_t run) {
  constexpr int64_t most = 4, wordsOfRuns = 32, wordsOfRun = 4;
  const int64_t tensors = std::max<int64_t>( // one value for a whole run takes none of its words
      1, std::count_if(walk.strides.begin() + 1, walk.strides.end(),
                       [](const std::vector<int64_t> &strides) { return strides.back() != 0; }));
  int64_t together = most;
  while (together > 1 && (together * tensors * wordsOfRun > wordsOfRuns ||
                          !itemsFillDevice(draft, walk, run, together)))
    together /= 2;
  return together;
}

/// Lets an item take the same whole run of neighbouring lines, if that loads once what all lines
/// read alike, as a norm's gains by channel; else runs that lie apart.
RunsOfItem wholeRunsOfItem(const LaunchDraft &draft, const MergedWalk &walk, int64_t run) {
  constexpr int64_t lines = 4;
  const auto isShared = [](const std::vector<int64_t> &strides) {
    return strides.back() == 1 &&
           std::all_of(strides.begin(), strides.end() - 1, [](int64_t s) { return s == 0; });
  };
  constexpr int64_t several = 2; // one alone costs less than lines that lie apart
  if (walk.sizes.size() > 1 &&
      std::count_if(walk.strides.begin() + 1, walk.strides.end(), isShared) >= several)
    return {.lines = itemsFillDevice(draft, walk, run, lines) ? lines : 1};
  // An item one of whose runs is a line's end takes them all element by element.
  const bool areWhole = walk.sizes.size() < 2 || walk.sizes.back() % run == 0;
  return {.together = areWhole ? togetherOf(draft, walk, run) : 1};
}

/// Returns whether items share what places along a long line cost, each with several of its
/// elements.
bool isSpread(const LaunchDraft &draft, const MergedWalk &walk) {
  constexpr int64_t isLong = 32;
  return draft.device.isGpu && walk.sizes.size() > 1 && walk.sizes.back() >= isLong &&
         walk.strides[0].back() == 1;
}

/// Returns how the walk moves through an input: a coordinate is one step along its own dimension.
qrt::StridedAccess accessOf(const qrt::ScalarInput &input, const ElementwiseCall &call) {
  if (input.kind == qrt::ScalarInputKind::Tensor && input.index < call.tensors.size())
    return call.tensors[input.index].access;
  qrt::StridedAccess access{std::vector<int64_t>(call.walk.sizes.size(), 0)};
  if (input.kind == qrt::ScalarInputKind::Coordinate && input.index < access.strides.size())
    access.strides[input.index] = 1;
  return access;
}

bool guards(const qrt::ScalarProgram &program) {
  return std::any_of(program.instructions.begin(), program.instructions.end(),
                     [](const auto &i) { return i.op == qrt::ScalarOp::GuardIndex; });
}

/// The program without the loads through which runs go, which `inputs` has then.
qrt::Expected<qrt::ScalarProgram> withLoadedRuns(LaunchDraft &draft, const ElementwiseCall &call,
                                                 const MergedWalk &walk, int64_t run,
                                                 Inputs &inputs) {
  qrt::ScalarProgram program = call.program;
  const std::vector<LoadedRun> runs = takeLoadedRuns(program, walk, call.indexed, run);
  for (size_t i = 0; i < runs.size(); ++i) {
    const std::vector<std::string> texts(inputs.texts.begin(),
                                         inputs.texts.begin() + call.program.inputs.size());
    qrt::Expected<ScalarText> text = printScalarProgram(runs[i].place, texts, inputs.loads);
    if (!text)
      return text.status();
    const std::string name = "place" + std::to_string(i);
    draft.appendFunctions(text->tables + "DEVICE i64 " + name +
                          "(Outer at, int i7 EPILOGUE_PARAMS) {\n" + text->body + "}\n");
    inputs.addLoaded(runs[i], name + "(at, i7 EPILOGUE_ARGS)");
  }
  return program;
}

void defineRuns(LaunchDraft &draft, const ElementwiseCall &call, const MergedWalk &walk,
                int64_t wholeRun, const Form &form) {
  constexpr int64_t spreadRun = 4, pairWidth = 2;
  const bool spreads = wholeRun == 1 && isSpread(draft, walk);
  const int64_t run = spreads ? spreadRun : wholeRun > 1 ? wholeRun : runOf(draft, walk, form.run);
  const bool isShort = draft.device.isGpu && wholeRun == 1 && run > 1 && run == walk.sizes.back();
  if (spreads)
    draft.define("IS_SPREAD", 1);
  else if (isShort)
    draft.define("IS_SHORT", 1);
  if (isShort && qrt::byteWidth(call.program.resultType) <= pairWidth &&
      alignedRun(walk, 0, call.output.offset, 2) == 2)
    draft.define("STORES_PAIRS", 1);
  RunsOfItem runs;
  if (wholeRun > 1)
    runs = wholeRunsOfItem(draft, walk, run);
  else if (isShort || (spreads && call.program.instructions.size() <= fewInstructions))
    runs.together = togetherOf(draft, walk, run);
  defineWalk(draft, walk, run, form.workGroup, runs);
}

template <Form form> qrt::Status emit(LaunchDraft &draft, const ElementwiseCall &call) {
  std::vector<qrt::StridedAccess> accesses{call.output};
  for (const qrt::ScalarInput &input : call.program.inputs)
    accesses.push_back(accessOf(input, call));
  std::vector<const qrt::StridedAccess *> pointers;
  for (const qrt::StridedAccess &access : accesses)
    pointers.push_back(&access);
  const MergedWalk walk = withLongRuns(mergeWalk(call.leading, call.walk, pointers), form.run);
  const int64_t wholeRun = wholeRunOf(draft, call, walk);
  defineRuns(draft, call, walk, wholeRun, form);
  defineIndex(draft, "TARGET_INDEX", walk, 0, call.output.offset);
  draft.output();
  draft.argument(walk.leading);
  draft.beginEarly();
  Inputs inputs(draft, call, walk, wholeRun);
  for (size_t i = 0; i < call.program.inputs.size(); ++i)
    if (qrt::Status status = inputs.add(call.program.inputs[i], 1 + i); !status.ok())
      return status;
  if (guards(call.program))
    draft.addFault();
  qrt::Expected<qrt::ScalarProgram> program = withLoadedRuns(draft, call, walk, wholeRun, inputs);
  if (!program)
    return program.status();
  qrt::Expected<ScalarText> text = printScalarProgram(*program, inputs.texts, inputs.loads);
  if (!text)
    return {text.status().code(), "layer '" + draft.node.name + "': " + text.status().message()};
  draft.defineType("OUTPUT_TYPE", call.program.resultType);
  draft.defineParameters();
  draft.define("ELEMENT(at, i7)", "element(at, i7" + inputs.ofElement + " EPILOGUE_ARGS)");
  if (wholeRun > 1) {
    draft.define("DECLARE_RUNS", inputs.declareRuns);
    draft.define("LOAD_RUNS(at, i7, k)", inputs.loadRuns);
    draft.define("ELEMENT_OF_RUN(at, i7, k, j)",
                 "element(at, i7" + inputs.ofRun + " EPILOGUE_ARGS)");
  }
  draft.appendFunctions(text->tables + "DEVICE OUTPUT_TYPE element(Outer at, int i7" +
                        inputs.values + " EPILOGUE_PARAMS) {\n" + text->body + "}\n");
  return {};
}

// Batches are large where samples are small, as tokens or rows of a table are.
constexpr int64_t largeBatches[] = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18};

constexpr DeviceKernel kernels[] = {
    {.name = "elementwise.cpu",
     .family = ElementwiseCall::family,
     .preference = 400,
     .text = {"elementwise", "elementwise.cl", "walk.h"},
     .against = typed<againstCpu>,
     .emit = typed<emit<ofCpus>>},
    {.name = "elementwise.gpu",
     .family = ElementwiseCall::family,
     .preference = 410,
     .text = {"elementwise", "elementwise.cl", "walk.h", "runs.h"},
     .against = typed<againstGpu>,
     .emit = typed<emit<ofGpus>>,
     .dependsOnRange = true,
     .largerRanges = largeBatches},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::elementwise
