#include "lowering/families/elementwise/launch.h"

#include "lowering/emit/scalar_c.h"
#include "lowering/emit/walk.h"

namespace qopt {

Facts factsOf(const CallSite &, const qrt::ElementwiseCall &call) {
  Facts facts{.types = {call.program.resultType}};
  for (const qrt::ScalarInput &input : call.program.inputs)
    facts.types.push_back(input.storage);
  return facts;
}

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

} // namespace qopt
