#include "tools/libqopt/flows/compare/compare_flow.h"

#include "ir/values/keys.h"
#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/compare/compared_values.h"
#include "tools/libqopt/flows/eval/network_pairs.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cstring>

using namespace qrt;

namespace qopt::run {
namespace {

Expected<std::vector<Tensor>> inputsFor(const Subject &subject, const CompareSettings &settings) {
  if (settings.readArrays)
    return settings.readArrays(subject);
  if (settings.feedsNoise()) {
    Status status = checkSizesKnown(subject.path, *subject.model);
    return status.ok()
               ? Expected(randomInputs(subject.model->inputs(), settings.batch, settings.seed))
               : status;
  }
  auto feeder = Feeder::open(settings, subject);
  if (!feeder)
    return feeder.status();
  if (settings.allowsNan)
    feeder->leaveNonFinite();
  auto batch = feeder->next();
  if (!batch)
    return batch.status();
  return (*batch)->inputs; // open() refuses an empty set
}

/// A model, usually with every value exposed, and what it is fed.
struct ComparedModel {
  Subject subject;
  llvm::StringMap<FollowingBound> bounds;
  std::vector<size_t> order; // of the outputs, as the network computes them
  std::vector<Tensor> inputs;
};

std::vector<size_t> networkOrder(mlir::ModuleOp module) {
  mlir::func::FuncOp entry = nn::entryOf(module);
  llvm::DenseMap<mlir::Operation *, size_t> places; // behind the arguments'
  for (mlir::Operation &op : entry.front())
    places.try_emplace(&op, places.size() + 1);
  mlir::OperandRange values = entry.front().getTerminator()->getOperands();
  auto order = llvm::to_vector_of<size_t>(llvm::seq<size_t>(0, values.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return places.lookup(values[unsigned(a)].getDefiningOp()) <
           places.lookup(values[unsigned(b)].getDefiningOp());
  });
  return {order.begin(), order.end()};
}

Expected<ComparedModel> createFed(ComparedNetwork network, const CompareSettings &settings) {
  if (Status status = network.model.reports->checkCancelled(); !status.ok())
    return status;
  llvm::StringMap<FollowingBound> bounds;
  std::vector<size_t> order;
  auto expose = [&](mlir::ModuleOp module) {
    Status status;
    if (!settings.outputsAlone) {
      bounds = followingBounds(module); // before an output more reads each value
      status = exposeAllValues(module);
    }
    if (status.ok())
      order = networkOrder(module);
    return status;
  };
  auto subject =
      Subject::compile(std::move(network.model), network.device, expose, network.compile);
  if (!subject)
    return subject.status();
  auto inputs = inputsFor(*subject, settings);
  if (!inputs)
    return inputs.status();
  return ComparedModel{std::move(*subject), std::move(bounds), std::move(order),
                       std::move(*inputs)};
}

std::string inputText(const Port &port, const Tensor &fed) {
  std::string steps = port.quantization ? "q" : "",
              raw = port.preprocess.normalizes() ? ", raw" : "";
  return "'" + port.name + "' (" + steps + std::string(elementTypeName(port.type)) + " " +
         shapeToString(fed.shape()) + raw + ")";
}

std::string inputsText(const ComparedModel &fed) {
  std::vector<std::string> texts;
  for (auto [port, tensor] : llvm::zip_equal(fed.subject.model->inputs(), fed.inputs))
    texts.push_back(inputText(port, tensor));
  return fed.subject.path + " takes " + (texts.empty() ? "nothing" : llvm::join(texts, ", "));
}

/// Both get the same to compute on: as many inputs of one name in one place, of the same sizes.
/// Noise is made for what an input takes, and has to be the same bit by bit.
Status checkAlike(const ComparedModel &a, const ComparedModel &b, bool isNoise) {
  auto unlike = [&](const std::string &remedy) {
    return invalidArgument("the two models have different inputs: " + inputsText(a) + ", " +
                           inputsText(b) + remedy);
  };
  std::vector<std::string> namesA = namesOf(a.subject.model->inputs()),
                           namesB = namesOf(b.subject.model->inputs());
  if (a.inputs.size() != b.inputs.size())
    return unlike("");
  for (auto [tensorA, tensorB] : llvm::zip_equal(a.inputs, b.inputs))
    if (tensorA.shape() != tensorB.shape())
      return unlike(isNoise ? "; --batch or --shape may make them alike" : "");
  if (namesA != namesB && std::ranges::is_permutation(namesA, namesB))
    return unlike("; they stand in another order");
  for (auto [tensorA, tensorB] : llvm::zip_equal(a.inputs, b.inputs))
    if (isNoise && (tensorA.type() != tensorB.type() ||
                    std::memcmp(tensorA.data(), tensorB.data(), tensorA.bytes()) != 0))
      return unlike("; no noise is the same for both: give --input or --data");
  if (namesA != namesB)
    a.subject.reports->note("inputs are paired in their order: " + inputsText(a) + ", " +
                            inputsText(b));
  return {};
}

Expected<Side> runSide(ComparedModel fed) {
  if (Status status = fed.subject.reports->checkCancelled(); !status.ok())
    return status;
  CompiledModel &model = *fed.subject.model;
  auto values = model.run(fed.inputs);
  if (!values)
    return values.status();
  *values = cutToLengths(model.outputs(), std::move(*values));
  std::vector<Port> ports;
  std::vector<Tensor> ordered;
  for (size_t i : fed.order) {
    ports.push_back(model.outputs()[i]);
    ordered.push_back((*values)[i]);
  }
  return Side(std::move(ports), std::move(ordered), std::move(fed.bounds));
}

/// Networks of one origin share most of their keys.
void warnOfStrangers(const Side &a, const Side &b, const CompareResult &comparison,
                     const Reports &reports) {
  const size_t fewer = std::min(a.positions.size(), b.positions.size());
  if (2 * comparison.values.size() >= fewer)
    return;
  reports.warn(std::to_string(comparison.values.size()) + " values are in both, of " +
               std::to_string(a.positions.size()) + " and " + std::to_string(b.positions.size()) +
               ": these are hardly two forms of one network");
}

} // namespace

Expected<CompareResult> compareNetworks(ComparedNetwork first, ComparedNetwork second,
                                        const CompareSettings &settings) {
  const std::string pathA = first.model.path, pathB = second.model.path;
  auto a = createFed(std::move(first), settings);
  if (!a)
    return a.status();
  const std::shared_ptr<Reports> reports = a->subject.reports;
  auto b = createFed(std::move(second), settings);
  if (!b)
    return b.status();
  if (Status status = checkAlike(*a, *b, settings.feedsNoise()); !status.ok())
    return status;
  if (!settings.feedsNoise() && !settings.preprocessed)
    warnOfPreprocessing(a->subject, b->subject);
  auto sideA = runSide(std::move(*a));
  if (!sideA)
    return sideA.status();
  auto sideB = runSide(std::move(*b));
  if (!sideB)
    return sideB.status();
  CompareResult comparison = compareSides(*sideA, *sideB);
  if (comparison.values.empty())
    return invalidArgument(pathA + " and " + pathB +
                           " have no value of one key: neither is a rewrite of the other; qrun "
                           "eval --against compares what two networks answer");
  warnOfStrangers(*sideA, *sideB, comparison, *reports);
  return comparison;
}

} // namespace qopt::run
