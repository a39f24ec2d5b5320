#include "passes/repair/rescale.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"

#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// f(s·x) = s·f(x) for s > 0, channel by channel.
bool passesFactors(Operation *op) {
  if (auto clip = dyn_cast<ClipOp>(op))
    return clip.getMin().isZero() && clip.getMax().isInfinity();
  return isa<ReluOp, LeakyReluOp, MaxPool2dOp, AvgPool2dOp>(op);
}

// The norm's gain and offset, one of which may be missing.
struct Affine {
  MutableOperandRange scale, bias;
  int64_t axis;
};
std::optional<Affine> affineOf(Operation *op) {
  if (auto norm = dyn_cast<LayerNormOp>(op))
    return Affine{norm.getScaleMutable(), norm.getBiasMutable(), int64_t(norm.getAxis())};
  if (auto norm = dyn_cast<RmsNormOp>(op))
    return Affine{norm.getScaleMutable(), norm.getBiasMutable(), int64_t(norm.getAxis())};
  return std::nullopt;
}

// Absent, or a constant with an element a channel along the last dimension.
bool isByChannel(const MutableOperandRange &operand, int64_t channels) {
  if (operand.empty())
    return true;
  std::optional<qrt::Tensor> tensor = constantTensor(operand[0].get());
  return tensor && tensor->type() == qrt::ElementType::F32 && tensor->size() == channels &&
         !tensor->shape().empty() && tensor->shape().back() == channels;
}

class LinkFinder {
public:
  LinkFinder(Value value, const LayerSet &layers) : layers(layers) { link.value = value; }

  std::optional<Link> find(std::string &reason) {
    reason = readersFit();
    if (reason.empty())
      reason = producerFits();
    return reason.empty() ? std::optional(link) : std::nullopt;
  }

  std::optional<Link> findBranch() {
    link.isBranch = true;
    link.producer = link.value.getDefiningOp();
    link.readers = layers.readersOf(link.value);
    if (!link.producer || link.readers.empty())
      return std::nullopt;
    const std::optional<Affine> affine = affineOf(link.producer);
    const int64_t last = cast<RankedTensorType>(link.value.getType()).getRank() - 1;
    const bool isAlongIt = llvm::all_of(
        link.readers, [&](const SeedLayer *reader) { return reader->inputAxis() == last; });
    return affine && affine->axis == last && isAlongIt ? std::optional(link) : std::nullopt;
  }

private:
  std::string readersFit() {
    for (OpOperand &use : link.value.getUses())
      if (use.getOperandNumber() != 0 || !layers.find(use.getOwner()))
        return "has a reader that is not a layer with constant weights, or one that must not "
               "change";
    link.readers = layers.readersOf(link.value); // uses have no order
    if (llvm::any_of(link.readers, [&](const SeedLayer *reader) {
          return reader->inputAxis() != link.readers.front()->inputAxis();
        }))
      return "is read along different dimensions";
    return link.readers.empty() ? "has no reader" : "";
  }

  std::string producerFits() {
    Value value = link.value;
    Operation *op = value.getDefiningOp();
    for (; op && passesFactors(op); op = value.getDefiningOp()) {
      link.between.push_back(op);
      value = op->getOperand(0);
      if (!value.hasOneUse())
        return "is computed from a value with another reader";
    }
    if (op && isa<ClipOp>(op))
      return "is clamped to the same bound in all channels by '" + layerName(op) + "'";
    link.producer = op;
    if (op && affineOf(op))
      return normFits(*affineOf(op));
    link.layer = op ? layers.find(op) : nullptr;
    return link.layer ? layerFits() : "is not made by a layer, a layer norm or an RMS norm";
  }

  std::string normFits(const Affine &affine) const {
    const int64_t rank = cast<RankedTensorType>(link.value.getType()).getRank();
    const bool last = affine.axis == rank - 1 && link.readers.front()->inputAxis() == rank - 1;
    if (!last || !link.between.empty())
      return "is normalized along dimensions other than those that its reader sums over";
    if (!isByChannel(affine.scale, link.channels()) || !isByChannel(affine.bias, link.channels()))
      return "is made by '" + layerName(link.producer) +
             "', whose scale or bias is not a constant " + "with one element for each channel";
    return "";
  }

  std::string layerFits() const {
    if (link.layer->resultAxis() != link.readers.front()->inputAxis() ||
        link.layer->outputs != link.channels())
      return "has its channels, as its reader sums over them, along another dimension than '" +
             link.layer->name() + "' writes";
    if (link.layer->hasResidual() || link.layer->hasComputedBias())
      return "is made by '" + link.layer->name() + "', which adds a computed value";
    return "";
  }

  const LayerSet &layers;
  Link link;
};

// Its values are others than before.
void rename(Operation *op, StringRef suffix, FreshNames &names, RescaledLink &done) {
  if (const std::string was = nameOf(op).str(); !was.empty()) {
    setName(op, names.unique(op, was + "_" + suffix.str()));
    done.renamed.emplace_back(was, nameOf(op).str());
  }
  op->removeAttr(rangeAttr);
}

qrt::Tensor quotient(const qrt::Tensor &tensor, ArrayRef<float> factors) {
  qrt::Tensor result = qrt::Tensor::allocate(tensor.type(), tensor.shape());
  for (auto [to, from, factor] :
       llvm::zip_equal(result.mutableValues<float>(), tensor.values<float>(), factors))
    to = from / factor;
  return result;
}

void divideResult(const SeedLayer &layer, ArrayRef<float> factors, FreshNames &names) {
  qrt::Tensor weights = layer.weights();
  qrt::Tensor divided = qrt::Tensor::allocate(weights.type(), weights.shape());
  for (int64_t o = 0; o < layer.outputs; ++o)
    for (int64_t k = 0; k < layer.terms; ++k)
      divided.mutableValues<float>()[layer.at(o, k)] =
          weights.values<float>()[layer.at(o, k)] / factors[size_t(o)];
  layer.setWeights(divided, names);
  if (std::optional<qrt::Tensor> bias = layer.bias())
    layer.setBias(quotient(*bias, factors), names);
}

void divideResult(Operation *norm, ArrayRef<float> factors, FreshNames &names) {
  Affine affine = *affineOf(norm);
  OpBuilder builder(norm);
  auto replace = [&](MutableOperandRange &operand, const qrt::Tensor &real, StringRef fresh) {
    Operation *old = operand.empty() ? nullptr : operand[0].get().getDefiningOp();
    std::string name = old ? names.forCopy(old) : names.unique(norm, layerName(norm) + fresh.str());
    Value made = createConstant(builder, norm->getLoc(), name, quotient(real, factors));
    operand.assign(made);
    eraseUnused(old);
  };
  if (!affine.bias.empty())
    replace(affine.bias, *constantTensor(affine.bias[0].get()), "_bias");
  const std::vector<float> ones(factors.size(), 1.0f);
  const auto channels = int64_t(factors.size());
  replace(affine.scale,
          affine.scale.empty() ? qrt::Tensor::fromValues<float>({channels}, ones)
                               : *constantTensor(affine.scale[0].get()),
          "_scale");
}

void multiplyInput(const SeedLayer &layer, ArrayRef<float> factors, FreshNames &names) {
  qrt::Tensor weights = layer.weights();
  qrt::Tensor product = qrt::Tensor::allocate(weights.type(), weights.shape());
  for (int64_t o = 0; o < layer.outputs; ++o)
    for (int64_t k = 0; k < layer.terms; ++k)
      product.mutableValues<float>()[layer.at(o, k)] =
          weights.values<float>()[layer.at(o, k)] *
          factors[size_t(layer.inputChannel(layer.groupOf(o), k))];
  layer.setWeights(product, names);
}

} // namespace

LayerSet::LayerSet(std::vector<SeedLayer> all) : layers(std::move(all)) {
  for (auto [i, layer] : llvm::enumerate(layers)) {
    places[layer.op] = i;
    readers[layer.input()].push_back(i);
  }
}

const SeedLayer *LayerSet::find(Operation *op) const {
  auto found = places.find(op);
  return found == places.end() ? nullptr : &layers[found->second];
}

SmallVector<const SeedLayer *, 3> LayerSet::readersOf(Value value) const {
  SmallVector<const SeedLayer *, 3> found;
  if (auto known = readers.find(value); known != readers.end())
    for (size_t place : known->second)
      found.push_back(&layers[place]);
  return found;
}

bool isScaledNorm(Operation *op) { return affineOf(op).has_value(); }

std::vector<double> Link::readBy() const {
  std::vector<double> most(static_cast<size_t>(channels()));
  for (const SeedLayer *reader : readers) {
    const qrt::Tensor weights = reader->weights();
    for (int64_t o = 0; o < reader->outputs; ++o)
      for (int64_t k = 0; k < reader->terms; ++k) {
        double &of = most[size_t(reader->inputChannel(reader->groupOf(o), k))];
        of = std::max(of, std::abs(double(weights.values<float>()[reader->at(o, k)])));
      }
  }
  return most;
}

std::optional<Link> linkAt(Value value, const LayerSet &layers, std::string &reason) {
  return LinkFinder(value, layers).find(reason);
}

std::optional<Link> branchAt(Value value, const LayerSet &layers) {
  return LinkFinder(value, layers).findBranch();
}

std::vector<Value> valuesRead(const LayerSet &layers) {
  llvm::SetVector<Value> values;
  for (const SeedLayer &layer : layers.all())
    values.insert(layer.input());
  return {values.begin(), values.end()};
}

std::vector<std::string> namesOfLayers(ArrayRef<const SeedLayer *> layers) {
  std::vector<std::string> names;
  for (const SeedLayer *layer : layers)
    names.push_back(layer->name());
  return names;
}

static RescaledLink rescaledBy(const Link &link, ArrayRef<float> factors) {
  auto [least, greatest] = std::minmax_element(factors.begin(), factors.end());
  return {layerName(link.producer), namesOfLayers(link.readers), *least, *greatest};
}

static RescaledLink rescaleBranch(const Link &link, ArrayRef<float> factors, StringRef suffix,
                                  FreshNames &names) {
  const RescaledLink done = rescaledBy(link, factors);
  Operation *maker = link.producer;
  const std::string name = names.unique(maker, (layerName(maker) + "_" + suffix).str());
  const std::vector<float> ones(factors.size(), 1.0f);
  std::vector<int64_t> shape = {int64_t(factors.size())}; // from the channels' dimension on
  shape.resize(size_t(cast<RankedTensorType>(link.value.getType()).getRank() -
                      link.readers.front()->inputAxis()),
               1);
  const qrt::Tensor real =
      quotient(qrt::Tensor::fromValues<float>(shape, std::span<const float>(ones)), factors);
  OpBuilder builder(maker);
  builder.setInsertionPointAfter(maker);
  Value by = createConstant(builder, maker->getLoc(), names.unique(maker, name + "_factors"), real);
  auto product = MulOp::create(builder, maker->getLoc(), link.value.getType(), link.value, by);
  setName(product, name);
  for (const SeedLayer *reader : link.readers) {
    multiplyInput(*reader, factors, names);
    reader->op->setOperand(0, product);
  }
  return done;
}

RescaledLink rescale(const Link &link, ArrayRef<float> factors, StringRef suffix,
                     FreshNames &names) {
  if (link.isBranch)
    return rescaleBranch(link, factors, suffix, names);
  RescaledLink done = rescaledBy(link, factors);
  if (link.layer)
    divideResult(*link.layer, factors, names);
  else
    divideResult(link.producer, factors, names);
  for (const SeedLayer *reader : link.readers)
    multiplyInput(*reader, factors, names);
  rename(link.producer, suffix, names, done);
  for (Operation *op : llvm::reverse(link.between))
    rename(op, suffix, names, done);
  return done;
}

} // namespace qopt
