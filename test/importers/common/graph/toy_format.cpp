#include "test/importers/common/graph/toy_format.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::test {

void ToyGraph::input(const std::string &name, const std::vector<SourceDim> &shape) {
  inputs.push_back(name);
  types[name] = {qrt::ElementType::F32, "real", shape};
}

void ToyGraph::layer(const std::string &name, const std::string &type,
                     const std::vector<std::string> &ins, const std::vector<std::string> &outs) {
  layers.push_back({name, type, ins, outs});
}

std::optional<SourceType> ToyGraph::typeOf(StringRef value) const {
  auto found = types.find(value.str());
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

namespace {
class ToyBinder : public ChainBinder<ToyBinder> {
public:
  ToyBinder(GraphImporter &importer, const Layer &layer, StringRef key,
            const std::map<std::string, float> &scales)
      : ChainBinder(importer, layer, key), scales(scales) {}
  ToyBinder &scale(float &value) {
    auto found = scales.find(layer().str());
    if (found != scales.end())
      value = found->second;
    return *this;
  }

private:
  const std::map<std::string, float> &scales;
};
} // namespace

static void relu(ToyBinder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  b.emit<nn::ReluOp>(b.f32(), x);
}

static void add(ToyBinder &b) {
  Value lhs, rhs;
  b.arity(2, 2).input(0, lhs).input(1, rhs);
  b.emit<nn::AddOp>(b.f32(), lhs, rhs);
}

static void scale(ToyBinder &b) {
  Value x;
  float factor = 1;
  b.arity(1, 1).input(0, x).scale(factor).require(factor != 0, "scales by 0");
  b.support(factor > 0, "by a negative number");
  Value scalar = b.scalarPart("factor", factor);
  b.emit<nn::MulOp>(b.f32(), x, scalar);
}

static const std::map<std::string, void (*)(ToyBinder &)> converters = {
    {"Relu", relu}, {"Add", add}, {"Scale", scale}};

bool ToyGraph::reads(size_t layer) const { return converters.count(layers[layer].type) != 0; }

Conversion ToyGraph::convert(GraphImporter &importer, size_t layer, StringRef key) {
  ToyBinder binder(importer, layers[layer], key, scales);
  converters.at(layers[layer].type)(binder);
  return binder.finish();
}

ToyImport::ToyImport(ToyGraph &graph, const ImportOptions &options)
    : context(std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED)) {
  context->loadDialect<nn::NNDialect, func::FuncDialect>();
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    std::string place;
    llvm::raw_string_ostream(place) << diagnostic.getLocation();
    diagnostics.push_back(place + " " + diagnostic.str());
    return success();
  });
  std::string path = "net.toy";
  module = GraphImporter(context.get(), path, options, graph).run(failure);
}

std::vector<std::string> ToyImport::keys() {
  std::vector<std::string> names;
  if (module)
    module->walk([&](Operation *op) {
      if (!nn::nameOf(op).empty())
        names.push_back(nn::nameOf(op).str());
    });
  return names;
}

} // namespace qopt::test
