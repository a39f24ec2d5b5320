#include "passes/transforms/mapping.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt {

// Gives the IR's name for TensorFlow's name of an operator; "nn.clip" stays, as "Relu6" becomes it.
static std::string operationOf(StringRef op) {
  static constexpr std::pair<StringLiteral, StringLiteral> names[] = {
      {"Conv2D", "nn.conv2d"},
      {"DepthwiseConv2dNative", "nn.conv2d"},
      {"MatMul", "nn.matmul"},
      {"BatchMatMul", "nn.matmul"},
      {"BatchMatMulV2", "nn.matmul"},
      {"Relu", "nn.relu"},
      {"Relu6", "nn.clip"},
      {"MaxPool", "nn.max_pool2d"},
      {"AvgPool", "nn.avg_pool2d"},
      {"BiasAdd", "nn.add"},
      {"Add", "nn.add"},
      {"AddV2", "nn.add"},
      {"Mul", "nn.mul"},
      {"Sub", "nn.sub"},
      {"Softmax", "nn.softmax"},
      {"Reshape", "nn.reshape"},
      {"ConcatV2", "nn.concat"},
      {"Pad", "nn.pad"},
      {"FusedBatchNorm", "nn.batch_norm"},
      {"FusedBatchNormV3", "nn.batch_norm"},
      {"Sigmoid", "nn.sigmoid"},
      {"Tanh", "nn.tanh"},
      {"Mean", "nn.reduce_mean"},
      {"Cast", "nn.cast"},
      {"Dequantize", "nn.dequantize"},
      {"QuantizeV2", "nn.quantize"}};
  for (const auto &[tensorflow, own] : names)
    if (op == tensorflow)
      return own.str();
  return op.str();
}

// Keeps the names of which the module has an operation or a layer; the import leaves out others, as
// Identity.
static std::vector<std::string> present(ModuleOp module, ArrayRef<std::string> names) {
  llvm::StringSet<> known;
  module.walk([&](Operation *op) {
    known.insert(op->getName().getStringRef());
    known.insert(nn::nameOf(op));
  });
  std::vector<std::string> found;
  for (const std::string &name : names)
    if (known.contains(operationOf(name)))
      found.push_back(operationOf(name));
  return found;
}

static std::string withOptions(StringRef pass, ArrayRef<std::string> options) {
  return options.empty() ? pass.str() : (pass + "{" + llvm::join(options, " ") + "}").str();
}

static std::string removeNodes(const Arguments &arguments, ModuleOp module) {
  std::vector<std::string> ops = present(module, arguments.all("op"));
  if (ops.empty())
    return "";
  return withOptions("remove-layers", {"ops=" + llvm::join(ops, ","),
                                       "max-inputs=" + arguments.text("max_inputs", "1")});
}

static std::string foldConstants(const Arguments &arguments, ModuleOp module) {
  std::vector<std::string> names = arguments.all("exclude_op"), options;
  for (const std::string &name : arguments.all("exclude_node"))
    names.push_back(name);
  if (arguments.has("max_constant_size_in_bytes"))
    options.push_back("max-bytes=" + arguments.text("max_constant_size_in_bytes"));
  if (std::vector<std::string> except = present(module, names); !except.empty())
    options.push_back("except=" + llvm::join(except, ","));
  return withOptions("fold-constants", options) + ",strip-unused";
}

static std::string quantizeWeights(const Arguments &arguments, ModuleOp) {
  return withOptions("quantize-weights",
                     {"scheme=affine", "minimum-size=" + arguments.text("minimum_size", "1024")});
}

static std::string roundWeights(const Arguments &arguments, ModuleOp) {
  return withOptions("round-weights", {"levels=" + arguments.text("num_steps", "256")});
}

static std::string freezeRanges(const Arguments &arguments, ModuleOp) {
  return withOptions("freeze-ranges", {"calibration=" + arguments.text("min_max_log_file")}) +
         ",absorb-qdq,fold-dequant";
}

static std::string renameNode(const Arguments &arguments, ModuleOp) {
  return withOptions("rename-layer", {"from=" + arguments.text("old_node_name"),
                                      "to=" + arguments.text("new_node_name")});
}

// States ranges for values without one: for the network's inputs, and for all others.
static std::string rangesOf(const Arguments &arguments, ModuleOp module) {
  std::vector<std::string> ranges;
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return "";
  auto add = [&](Value value, StringRef low, StringRef high) {
    if (arguments.has(low) && !nn::rangeOf(value) && !nn::keyOf(value).empty() &&
        getElementTypeOrSelf(value).isF32())
      ranges.push_back(nn::keyOf(value) + "=" + arguments.text(low) + ":" + arguments.text(high));
  };
  for (Value argument : entry.getArguments())
    add(argument, arguments.has("input_min") ? "input_min" : "fallback_min",
        arguments.has("input_min") ? "input_max" : "fallback_max");
  for (Operation &op : entry.front().without_terminator())
    if (!isa<nn::ConstantOp>(op))
      for (Value result : op.getResults())
        add(result, "fallback_min", "fallback_max");
  return llvm::join(ranges, ",");
}

static std::string quantizeNodes(const Arguments &arguments, ModuleOp module) {
  std::vector<std::string> options, left;
  const std::string ranges = rangesOf(arguments, module);
  if (arguments.has("input_min") && !arguments.has("fallback_min"))
    mlir::emitRemark(module.getLoc())
        << "quantize_nodes: input_min and input_max have no effect without fallback_min and "
           "fallback_max: ranges are measured as the network runs";
  if (!arguments.has("fallback_min"))
    options.push_back("mode=dynamic");
  else if (!ranges.empty())
    options.push_back("range=" + ranges);
  std::vector<std::string> ignored = present(module, arguments.all("ignore_op"));
  module.walk([&](Operation *op) {
    if (llvm::is_contained(ignored, op->getName().getStringRef().str()))
      left.push_back(nn::nameOf(op).str());
  });
  if (!left.empty())
    options.push_back("float=" + llvm::join(left, ","));
  return withOptions("insert-quant", options) + ",fold-dequant";
}

template <const char *const &text> static std::string fixed(const Arguments &, ModuleOp) {
  return text;
}
static constexpr const char *foldNorm = "fold-batch-norm", *merge = "merge-duplicates",
                            *obfuscate = "obfuscate-names", *pads = "fuse-pads",
                            *strip = "strip-unused";

// ---- arguments ----

using enum ArgumentKind;
static constexpr ArgumentRule none[] = {{""}};
static constexpr ArrayRef<ArgumentRule> nothing(none, size_t(0));
static constexpr ArgumentRule stripped[] = {{"type"},
                                            {"shape"},
                                            {"name", Text, true},
                                            {"type_for_name", Text, true},
                                            {"shape_for_name", Text, true}};
static constexpr ArgumentRule folded[] = {{"clear_output_shapes", Truth},
                                          {"exclude_op", Text, true},
                                          {"exclude_node", Text, true},
                                          {"max_constant_size_in_bytes", Whole}};
static constexpr ArgumentRule removed[] = {{"op", Text, true, true}, {"max_inputs", Whole}};
static constexpr ArgumentRule frozen[] = {{"min_max_log_file", Text, false, true},
                                          {"min_percentile", Number},
                                          {"max_percentile", Number}};
static constexpr ArgumentRule quantized[] = {{"input_min", Number},
                                             {"input_max", Number},
                                             {"fallback_min", Number},
                                             {"fallback_max", Number},
                                             {"ignore_op", Text, true}};
static constexpr ArgumentRule stored[] = {{"minimum_size", Whole}};
static constexpr ArgumentRule rounded[] = {{"num_steps", Whole}};
static constexpr ArgumentRule renamed[] = {{"old_node_name", Text, false, true},
                                           {"new_node_name", Text, false, true}};
static constexpr ArgumentRule renamedOp[] = {{"old_op_name", Text, false, true},
                                             {"new_op_name", Text, false, true}};
static constexpr ArgumentRule renamedAttribute[] = {{"old_attribute_name", Text, false, true},
                                                    {"new_attribute_name", Text, false, true},
                                                    {"op_name", Text, true}};
static constexpr ArgumentRule attribute[] = {{"attribute_name", Text, false, true},
                                             {"op_name", Text, true}};
static constexpr ArgumentRule device[] = {{"device", Text, false, true}, {"if_default", Truth}};
static constexpr ArgumentRule logged[] = {
    {"op", Text, true}, {"prefix", Text, true}, {"show_op", Truth},  {"show_name", Truth},
    {"message"},        {"first_n", Whole},     {"summarize", Whole}};
static constexpr ArgumentRule sparse[] = {{"input_checkpoint"}, {"group_init_node"}};
static constexpr StringLiteral byImport(
    "the import did it: attributes have their values, order follows from values, and devices are "
    "chosen when a program is made"),
    byGraphDef(
        "it changes fields of a GraphDef that the imported network does not have: edit the file"),
    byResize("resizes run before the convolution; its answers are the same");
// ---- names ----

static constexpr Mapping table[] = {
    {"add_default_attributes", nothing, nullptr, byImport},
    {"backport_concatv2", nothing, nullptr, byImport},
    {"backport_tensor_array_v3", nothing, nullptr, byImport},
    {"flatten_atrous_conv", nothing, nullptr, "the import did it: such convolutions are dilated"},
    {"fold_batch_norms", nothing, fixed<foldNorm>},
    {"fold_constants", folded, foldConstants},
    {"fold_old_batch_norms", nothing, fixed<foldNorm>},
    {"freeze_requantization_ranges", frozen, freezeRanges},
    {"fuse_convolutions", nothing, fixed<pads>},
    {"fuse_pad_and_conv", nothing, fixed<pads>},
    {"fuse_resize_and_conv", nothing, nullptr, byResize},
    {"fuse_resize_pad_and_conv", nothing, fixed<pads>},
    {"insert_logging", logged, nullptr,
     "a network here prints nothing: qrun run --output=KEY writes any value, and qrun calibrate "
     "ranges of all",
     true},
    {"merge_duplicate_nodes", nothing, fixed<merge>},
    {"obfuscate_names", nothing, fixed<obfuscate>},
    {"quantize_nodes", quantized, quantizeNodes},
    {"quantize_placeholders", nothing, nullptr,
     "inputs become integers with the layers: --insert-quant=io=quantized", true},
    {"quantize_weights", stored, quantizeWeights},
    {"remove_attribute", attribute, nullptr, byGraphDef, true},
    {"remove_control_dependencies", nothing, nullptr, byImport},
    {"remove_device", nothing, nullptr, byImport},
    {"remove_nodes", removed, removeNodes},
    {"rename_attribute", renamedAttribute, nullptr, byGraphDef, true},
    {"rename_node", renamed, renameNode},
    {"rename_op", renamedOp, nullptr, byGraphDef, true},
    {"round_weights", rounded, roundWeights},
    {"set_device", device, nullptr, byImport},
    {"sort_by_execution_order", nothing, nullptr, byImport},
    {"sparsify_gather", sparse, nullptr, "sparse tables are written out, and not read as such",
     true},
    {"strip_unused_nodes", stripped, fixed<strip>}};

ArrayRef<Mapping> mappings() { return table; }

const Mapping *findMapping(StringRef name) {
  for (const Mapping &mapping : mappings())
    if (mapping.name == name)
      return &mapping;
  return nullptr;
}

} // namespace qopt
