#include "importers/caffe/graph/net.h"

#include "importers/caffe/graph/binder.h"
#include "importers/caffe/graph/layer_kind.h"
#include "importers/caffe/graph/net_builder.h"
#include "importers/caffe/graph/op_table.h"
#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "ir/values/stated_precision.h"

#include <cmath>

namespace qopt::caffe {

qrt::Expected<std::unique_ptr<Net>> Net::build(const NetFile &file, const WeightsFile *weights,
                                               const ImportOptions &options) {
  auto net = std::make_unique<Net>();
  net->weights = weights;
  net->asked = options.shapes;
  net->dataType = file.net.data_type();
  if (qrt::Status status = NetBuilder(*net, file, options).run(); !status.ok())
    return status;
  return net;
}

std::optional<SourceType> Net::typeOf(llvm::StringRef value) const {
  for (const NetInput &input : ports)
    if (input.name == value && input.shape)
      return SourceType{qrt::ElementType::F32, "float", input.shape};
  // A file says nothing of the shapes between: who cuts there says it.
  for (const InputShape &shape : asked)
    if (shape.input == value)
      return SourceType{qrt::ElementType::F32, "float", sourceDimsOf(shape)};
  return std::nullopt;
}

void Net::useOneSample() {
  for (NetInput &input : ports)
    input.shape->front() = {1, ""};
}

bool Net::reads(size_t layer) const { return findConverter(layers[layer].type) != nullptr; }

std::string Net::nearTypes(size_t layer) const {
  std::vector<std::string> known = layerTypes();
  llvm::append_range(known, typesLeftOut());
  return didYouMean(layers[layer].type, known);
}

std::string Net::nearWeights(llvm::StringRef layer) const {
  llvm::StringSet<> own;
  for (const Layer &other : layers)
    own.insert(other.name);
  std::vector<std::string> free = weights->layers();
  llvm::erase_if(free, [&](const std::string &name) { return own.contains(name); });
  return didYouMean(layer, free);
}

// 32 and 64 bits, for which there are no kernels, lose nothing in float.
static nn::StatedPrecision precisionOf(const proto::LayerParameter &layer, proto::DataType usual) {
  proto::DataType type = layer.has_compute_data_type() ? layer.compute_data_type() : usual;
  if (type == proto::CAFFE_HALF)
    return nn::StatedPrecision::Half;
  if (type == proto::CAFFE_INT8_QUANTIZED)
    return nn::StatedPrecision::Int8;
  return type == proto::CAFFE_INT16_QUANTIZED ? nn::StatedPrecision::Int16
                                              : nn::StatedPrecision::Float;
}

// Sets the range that Caffe observed in training or testing.
static void stateRange(mlir::Value value, const proto::LayerParameter &layer) {
  if (layer.top_quantizer_size() == 0)
    return;
  const proto::QuantizerParameter &top = layer.top_quantizer(0);
  double low = top.observed_min(), high = top.observed_max();
  bool isRange = top.has_observed_min() && top.has_observed_max() && std::isfinite(low) &&
                 std::isfinite(high) && low <= high;
  if (isRange && std::isfinite(float(low)) && std::isfinite(float(high)))
    nn::setRange(value, low, high);
}

void Net::stateNumbers(mlir::func::FuncOp entry) const {
  nn::ValuesByKey values(entry);
  nn::StatedPrecisions precisions;
  bool isMixed = false;
  for (const auto &[key, node] : byKey) {
    mlir::Value value = values.find(key);
    if (!value || !value.getDefiningOp())
      continue;
    nn::StatedPrecision precision = precisionOf(*node->param, dataType);
    precisions[key] = precision;
    isMixed |= precision != nn::StatedPrecision::Float;
    stateRange(value, *node->param);
  }
  if (isMixed)
    nn::setStatedPrecisions(entry, precisions);
}

Conversion Net::convert(GraphImporter &importer, size_t layer, llvm::StringRef key) {
  // Before all else: what a field says that we do not know may be what seems to be missing.
  if (const std::string &unknown = nodes[layer].unknown; !unknown.empty())
    return {qrt::Status(qrt::StatusCode::Unsupported, unknown), {}};
  byKey[key.str()] = &nodes[layer];
  Binder binder(importer, *this, layers[layer], nodes[layer], key);
  findConverter(layers[layer].type)(binder);
  return binder.finish();
}

} // namespace qopt::caffe
