#include "tools/libqopt/flows/explain/attribution.h"

#include "ir/ops.h"
#include "ir/values/results.h"
#include "ir/values/samples.h"
#include "passes/adjoint/adjoint.h"
#include "passes/tensor_types.h"
#include "tools/libqopt/flows/explain/local_errors.h"
#include "tools/libqopt/flows/explain/stored_parameters.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qrt;

namespace qopt::run {
namespace {

/// These passes take away what was made twice, or for nothing.
constexpr llvm::StringLiteral tidying = "merge-duplicates,fold-constants,strip-unused";

class AttributionBuilder {
public:
  explicit AttributionBuilder(JoinedNetworks &joined)
      : joined(joined), maker(joined.entry), errors(joined, maker),
        adjoint(
            maker, [this](Value value) { return errors.there(value); }, errors.sources(),
            joined.floats),
        ends(joined.entry.front().getTerminator()->getOperands()) {}

  void build() {
    for (auto [i, value] : llvm::enumerate(ends))
      addOutput(i, value);
    for (Operation *op : adjoint.propagate())
      unexplained.push_back(nn::layerName(op));
    for (const LocalError &error : errors.errors())
      addContribution(error);
    nn::appendResults(joined.entry, results);
  }

  std::vector<AttributedLayer> layers;
  std::vector<Contribution> contributions;
  std::vector<AttributedOutput> outputs;
  std::vector<std::string> unexplained;
  std::map<std::string, double> widths;

private:
  Value argument(const std::string &name, Type type) {
    const unsigned place = joined.entry.getNumArguments();
    OpBuilder attributes(type.getContext());
    auto named = attributes.getDictionaryAttr(
        attributes.getNamedAttr(nn::nameAttr, attributes.getStringAttr(name)));
    (void)joined.entry.insertArgument(place, type, named, attributes.getUnknownLoc());
    return joined.entry.getArgument(place);
  }

  size_t addResult(Value value) {
    results.push_back(value);
    return ends.size() + results.size() - 1;
  }

  /// Returns real values of the quantized network's result; null where it has none.
  Value realResult(size_t place) {
    Value result = joined.quantizedResults[place];
    if (nn::quantParams(result.getType()))
      return maker.makeOf<nn::DequantizeOp>(
          "explain/result", withElement(result.getType(), Float32Type::get(result.getContext())),
          result);
    return nn::isF32(result.getType()) ? result : Value();
  }

  void addOutput(size_t place, Value here) {
    const std::string name = nn::outputNames(joined.entry)[place];
    Value there = nn::isF32(here.getType()) ? realResult(place) : Value();
    if (!there || there.getType() != here.getType()) {
      unexplained.push_back(name);
      return;
    }
    const std::string of = "explain/" + std::to_string(outputs.size());
    Type one = RankedTensorType::get({1}, Float32Type::get(here.getContext()));
    Value weight = argument(of + "/weight", one), along = argument(of + "/along", here.getType());
    adjoint.seed(here, maker.add(maker.mul(maker.sub(there, here), weight), along));
    outputs.push_back({name, place, addResult(there), nn::symbolicShape(here)});
  }

  size_t layerOf(Value value) {
    auto [known, isNew] = places.try_emplace(value, layers.size());
    if (isNew) {
      Operation *layer = errors.layerOf(value), *op = layer ? layer : value.getDefiningOp();
      std::string operation = op ? op->getName().stripDialect().str() : "input";
      Value steps = joined.quantizedAs.lookup(value);
      std::string type = "f32";
      if (auto params = nn::quantParams(steps.getType())) {
        type = "q" + std::string(elementTypeName(params->storage));
        noteWidth(value, steps, *params);
      }
      layers.push_back({layer ? nn::layerName(layer) : nn::keyOf(value), std::move(operation),
                        nn::keyOf(value), std::move(type), layer != nullptr,
                        op ? std::string() : readerOf(value)});
    }
    return known->second;
  }

  /// Returns the layer with weights that alone reads an input of the float network; empty: there is
  /// none.
  std::string readerOf(Value value) const {
    std::string reader;
    for (Operation *op : joined.floats) {
      if (!llvm::is_contained(op->getOperands(), value))
        continue;
      if (!reader.empty() || !constantWeights(op))
        return "";
      reader = nn::layerName(op);
    }
    return reader;
  }

  void noteWidth(Value value, Value steps, const nn::QuantParams &params) {
    const std::optional<nn::RangeAttr> range = nn::rangeOf(steps);
    if (!range)
      return;
    const double all = range->getMax() - range->getMin(),
                 held = params.scale * double(params.max - params.min);
    if (all > held)
      widths[nn::keyOf(value)] = all / held;
  }

  void addContribution(const LocalError &error) {
    const size_t layer = layerOf(error.value);
    Value gradient = adjoint.of(error.value);
    if (!gradient)
      return;
    Value product = maker.mul(gradient, error.error);
    const std::optional<nn::SampleDim> samples = nn::sampleDimOf(product);
    SmallVector<int64_t> axes;
    for (size_t i = 0; i < nn::symbolicShape(product).size(); ++i)
      if (!samples || int64_t(i) != samples->dim)
        axes.push_back(int64_t(i));
    Value sum = axes.empty() ? product
                             : maker.make<nn::ReduceSumOp>("explain/share", product,
                                                           ArrayRef<int64_t>(axes), false);
    contributions.push_back({layer, error.cause, addResult(sum), samples ? samples->scale : 0});
  }

  JoinedNetworks &joined;
  GraphMaker maker;
  LocalErrors errors;
  Adjoint adjoint;
  SmallVector<Value> ends, results;
  llvm::DenseMap<Value, size_t> places;
};

} // namespace

std::vector<Tensor> Attribution::inputs(std::vector<Tensor> own, int64_t rows,
                                        llvm::ArrayRef<AskedDirection> asked) const {
  for (auto [output, direction] : llvm::zip_equal(outputs, asked)) {
    own.push_back(Tensor::fromValues<float>({1}, std::span(&direction.weight, 1)));
    if (direction.direction.data()) {
      own.push_back(direction.direction);
      continue;
    }
    Shape shape;
    for (const nn::Dim &dim : output.shape)
      shape.push_back(dim.at(rows));
    own.push_back(Tensor::allocate(ElementType::F32, shape));
  }
  return own;
}

Expected<Attribution> attribute(JoinedNetworks joined, const std::string &device,
                                const CompileSettings &compile) {
  AttributionBuilder builder(joined);
  builder.build();
  if (Status status = runPasses(*joined.network.module, tidying, joined.network.path); !status.ok())
    return status;
  auto program = Subject::compile(std::move(joined.network), device, {}, compile);
  if (!program)
    return program.status();
  return Attribution{std::move(builder.layers),  std::move(builder.contributions),
                     std::move(builder.outputs), std::move(builder.unexplained),
                     std::move(builder.widths),  std::move(*program)};
}

} // namespace qopt::run
