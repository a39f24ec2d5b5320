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

/// A model, usually with every value exposed, and what it is fed.
struct ComparedModel {
  Subject subject;
  llvm::StringMap<FollowingBound> bounds;
  std::vector<size_t> order; // of the outputs, as the network computes them
  std::vector<Tensor> inputs;
  std::optional<Feeder> feeder; // of samples
};

/// Noise of a run: of a network of fixed batch its own, whatever is asked for.
Status feedNoise(ComparedModel &fed, const CompareSettings &settings, int64_t batch) {
  Status status = checkSizesKnown(fed.subject.path, *fed.subject.model);
  if (status.ok())
    fed.inputs = randomInputs(fed.subject.model->inputs(), batch, settings.seed);
  return status;
}

Status open(ComparedModel &fed, const CompareSettings &settings) {
  if (settings.readArrays) {
    auto arrays = settings.readArrays(fed.subject);
    if (arrays)
      fed.inputs = std::move(*arrays);
    return arrays.status();
  }
  if (settings.feedsNoise())
    return feedNoise(fed, settings, settings.batch);
  auto feeder = Feeder::open(settings, fed.subject);
  if (!feeder)
    return feeder.status();
  if (settings.allowsNan)
    feeder->leaveNonFinite();
  fed.feeder.emplace(std::move(*feeder));
  return {};
}

std::optional<int64_t> fixedBatchOf(const ComparedModel &fed) {
  for (const Port &port : fed.subject.model->inputs())
    if (!port.shape.empty() && port.shape[0].isStatic())
      return port.shape[0].value();
  return std::nullopt;
}

bool takesOpenBatch(const ComparedModel &fed) {
  return llvm::all_of(fed.subject.model->inputs(), [](const Port &port) {
    return !port.shape.empty() && !port.shape[0].isStatic();
  });
}

/// If one network has an open batch and the other a fixed one, feeds the former as many rows as the
/// latter.
Status alignNoise(ComparedModel &a, ComparedModel &b, const CompareSettings &settings) {
  for (auto [open, fixed] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (auto rows = fixedBatchOf(*fixed); rows && takesOpenBatch(*open))
      return feedNoise(*open, settings, *rows);
  return {};
}

/// The samples of one run, the same of both.
Status feedSamples(ComparedModel &a, ComparedModel &b, const CompareSettings &settings) {
  if (Status status = Feeder::align(*a.feeder, *b.feeder); !status.ok())
    return status;
  int64_t fed = 0;
  for (ComparedModel *one : {&a, &b}) {
    auto batch = one->feeder->next();
    if (!batch)
      return batch.status();
    fed = (*batch)->raw.count; // open() refuses an empty set
    one->inputs = std::move((*batch)->inputs);
  }
  const int64_t rows = a.feeder->rowsOfRun().value_or(settings.batch);
  if (rows < settings.batch && settings.batch != CompareSettings().batch)
    a.subject.reports->note("a run takes " + std::to_string(rows) +
                            (rows == 1 ? " sample" : " samples") + ": the first " +
                            std::to_string(fed) + " of the " + std::to_string(settings.batch) +
                            " that are asked for are fed");
  return {};
}

Status feed(ComparedModel &a, ComparedModel &b, const CompareSettings &settings) {
  if (a.feeder && b.feeder)
    return feedSamples(a, b, settings);
  return settings.feedsNoise() ? alignNoise(a, b, settings) : Status();
}

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

/// Compiles the network and opens its samples, of which none is read yet.
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
  ComparedModel made{std::move(*subject), std::move(bounds), std::move(order), {}, {}};
  if (Status status = open(made, settings); !status.ok())
    return status;
  return made;
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

/// Checks that both get the same to compute on: as many inputs of one name in one place, of the
/// same sizes. Noise is made for what an input takes, and has to be the same bit by bit.
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
  if (Status status = feed(*a, *b, settings); !status.ok())
    return status;
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
