#include "lowering/emit/lines.h"

#include "lowering/emit/scalar/scalar_c.h"
#include "lowering/emit/walk.h"

namespace qopt {

qrt::Extent defineLines(
    LaunchDraft &draft, const qrt::Extent &leading, const qrt::StridedWalk &walk,
    std::initializer_list<std::pair<std::string_view, const qrt::StridedAccess *>> accesses) {
  std::vector<const qrt::StridedAccess *> pointers;
  for (const auto &[name, access] : accesses)
    pointers.push_back(access);
  const MergedWalk merged = mergeWalk(leading, walk, pointers);
  constexpr uint32_t workGroup = 16;
  defineWalk(draft, merged, 1, workGroup);
  size_t i = 0;
  for (const auto &[name, access] : accesses)
    defineIndex(draft, name, merged, i++, access->offset);
  return merged.leading;
}

qrt::Status appendFunction(LaunchDraft &draft, std::string_view name,
                           const qrt::ScalarProgram &program) {
  std::vector<std::string> texts;
  std::string parameters;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    texts.push_back("x" + std::to_string(i));
    parameters +=
        (i ? ", " : "") + std::string(cTypeName(program.inputs[i].storage)) + " " + texts.back();
  }
  qrt::Expected<ScalarText> text = printScalarProgram(program, texts);
  if (!text)
    return {text.status().code(), "layer '" + draft.node.name + "': " + text.status().message()};
  draft.appendFunctions(text->tables + "DEVICE " + std::string(cTypeName(program.resultType)) +
                        " " + std::string(name) + "(" + parameters + ") {\n" + text->body + "}\n");
  return {};
}

qrt::ElementType valueType(qrt::ElementType type) {
  switch (*qrt::loadedType(type)) {
  case qrt::ScalarType::F32: return qrt::ElementType::F32;
  case qrt::ScalarType::I32: return qrt::ElementType::I32;
  case qrt::ScalarType::I64: return qrt::ElementType::I64;
  }
  return qrt::ElementType::F32;
}

qrt::Status defineLoaded(LaunchDraft &draft, qrt::ElementType type) {
  draft.defineType("VALUE_TYPE", valueType(type));
  qrt::ScalarBuilder b;
  auto x = b.input({qrt::ScalarInputKind::Tensor, type, 0});
  return appendFunction(draft, "loaded", b.finish(x, valueType(type)));
}

} // namespace qopt
