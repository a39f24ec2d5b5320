#include "importers/caffe/graph/net_builder.h"

#include "importers/caffe/graph/layer_kind.h"
#include "importers/caffe/graph/op_table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt::caffe {

using qrt::invalidArgument;
using qrt::Status;

// This limits the layers of all nets together, those within mixtures too, which may name one net
// many times.
static constexpr size_t mostLayers = 100000;

static Status atLayer(const proto::LayerParameter &layer, const Status &status) {
  std::string type = layer.type().empty() ? "" : " (" + layer.type() + ")";
  return Status(status.code(), "layer '" + layer.name() + "'" + type + ": " + status.message());
}

std::string NetBuilder::unique(const std::string &name) {
  std::string result = name;
  for (unsigned i = 1; !taken.insert(result).second; ++i)
    result = name + "_" + std::to_string(i);
  return result;
}

NetBuilder::Steps NetBuilder::included(const proto::NetParameter &net) const {
  Steps steps;
  for (int i = 0; i < net.layer_size(); ++i)
    if (isIncluded(net.layer(i), state))
      steps.emplace_back(i, &net.layer(i));
  return steps;
}

// ---- values ----

void NetBuilder::addInput(Scope &scope, NetInput input) {
  auto asked =
      llvm::find_if(options.shapes, [&](const InputShape &one) { return one.input == input.name; });
  bool fits =
      asked != options.shapes.end() && (!input.shape || input.shape->size() == asked->sizes.size());
  if (fits) // Caffe takes other sizes than the file's for any input, whose rank stays
    input.shape = sourceDimsOf(*asked);
  scope.values[input.name] = input.name;
  scope.writers.try_emplace(input.name, "the network's own input");
  taken.insert(input.name);
  net.inputs.push_back(input.name);
  net.ports.push_back(std::move(input));
}

// The value that a layer writes under the blob's name: the last that does keeps it.
std::string NetBuilder::define(Scope &scope, int index, const proto::LayerParameter &layer,
                               const std::string &top) {
  bool isLast = scope.lastWriter.lookup(top) == index && !taken.contains(scope.prefix + top);
  std::string name = unique(scope.prefix + (isLast ? top : top + "@" + layer.name()));
  scope.values[top] = name;
  scope.produced.push_back(name);
  return name;
}

// Returns the options that would bring in layers which write `blob` and are left out; empty where
// none does.
std::string NetBuilder::whoWrites(const Scope &scope, const std::string &blob) const {
  std::vector<std::string> remedies;
  auto add = [&](const std::string &remedy) {
    if (!llvm::is_contained(remedies, remedy))
      remedies.push_back(remedy);
  };
  for (const proto::LayerParameter &layer : scope.net.layer()) {
    if (!llvm::is_contained(layer.top(), blob))
      continue;
    for (const proto::NetStateRule &rule : layer.include()) {
      if (rule.has_phase() && rule.phase() != state.phase())
        add(std::string("--phase=") + (rule.phase() == proto::TRAIN ? "train" : "test"));
      for (const std::string &stage : rule.stage())
        add("--stage=" + stage);
    }
  }
  if (remedies.empty())
    return "";
  return "; there is one with " + llvm::join(remedies, " or ");
}

Status NetBuilder::readBottoms(Scope &scope, const proto::LayerParameter &layer,
                               std::vector<std::string> &inputs, bool consumes) {
  for (const std::string &bottom : layer.bottom()) {
    auto value = scope.values.find(bottom);
    if (value == scope.values.end()) {
      std::string remedy = whoWrites(scope, bottom);
      return invalidArgument("reads '" + bottom + "', which no earlier layer of this phase writes" +
                             (remedy.empty() ? nearBlob(scope, bottom) : remedy));
    }
    inputs.push_back(value->second);
    if (consumes)
      consumed.insert(value->second);
  }
  return {};
}

// ---- weights ----

std::vector<const proto::BlobProto *> NetBuilder::blobsOf(Scope &scope,
                                                          const proto::LayerParameter &layer) {
  std::vector<const proto::BlobProto *> blobs;
  if (scope.isMain && net.weights) {
    Blobs stored = net.weights->of(layer.name());
    blobs.assign(stored.begin(), stored.end());
  } else if (!scope.isMain) {
    size_t count = std::min(blobCount(layer), scope.blobs.size());
    blobs.assign(scope.blobs.begin(), scope.blobs.begin() + count);
    scope.blobs.erase(scope.blobs.begin(), scope.blobs.begin() + count);
  }
  // Layers that name a parameter alike share it.
  for (int i = 0; i < layer.param_size(); ++i) {
    const std::string &name = layer.param(i).name();
    if (name.empty())
      continue;
    if (size_t(i) < blobs.size())
      shared.try_emplace(name, blobs[i]);
    else if (const proto::BlobProto *blob = shared.lookup(name); blob && size_t(i) == blobs.size())
      blobs.push_back(blob);
  }
  return blobs;
}

// Returns the channels that the weights of the first convolution which reads the blob have.
std::optional<int64_t> NetBuilder::channelsOf(const std::string &blob) {
  for (const auto &[index, layer] : included(file.net)) {
    if (!net.weights || layer->type() != "Convolution" || layer->bottom_size() != 1 ||
        layer->bottom(0) != blob)
      continue;
    Blobs blobs = net.weights->of(layer->name());
    auto shape = blobs.empty() ? qrt::Expected<qrt::Shape>(qrt::Shape()) : shapeOf(*blobs[0]);
    if (shape && shape->size() == 4)
      return (*shape)[1] * layer->convolution_param().group();
  }
  return std::nullopt;
}

// ---- layers ----

Status NetBuilder::addNode(Scope &scope, const proto::LayerParameter &layer,
                           std::vector<std::string> inputs, std::vector<std::string> outputs,
                           const std::string &unknown) {
  net.layers.push_back(
      {scope.prefix + layer.name(), layer.type(), std::move(inputs), std::move(outputs)});
  net.nodes.push_back({&layer, blobsOf(scope, layer), unknown});
  // The second layer of a name is refused if there are weights for it, because nobody can tell
  // whose they are: Caffe gives them to the first alone.
  if (layer.include_size() && layer.exclude_size())
    return invalidArgument("says both include and exclude");
  bool isNew = !scope.isMain || named.insert(layer.name()).second;
  if (!isNew && net.weights && !net.weights->of(layer.name()).empty())
    return invalidArgument("is the second of that name, under which there are weights");
  return {};
}

// Adds the constants that a DummyData layer is filled with.
Status NetBuilder::addConstants(Scope &scope, const proto::LayerParameter &layer) {
  auto inputs = layerInputs(layer, std::nullopt);
  if (!inputs)
    return inputs.status();
  const auto &fillers = layer.dummy_data_param().data_filler();
  if (fillers.size() > 1 && fillers.size() != layer.top_size())
    return invalidArgument("has " + std::to_string(layer.top_size()) + " tops and " +
                           std::to_string(fillers.size()) + " of data_filler");
  for (auto [i, input] : llvm::enumerate(*inputs)) {
    const proto::FillerParameter none;
    const proto::FillerParameter &filler =
        fillers.empty() ? none : fillers.Get(fillers.size() == 1 ? 0 : int(i));
    if (filler.type() != "constant")
      return Status(qrt::StatusCode::Unsupported,
                    "random data (filler '" + filler.type() + "') beside the network's inputs");
    qrt::Shape shape;
    int64_t elements = 1;
    for (const SourceDim &dim : input.shape.value_or(std::vector<SourceDim>())) {
      shape.push_back(dim.size.value_or(0));
      if (shape.back() < 0 || shape.back() > (int64_t(1) << 24) ||
          (elements *= shape.back()) > int64_t(1) << 24)
        return invalidArgument("a constant of an impossible size");
    }
    std::string name = unique(scope.prefix + input.name);
    scope.values[input.name] = name;
    net.constants.emplace_back(name, [shape, value = filler.value()] {
      qrt::Tensor tensor = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
      llvm::fill(tensor.mutableValues<float>(), value);
      return qrt::Expected<qrt::Tensor>(tensor);
    });
  }
  return {};
}

Status NetBuilder::addSource(Scope &scope, const proto::LayerParameter &layer,
                             const std::string &unknown) {
  if (!unknown.empty())
    net.unreadFields.push_back("layer '" + layer.name() + "' (" + layer.type() + "): " + unknown);
  if (layer.type() == "DummyData" && (!scope.isMain || hasSource))
    return addConstants(scope, layer);
  if (!scope.isMain)
    return takeInputs(scope, layer.top());
  auto inputs = layerInputs(layer, layer.top_size() ? channelsOf(layer.top(0)) : std::nullopt);
  if (!inputs)
    return inputs.status();
  for (NetInput &input : *inputs)
    addInput(scope, std::move(input));
  return {};
}

Status NetBuilder::addLayer(Scope &scope, int index, const proto::LayerParameter &layer,
                            const std::string &unknown) {
  std::vector<std::string> inputs, outputs;
  if (Status status = checkLayer(scope, layer); !status.ok())
    return status;
  switch (kindOf(layer)) {
  case LayerKind::Source: return addSource(scope, layer, unknown);
  case LayerKind::Mixture: return addMixture(scope, index, layer, unknown);
  case LayerKind::Sink: return readBottoms(scope, layer, inputs, /*consumes=*/true);
  case LayerKind::Judge: // what it writes nobody computes
    return {};
  case LayerKind::Computed: break;
  }
  if (Status status = readBottoms(scope, layer, inputs, /*consumes=*/true); !status.ok())
    return status;
  if (net.layers.size() >= mostLayers)
    return Status(qrt::StatusCode::Unsupported, "behind more layers than are read");
  for (const std::string &top : layer.top())
    outputs.push_back(define(scope, index, layer, top));
  return addNode(scope, layer, std::move(inputs), std::move(outputs), unknown);
}

Status NetBuilder::addNet(Scope &scope, const std::string &unknown) {
  Steps steps = included(scope.net);
  for (auto [index, layer] : steps)
    for (const std::string &top : layer->top())
      scope.lastWriter[top] = index;
  for (auto [index, layer] : steps) {
    auto own = file.unknown.find(index);
    const std::string &fields = scope.isMain && own != file.unknown.end() ? own->second : unknown;
    if (Status status = addLayer(scope, index, *layer, fields); !status.ok())
      return atLayer(*layer, status);
  }
  return {};
}

// ---- the whole ----

std::optional<int64_t> NetBuilder::commonBatch() const {
  std::optional<int64_t> batch;
  for (const NetInput &input : net.ports) {
    bool isAsked = llvm::any_of(options.shapes,
                                [&](const InputShape &one) { return one.input == input.name; });
    bool hasBatch = input.shape && !input.shape->empty() && input.shape->front().size > 0;
    if (isAsked || !hasBatch || (batch && *batch != *input.shape->front().size))
      return std::nullopt;
    batch = *input.shape->front().size;
  }
  return batch;
}

// Inputs that no layer reads, as labels once their judges are gone, are none.
static void dropUnread(Net &net, std::vector<NetInput> &ports) {
  llvm::StringSet<> read;
  for (const Layer &layer : net.layers)
    for (const std::string &input : layer.inputs)
      read.insert(input);
  llvm::erase_if(net.inputs, [&](const std::string &name) { return !read.contains(name); });
  llvm::erase_if(ports, [&](const NetInput &input) { return !read.contains(input.name); });
}

Status NetBuilder::run() {
  state = file.net.state();
  state.set_phase(options.phase == "train" ? proto::TRAIN : proto::TEST);
  net.trained = state.phase() == proto::TRAIN;
  for (const std::string &stage : options.stages)
    state.add_stage(stage);
  if (Status status = checkStages(); !status.ok())
    return status;
  for (auto [index, layer] : included(file.net))
    hasSource |= kindOf(*layer) == LayerKind::Source && layer->type() != "DummyData";
  hasSource |= file.net.input_size() > 0;
  Scope scope{file.net, ""};
  scope.isMain = true;
  auto own = caffe::netInputs(file.net);
  if (!own)
    return own.status();
  for (NetInput &input : *own)
    addInput(scope, std::move(input));
  if (Status status = addNet(scope, ""); !status.ok())
    return status;
  for (const std::string &value : scope.produced)
    if (!consumed.contains(value))
      net.outputs.push_back(value);
  if (net.outputs.empty() && options.outputs.empty())
    return invalidArgument(whyNoOutputs());
  dropUnread(net, net.ports);
  net.fileBatch = commonBatch();
  return {};
}

} // namespace qopt::caffe
