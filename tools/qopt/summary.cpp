// --summarize: what a model is, at a glance.
#include "tools/qopt/actions.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "tools/io/report/table.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt::tool {

static std::string typeText(const Port &port) {
  std::string name(qrt::elementTypeName(port.type));
  if (!port.quantization)
    return name;
  return name + " · " + io::shortest(port.quantization->scale) + ", zero " +
         std::to_string(port.quantization->zeroPoint);
}

static std::string numbersText(llvm::ArrayRef<double> values) {
  return llvm::join(llvm::map_range(values, [](double v) { return io::shortest(v); }), ", ");
}

/// Returns the preprocessing of an input: that of pictures in the words of options, then that of
/// numbers.
static std::string preprocessText(const nn::Preprocess &preprocess) {
  std::string text = nn::textOf(preprocess.image);
  if (preprocess.normalizes())
    text += (text.empty() ? "(x - [" : ", (x - [") + numbersText(preprocess.mean) + "]) / [" +
            numbersText(preprocess.std) + "]";
  return text.empty() ? "-" : text;
}

static void printPorts(const std::string &title, llvm::ArrayRef<Port> ports,
                       llvm::raw_ostream &stream) {
  io::Table table({title, "type", "shape", "preprocessing"});
  for (const Port &port : ports)
    table.add(
        {port.name, typeText(port), nn::toString(port.shape), preprocessText(port.preprocess)});
  table.print(stream);
  stream << "\n";
}

namespace {
struct Parameters {
  int64_t tensors = 0, values = 0, bytes = 0;
};
struct OperationSum {
  std::string name;
  int64_t layers = 0;
};
} // namespace

/// Prints the parameters of each stored type; a constant that is held once counts once, as in
/// weightBytes.
static void printParameters(ModuleOp module, llvm::raw_ostream &stream) {
  llvm::MapVector<StringRef, Parameters> types;
  Parameters total;
  llvm::DenseSet<Attribute> seen;
  module.walk([&](nn::ConstantOp constant) {
    auto size = nn::storedSize(constant.getValue());
    if (!size || !seen.insert(constant.getValue()).second)
      return;
    for (Parameters *sum : {&types[qrt::elementTypeName(size->type)], &total}) {
      ++sum->tensors;
      sum->values += constant.getType().getNumElements();
      sum->bytes += size->bytes;
    }
  });
  io::Table table({"parameters", "tensors", "values", "bytes"});
  auto add = [&](std::string name, const Parameters &sum) {
    table.add({std::move(name), io::grouped(sum.tensors), io::grouped(sum.values),
               io::grouped(sum.bytes)});
  };
  for (const auto &[name, sum] : types)
    add(name.str(), sum);
  add("total", total);
  table.print(stream);
  stream << "\n";
}

static void printOperations(func::FuncOp entry, llvm::raw_ostream &stream) {
  llvm::MapVector<StringRef, OperationSum> kinds;
  for (Operation &op : entry.front().without_terminator())
    if (!isa<nn::ConstantOp>(op)) {
      OperationSum &sum = kinds[op.getName().getStringRef()];
      sum.name = op.getName().stripDialect().str();
      ++sum.layers;
    }
  auto sums = kinds.takeVector();
  llvm::stable_sort(sums, [](auto &a, auto &b) { return a.second.layers > b.second.layers; });
  io::Table table({"operation", "layers"});
  int64_t layers = 0;
  for (auto &[name, sum] : sums) {
    table.add({sum.name, io::grouped(sum.layers)});
    layers += sum.layers;
  }
  table.add({"total", io::grouped(layers)});
  table.print(stream);
  stream << "\n";
}

qrt::Status printSummary(ModuleOp module, int64_t batch, llvm::raw_ostream &stream) {
  auto ports = portsOf(module);
  if (!ports)
    return ports.status();
  printPorts("input", ports->inputs, stream);
  printPorts("output", ports->outputs, stream);
  printParameters(module, stream);
  printOperations(nn::entryOf(module), stream);
  // Sizes that are open make no model one that cannot be told of.
  if (qrt::Status status = printCost(module, batch, stream); !status.ok())
    stream << "costs: " << status.message() << "\n";
  else
    stream << "a multiply-add is two floating-point operations\n";
  return {};
}

void printUnsupported(ModuleOp inputs, const std::vector<UnsupportedUse> &uses,
                      llvm::raw_ostream &stream) {
  if (inputs)
    if (auto ports = portsOf(inputs))
      printPorts("input", ports->inputs, stream);
  io::Table table({"not supported", "layers", "in"});
  for (const UnsupportedUse &use : uses)
    table.add({use.what, io::grouped(int64_t(use.layers.size())), llvm::join(use.layers, ", ")});
  table.print(stream);
}

} // namespace qopt::tool
