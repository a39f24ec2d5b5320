#include "passes/transforms/transforms.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "passes/passes.h"
#include "passes/transforms/mapping.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using qrt::Status;

namespace qopt {

std::vector<std::string> transformNames() {
  std::vector<std::string> names;
  for (const Mapping &mapping : mappings())
    names.push_back(mapping.name.str());
  return names;
}

// ---- checks ----

static Status errorAt(size_t column, const Twine &what) {
  return qrt::invalidArgument(("column " + Twine(column) + ": " + what).str());
}

static constexpr ArgumentRule ignoresErrors{"ignore_errors", ArgumentKind::Truth};

static const ArgumentRule *findRule(const Mapping &mapping, StringRef name) {
  if (name == ignoresErrors.name)
    return &ignoresErrors;
  for (const ArgumentRule &rule : mapping.arguments)
    if (rule.name == name)
      return &rule;
  return nullptr;
}

static std::string whyNoValue(ArgumentKind kind, StringRef value) {
  int64_t whole = 0;
  double number = 0;
  switch (kind) {
  case ArgumentKind::Text: return "";
  case ArgumentKind::Whole:
    return value.getAsInteger(10, whole) || whole < 0 ? "a whole number from 0 on" : "";
  case ArgumentKind::Number: return value.getAsDouble(number) ? "a number" : "";
  case ArgumentKind::Truth: return value == "true" || value == "false" ? "" : "true or false";
  }
  return "";
}

static Status checkArgument(const Transform &transform, const Mapping &mapping, size_t index) {
  const TransformArgument &argument = transform.arguments[index];
  const ArgumentRule *rule = findRule(mapping, argument.name);
  if (!rule) {
    std::vector<std::string> known{ignoresErrors.name.str()};
    for (const ArgumentRule &one : mapping.arguments)
      known.push_back(one.name.str());
    std::string near = didYouMean(argument.name, known);
    return errorAt(argument.column,
                   transform.name + " has no argument '" + argument.name + "'" +
                       (near.empty() ? "; it has " + llvm::join(known, ", ") : near));
  }
  for (size_t i = 0; i < index; ++i)
    if (transform.arguments[i].name == argument.name && !rule->isRepeated)
      return errorAt(argument.column, "'" + argument.name + "' is given twice");
  if (std::string why = whyNoValue(rule->kind, argument.value); !why.empty())
    return errorAt(argument.column,
                   "'" + argument.name + "' is '" + argument.value + "', not " + why);
  return {};
}

static Status checkTransform(const Transform &transform) {
  const Mapping *mapping = findMapping(transform.name);
  if (!mapping)
    return errorAt(transform.column, "no transform '" + transform.name + "'" +
                                         didYouMean(transform.name, transformNames()));
  for (size_t i = 0; i < transform.arguments.size(); ++i)
    if (Status status = checkArgument(transform, *mapping, i); !status.ok())
      return status;
  const Arguments arguments(transform);
  for (const ArgumentRule &rule : mapping->arguments)
    if (rule.isRequired && !arguments.has(rule.name))
      return errorAt(transform.column, transform.name + " needs " + rule.name + "=");
  for (auto [low, high] : {std::pair("input_min", "input_max"), {"fallback_min", "fallback_max"}})
    if (arguments.has(low) != arguments.has(high))
      return errorAt(transform.column,
                     Twine(transform.name) + " needs both " + low + "= and " + high + "=");
  if (arguments.has("min_percentile") || arguments.has("max_percentile"))
    return errorAt(transform.column, transform.name +
                                         " takes ranges as they are measured: qrun calibrate "
                                         "--calibrator=percentile cuts off what is rare");
  if (mapping->isRefused)
    return errorAt(transform.column,
                   transform.name + " has no meaning here: " + mapping->note.str());
  const size_t named = arguments.all("name").size();
  if (arguments.all("type_for_name").size() > named ||
      arguments.all("shape_for_name").size() > named)
    return errorAt(transform.column,
                   transform.name + " has a type_for_name or shape_for_name without its name=");
  return {};
}

Status checkTransforms(const std::vector<Transform> &transforms) {
  for (const Transform &transform : transforms)
    if (Status status = checkTransform(transform); !status.ok())
      return status;
  return {};
}

// ---- sizes and types of inputs ----

// Collects values by input; "" stands for all that have none of their own.
static std::map<std::string, std::string> stated(const std::vector<Transform> &transforms,
                                                 StringRef all, StringRef forName) {
  std::map<std::string, std::string> result;
  for (const Transform &transform : transforms) {
    const Arguments arguments(transform);
    if (transform.name != "strip_unused_nodes")
      continue;
    if (arguments.has(all))
      result[""] = arguments.text(all);
    std::vector<std::string> names = arguments.all("name"), own = arguments.all(forName);
    for (size_t i = 0; i < std::min(names.size(), own.size()); ++i)
      result[names[i]] = own[i];
  }
  return result;
}

std::map<std::string, std::string> statedSizes(const std::vector<Transform> &transforms) {
  std::map<std::string, std::string> sizes = stated(transforms, "shape", "shape_for_name");
  for (auto &[name, text] : sizes) { // "1,299,299,3" → "1x299x299x3"
    SmallVector<StringRef> parts;
    StringRef(text).split(parts, ',');
    std::string joined;
    for (StringRef part : parts)
      joined += (joined.empty() ? "" : "x") + (part.trim() == "-1" ? "?" : part.trim().str());
    text = joined;
  }
  return sizes;
}

static std::string typeName(StringRef type) {
  type.consume_front("DT_");
  std::string name = type.lower();
  static constexpr std::pair<StringLiteral, StringLiteral> names[] = {
      {"float", "f32"}, {"float32", "f32"}, {"half", "f16"}, {"int32", "i32"}, {"int64", "i64"},
      {"uint8", "u8"},  {"quint8", "u8"},   {"int8", "i8"},  {"qint8", "i8"},  {"bool", "bool"}};
  for (const auto &[tensorflow, own] : names)
    if (name == tensorflow)
      return own.str();
  return name;
}

static LogicalResult checkTypes(ModuleOp module, const Transform &transform) {
  std::map<std::string, std::string> types = stated({transform}, "type", "type_for_name");
  func::FuncOp entry = types.empty() ? func::FuncOp() : nn::entryOf(module);
  if (!entry)
    return success(types.empty());
  for (Value argument : entry.getArguments()) {
    auto type = types.find(nn::keyOf(argument));
    if (type == types.end())
      type = types.find("");
    std::optional<qrt::ElementType> own = nn::declaredType(argument.getType());
    if (type != types.end() && own && typeName(type->second) != qrt::elementTypeName(*own))
      return mlir::emitError(module.getLoc())
             << "strip_unused_nodes: the input '" << nn::keyOf(argument) << "' is "
             << qrt::elementTypeName(*own) << ", not " << type->second;
  }
  return success();
}

// ---- runs ----

static LogicalResult runOne(ModuleOp module, const Transform &transform) {
  const Mapping &mapping = *findMapping(transform.name);
  if (failed(checkTypes(module, transform)))
    return failure();
  const std::string pipeline =
      mapping.pipeline ? mapping.pipeline(Arguments(transform), module) : "";
  if (pipeline.empty()) {
    mlir::emitRemark(module.getLoc())
        << transform.name << " finds nothing to do"
        << (mapping.note.empty() ? std::string() : ": " + mapping.note.str());
    return success();
  }
  PassManager manager(module->getContext());
  std::string why;
  llvm::raw_string_ostream stream(why);
  if (failed(parsePassPipeline(pipeline, manager, stream)))
    return mlir::emitError(module.getLoc()) << transform.name << ": " << StringRef(why).trim();
  return manager.run(module);
}

// Puts the body of `kept` in the place of the module's.
static void restore(ModuleOp module, ModuleOp kept) {
  module.getBodyRegion().takeBody(kept.getBodyRegion());
  module->setAttrs(kept->getAttrDictionary());
}

static LogicalResult runIgnoring(ModuleOp module, const Transform &transform) {
  OwningOpRef<ModuleOp> kept(cast<ModuleOp>(module->clone()));
  ScopedDiagnosticHandler softened(module->getContext(), [](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      mlir::emitWarning(diagnostic.getLocation()) << diagnostic.str();
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Error);
  });
  if (failed(runOne(module, transform)))
    restore(module, *kept);
  return success();
}

LogicalResult runTransforms(ModuleOp module, const std::vector<Transform> &transforms) {
  registerPasses();
  for (const Transform &transform : transforms) {
    const bool ignores = Arguments(transform).text(ignoresErrors.name) == "true";
    if (failed(ignores ? runIgnoring(module, transform) : runOne(module, transform)))
      return failure();
  }
  return success();
}

} // namespace qopt
