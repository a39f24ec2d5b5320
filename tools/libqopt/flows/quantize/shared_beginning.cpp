#include "tools/libqopt/flows/quantize/shared_beginning.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "passes/calibrate/taps.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace qrt;

namespace qopt::run {

SharedBeginning::SharedBeginning(const Quantizer &quantizer, Loaded network,
                                 std::vector<std::vector<Tensor>> batches, int64_t most)
    : quantizer(quantizer), first(std::move(network)), batches(std::move(batches)), most(most),
      order(operationsOf(nn::entryOf(*first.module))), kept(this->batches.size()) {
  for (auto [i, op] : llvm::enumerate(order)) {
    places[op] = i;
    for (mlir::Value operand : op->getOperands())
      lastReads[operand] = i;
  }
  mlir::func::FuncOp entry = nn::entryOf(*first.module);
  const std::optional<unsigned> sampled = sampleArgument(entry);
  if (!sampled)
    return;
  batchSize = nn::symbolicShape(entry.getArgument(*sampled))[0];
  for (const std::vector<Tensor> &batch : this->batches)
    rows += batch[*sampled].shape()[0];
}

/// Returns what is read behind a place, by the first network or the other one.
llvm::SetVector<mlir::Value> SharedBeginning::keptAt(size_t place,
                                                     const CommonBeginning &common) const {
  llvm::SetVector<mlir::Value> values = common.read(place);
  for (mlir::Operation *op : llvm::ArrayRef(order).take_front(place))
    for (mlir::Value result : op->getResults())
      if (auto last = lastReads.find(result); last != lastReads.end() && last->second >= place)
        values.insert(result);
  return values;
}

/// Returns the bytes of a value over all batches; none where it cannot be the argument of a
/// network: its first dimension is the batch, or all are fixed.
std::optional<int64_t> SharedBeginning::bytesOf(mlir::Value value) const {
  const std::optional<ElementType> type = nn::storageType(value.getType());
  if (!type)
    return std::nullopt;
  const nn::SymbolicShape shape = nn::symbolicShape(value);
  const bool isBatch = !shape.empty() && batchSize && shape[0] == *batchSize;
  int64_t bytes = int64_t(byteWidth(*type)) * (isBatch ? rows : int64_t(batches.size()));
  for (const nn::Dim &dim : llvm::ArrayRef(shape).drop_front(isBatch ? 1 : 0)) {
    if (!dim.isStatic())
      return std::nullopt;
    bytes *= dim.value();
  }
  return bytes;
}

bool SharedBeginning::canKeep(const llvm::SetVector<mlir::Value> &values) const {
  int64_t bytes = 0;
  for (mlir::Value value : values) {
    const std::optional<int64_t> own = bytesOf(value);
    if (!own)
      return false;
    bytes += *own;
  }
  return bytes <= most;
}

/// Returns the operations that make the values of what is kept and of arguments.
std::vector<mlir::Operation *>
SharedBeginning::operationsFor(const llvm::SetVector<mlir::Value> &values) const {
  llvm::SmallPtrSet<mlir::Operation *, 32> needed;
  std::vector<mlir::Value> open(values.begin(), values.end());
  while (!open.empty()) {
    const mlir::Value value = open.back();
    open.pop_back();
    auto place = places.find(value.getDefiningOp()); // constants have none
    const bool isKept = !kept.empty() && kept.front().contains(value);
    if (isKept || place == places.end() || !needed.insert(place->first).second)
      continue;
    llvm::append_range(open, place->first->getOperands());
  }
  std::vector<mlir::Operation *> operations = order;
  llvm::erase_if(operations, [&](mlir::Operation *op) { return !needed.contains(op); });
  return operations;
}

Expected<Subject> SharedBeginning::compiled(const Loaded &network, Module module) const {
  Loaded part{network.path, network.context, std::move(module)};
  part.reports = network.reports;
  return Subject::compile(std::move(part), quantizer.options.device, {}, quantizer.options.compile);
}

/// Returns the tensor that an argument of a part reads.
static Tensor tensorOf(mlir::Value value, const std::vector<Tensor> &batch,
                       const llvm::DenseMap<mlir::Value, Tensor> &kept) {
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
    return batch[argument.getArgNumber()];
  return kept.at(value);
}

/// Keeps these values, and no others.
Status SharedBeginning::runTo(const llvm::SetVector<mlir::Value> &values) {
  std::vector<mlir::Value> missing;
  for (mlir::Value value : values)
    if (kept.empty() || !kept.front().contains(value))
      missing.push_back(value);
  std::optional<Subject> between;
  std::vector<mlir::Value> inputs;
  if (!missing.empty()) {
    NetworkPart part = partOf(nn::entryOf(*first.module), operationsFor(values), missing);
    auto made = compiled(first, std::move(part.module));
    if (!made)
      return made.status();
    between.emplace(std::move(*made));
    inputs = std::move(part.inputs);
  }
  for (auto [batch, of] : llvm::zip_equal(batches, kept)) {
    llvm::DenseMap<mlir::Value, Tensor> next;
    for (mlir::Value value : values)
      if (auto known = of.find(value); known != of.end())
        next[value] = known->second;
    if (between) {
      std::vector<Tensor> read;
      for (mlir::Value input : inputs)
        read.push_back(tensorOf(input, batch, of));
      auto results = between->model->run(read);
      if (!results)
        return results.status();
      for (auto [value, result] : llvm::zip_equal(missing, *results))
        next[value] = result;
    }
    of = std::move(next);
  }
  return {};
}

Expected<SharedBeginning::Rest> SharedBeginning::restOf(Loaded network) {
  mlir::func::FuncOp entry = nn::entryOf(*network.module);
  const CommonBeginning common(nn::entryOf(*first.module), entry, structures);
  size_t place = common.count();
  llvm::SetVector<mlir::Value> values = keptAt(place, common);
  while (place > 0 && !canKeep(values))
    values = keptAt(--place, common);
  const std::vector<mlir::Operation *> others = common.others(place);
  if (place == 0 || values.empty()) {
    auto whole = Subject::compile(std::move(network), quantizer.options.device, {},
                                  quantizer.options.compile);
    return whole ? Expected(Rest{std::move(*whole), batches, others.size()}) : whole.status();
  }
  if (Status status = runTo(values); !status.ok())
    return status;
  NetworkPart part = endingOf(entry, others);
  auto made = compiled(network, std::move(part.module));
  if (!made)
    return made.status();
  Rest rest{std::move(*made), {}, others.size()};
  for (auto [batch, of] : llvm::zip_equal(batches, kept)) {
    std::vector<Tensor> &read = rest.inputs.emplace_back();
    for (mlir::Value input : part.inputs) {
      const mlir::Value its = common.valueOf(input, place);
      read.push_back(tensorOf(its ? its : input, batch, of));
    }
  }
  return rest;
}

} // namespace qopt::run
