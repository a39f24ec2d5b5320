// Elementwise programs, strided copies, fills and range taps.
#include "lowering/emit/extents.h"
#include "lowering/emit/launch.h"
#include "lowering/emit/scalar_c.h"
#include "lowering/emit/walk.h"

namespace qopt {
namespace {

using qrt::ElementType;
using qrt::Extent;

/// Sizes of a walk for walk.h, and the items that cover it.
void defineWalk(LaunchDraft &draft, const MergedWalk &walk) {
  const size_t rank = walk.sizes.size();
  const int64_t run = draft.row.tile.channels();
  draft.define("RUN", run);
  int64_t between = 1; // points of the dimensions strictly between first and last
  for (size_t position = 1; position < qrt::maxRank - 1; ++position) {
    // Right-aligned, dimension 0 apart: see indexText.
    const size_t missing = qrt::maxRank - rank;
    const int64_t size = position > missing ? walk.sizes[position - missing] : 1;
    draft.define("SIZE_" + std::to_string(position), size);
    between *= size;
  }
  if (rank == 1) {
    draft.define("OUTER(leading)", "1");
    draft.define("INNER(leading)", "(leading)");
    draft.items(divideExtent(walk.leading, run));
    return;
  }
  draft.define("OUTER(leading)", "((leading) * " + std::to_string(between) + ")");
  draft.define("INNER(leading)", std::to_string(walk.sizes.back()));
  draft.items(timesExtent(walk.leading, between * ((walk.sizes.back() + run - 1) / run)));
}

/// The unsigned type of an element's width.
std::string widthType(ElementType type) { return "u" + std::to_string(8 * qrt::byteWidth(type)); }

ElementType outputType(const LaunchDraft &draft) {
  return draft.program.buffers[draft.node.writes.front()].type;
}

void defineIndex(LaunchDraft &draft, std::string_view name, const MergedWalk &walk, size_t access,
                 int64_t offset) {
  draft.define(std::string(name) + "(at, i7)", indexText(walk, access, offset));
}

} // namespace

qrt::Status emit(LaunchDraft &draft, const qrt::ElementwiseCall &call) {
  std::vector<const qrt::StridedAccess *> accesses{&call.output};
  for (const qrt::ElementwiseOperandRef &tensor : call.tensors)
    accesses.push_back(&tensor.access);
  const MergedWalk walk = mergeWalk(call.leading, call.walk, accesses);
  defineWalk(draft, walk);
  defineIndex(draft, "TARGET_INDEX", walk, 0, call.output.offset);
  draft.output();
  draft.argument(walk.leading);
  std::string declarations, names;
  std::vector<std::string> inputs;
  std::vector<bool> bound(call.tensors.size());
  for (const qrt::ScalarInput &input : call.program.inputs) {
    if (input.kind != qrt::ScalarInputKind::Tensor || input.index >= call.tensors.size())
      return qrt::invalidArgument("layer '" + draft.node.name +
                                  "': an elementwise program reads bound tensors only");
    const std::string name = "tensor" + std::to_string(input.index);
    const qrt::ElementwiseOperandRef &tensor = call.tensors[input.index];
    inputs.push_back(name + "[" + indexText(walk, 1 + input.index, tensor.access.offset) + "]");
    if (bound[input.index])
      continue;
    bound[input.index] = true;
    declarations +=
        ", GLOBAL_CONST " + std::string(cTypeName(input.storage)) + " *RESTRICT " + name;
    names += ", " + name;
    draft.argument(tensor.operand);
  }
  qrt::Expected<ScalarText> text = printScalarProgram(call.program, inputs);
  if (!text)
    return {text.status().code(), "layer '" + draft.node.name + "': " + text.status().message()};
  draft.defineType("OUTPUT_TYPE", call.program.resultType);
  draft.define("EPILOGUE_PARAMS", declarations);
  draft.define("EPILOGUE_ARGS", names);
  draft.define("ELEMENT(at, i7)", "element(at, i7 EPILOGUE_ARGS)");
  draft.appendFunctions(text->tables +
                        "DEVICE OUTPUT_TYPE element(Outer at, int i7 "
                        "EPILOGUE_PARAMS) {\n" +
                        text->body + "}\n");
  return {};
}

qrt::Status emit(LaunchDraft &draft, const qrt::CopyCall &call) {
  const MergedWalk walk = mergeWalk(call.leading, call.walk, {&call.source, &call.target});
  defineWalk(draft, walk);
  draft.define("ELEMENT_TYPE", widthType(outputType(draft)));
  defineIndex(draft, "SOURCE_INDEX", walk, 0, call.source.offset);
  defineIndex(draft, "TARGET_INDEX", walk, 1, call.target.offset);
  draft.argument(call.input);
  draft.output();
  draft.argument(walk.leading);
  return {};
}

qrt::Status emit(LaunchDraft &draft, const qrt::FillCall &call) {
  const ElementType type = outputType(draft);
  const size_t bits = 8 * qrt::byteWidth(type);
  const uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  const int64_t run = draft.row.tile.channels();
  draft.define("ELEMENT_TYPE", widthType(type));
  draft.define("FILL_BITS", "((u64)" + std::to_string(call.bits & mask) + "UL)");
  draft.define("RUN", run);
  draft.output();
  draft.argument(call.count);
  draft.items(divideExtent(call.count, run));
  return {};
}

qrt::Status emit(LaunchDraft &draft, const qrt::ObserveCall &call) {
  draft.defineGroup();
  draft.argument(call.input);
  draft.argument(qrt::ObservationStore{});
  draft.argument(call.count);
  draft.argument(Extent{0, int64_t(call.index), 1});
  // Each item of a group takes `width` values.
  draft.items(divideExtent(call.count, int64_t(draft.row.workGroup) * draft.row.tile.width));
  return {};
}

} // namespace qopt
