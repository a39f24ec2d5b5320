#include "tools/libqopt/flows/search/errors/layer_errors.h"

#include "tools/libqopt/load/bytecode_sum.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>
#include <cmath>

using namespace qrt;

namespace qopt::run {

static constexpr size_t narrow = 1;     // the candidate that is measured in both directions
static constexpr size_t jointPairs = 4; // that are measured together
static constexpr size_t mostWithout = 64, mostPaired = 128; // layers, the strongest

Expected<std::string> searchSettingOf(const Quantizer &quantizer,
                                      const ErrorMeasurement &measurement, llvm::StringRef asked) {
  llvm::SHA256 sum;
  auto integers = quantizer.quantized({}, Warnings::Kept);
  if (!integers)
    return integers.status();
  const Loaded *networks[] = {&quantizer.imported(), &*integers};
  for (const Loaded *network : networks) {
    std::string bytecode;
    if (mlir::failed(writeSummed(*network->module, "qopt", bytecode)))
      return Status(StatusCode::Io, network->path + ": no bytecode can be written");
    sum.update(bytecode);
  }
  measurement.addSamples(sum);
  sum.update(asked);
  return llvm::toHex(sum.final(), /*LowerCase=*/true);
}

LayerErrors::LayerErrors(const Quantizer &quantizer, ErrorMeasurement measurement,
                         std::vector<std::string> names, std::vector<LayerType> types,
                         ErrorMemory memory)
    : quantizer(quantizer), measuring(std::move(measurement)), layers(std::move(names)),
      candidates(std::move(types)), memory(std::move(memory)),
      errors(measuring.sizes(), std::vector<size_t>(layers.size(), candidates.size())),
      isKnown(layers.size()), gone(layers.size()) {}

LayerTypes LayerErrors::typesOf(const std::vector<size_t> &choice) const {
  LayerTypes types{layers, {}};
  for (size_t candidate : choice)
    types.types.push_back(candidates[candidate]);
  return types;
}

static std::string textOf(const LayerTypes &types) {
  std::string text;
  for (LayerType type : types.types)
    text += typeName(type).front() == 'f' ? 'f' : type == LayerType::Int8 ? '8' : 'w';
  return text;
}

Expected<MeasuredErrors> LayerErrors::errorsOf(const std::vector<size_t> &choice) {
  const LayerTypes types = typesOf(choice);
  const std::string text = textOf(types);
  if (memory.recall)
    if (std::optional<MeasuredErrors> known = memory.recall(text);
        known && measuring.mayBeOf(*known))
      return std::move(*known);
  auto network = networkOf(quantizer, types, "f32");
  if (!network)
    return network.status();
  auto measured = measuring.errorsOf(std::move(*network));
  if (measured && memory.keep)
    memory.keep(text, *measured);
  return measured;
}

Status LayerErrors::measureAlone(size_t layer) {
  for (size_t candidate = 1; candidate < candidates.size(); ++candidate) {
    std::vector<size_t> choice = all(0);
    choice[layer] = candidate;
    auto measured = errorsOf(choice);
    if (!measured)
      return measured.status();
    errors.setAlone(layer, candidate, std::move(measured->errors));
  }
  return {};
}

Status LayerErrors::measureAnchor() {
  auto measured = errorsOf(all(narrow));
  if (!measured)
    return measured.status();
  anchorNoise = worstOf(measured->noise);
  errors.setAnchor(all(narrow), std::move(measured->noise));
  return {};
}

Expected<Predicted> LayerErrors::learn(const std::vector<size_t> &choice) {
  const double before = errors.worst(choice);
  auto measured = errorsOf(choice);
  if (!measured)
    return measured.status();
  const Predicted noted{before, worstOf(measured->noise)};
  errors.learn(choice, std::move(measured->noise));
  return noted;
}

Status LayerErrors::measureWithout(size_t layer) {
  std::vector<size_t> choice = all(narrow);
  choice[layer] = 0;
  auto noted = learn(choice);
  if (!noted)
    return noted.status();
  predicted.push_back(*noted);
  gone[layer] = anchorNoise > 0 ? 1 - noted->came / anchorNoise : 0;
  return {};
}

std::vector<size_t> LayerErrors::strongest(size_t count) const {
  std::vector<size_t> found;
  for (size_t layer = 0; layer < layers.size(); ++layer)
    if (errors.knows(layer, narrow) && errors.alone(layer, narrow) > 0)
      found.push_back(layer);
  llvm::stable_sort(
      found, [&](size_t a, size_t b) { return errors.alone(a, narrow) > errors.alone(b, narrow); });
  found.resize(std::min(count, found.size()));
  return found;
}

std::vector<LayerErrors::Pair> LayerErrors::pairs() const {
  std::vector<Pair> found;
  const std::vector<size_t> paired = strongest(mostPaired);
  for (size_t k = 0; k < paired.size(); ++k)
    for (size_t l = k + 1; l < paired.size(); ++l)
      found.push_back({paired[k], paired[l], errors.pair(paired[k], narrow, paired[l], narrow)});
  std::sort(found.begin(), found.end(),
            [](const Pair &a, const Pair &b) { return std::abs(a.added) > std::abs(b.added); });
  return found;
}

std::vector<SearchedPair> LayerErrors::strongestPairs(size_t count) const {
  std::vector<SearchedPair> named;
  for (const Pair &pair : pairs())
    if (named.size() < count)
      named.push_back({layers[pair.first], layers[pair.second], pair.added});
  return named;
}

Expected<bool> LayerErrors::measure(llvm::ArrayRef<size_t> order, const Deadline &alone,
                                    const Deadline &whole) {
  StepScope step(*quantizer.floats().reports, "measure layers",
                 int64_t(order.size() + std::min(order.size(), mostWithout)));
  int64_t done = 0;
  bool isWhole = true;
  auto floor = errorsOf(all(0));
  if (!floor)
    return floor.status();
  errors.setFloor(std::move(floor->errors));
  for (size_t layer : order) {
    if (!(isWhole = !alone.isOver()))
      break;
    if (Status status = measureAlone(layer); !status.ok())
      return status;
    isKnown[layer] = true;
    step.update(++done);
  }
  if (Status status = measureAnchor(); !status.ok())
    return status;
  for (size_t layer : strongest(mostWithout)) {
    if (whole.isOver())
      return false;
    if (Status status = measureWithout(layer); !status.ok())
      return status;
    step.update(++done);
  }
  const std::vector<Pair> found = pairs();
  for (const Pair &pair : llvm::ArrayRef(found).take_front(jointPairs)) {
    std::vector<size_t> choice = all(narrow);
    choice[pair.first] = choice[pair.second] = 0;
    auto noted = learn(choice);
    if (!noted)
      return noted.status();
    predicted.push_back(*noted);
  }
  return isWhole;
}

} // namespace qopt::run
