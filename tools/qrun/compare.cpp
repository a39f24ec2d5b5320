// qrun compare: two modules, or one on two devices, value by value.
#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/qrun/compare/compared_values.h"
#include "tools/qrun/feed/inputs.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/subcommands.h"
#include "tools/qrun/terminal/terminal.h"

#include "ir/values/keys.h"
#include "tools/io/file.h"
#include "tools/io/load_arguments.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>
#include <algorithm>
#include <cstring>

using namespace qrt;

namespace qopt::run {
namespace {

struct CompareOptions : SampleOptions {
  CompareOptions() { batch = 8; }

  LoadOptions load;
  CompileChoices choices;
  std::string first, second, device = "host", otherDevice;
  std::optional<FloatOrder> otherOrder; // none: that of --float-order
  std::vector<std::string> inputs;
  uint64_t seed = 1;
  std::string sort = "network", chart;
  bool exact = false, outputs = false, allowsNan = false;
};

Expected<std::vector<Tensor>> inputsFor(const Subject &subject, const CompareOptions &options) {
  const std::vector<Port> &ports = subject.model->inputs();
  if (!options.inputs.empty())
    return readInputs(ports, options.inputs, {options.preprocessed, options.allowsNan});
  if (options.data.empty()) {
    Status status = checkSizesKnown(subject.path, *subject.model);
    return status.ok() ? Expected(randomInputs(ports, options.batch, options.seed)) : status;
  }
  auto feeder = Feeder::open(options, subject);
  if (!feeder)
    return feeder.status();
  if (options.allowsNan)
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

/// One of the two.
struct Place {
  std::string path, device;
  FloatOrder order;
};

Expected<Subject> createSubject(const Place &place, const CompareOptions &options,
                                Subject::Rewrite rewrite) {
  const auto &[path, device, order] = place;
  CompileSettings how = compileOptions(options.choices);
  how.floatOrder = order;
  const LoadOptions load = io::optionsFor(options.load, path, {options.first, options.second});
  auto createFor = [&](const FeedShapes &feed) {
    return openSubjectFor(feed, place.path, place.device, load, rewrite, how);
  };
  if (!options.inputs.empty())
    return createFor(ArrayFiles(options.inputs));
  if (!options.data.empty())
    return createFor(SampleFiles(options.data));
  return openSubject(path, device, load, rewrite, how);
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

Expected<ComparedModel> createFed(const Place &place, const CompareOptions &options) {
  llvm::StringMap<FollowingBound> bounds;
  std::vector<size_t> order;
  auto expose = [&](mlir::ModuleOp module) {
    Status status;
    if (!options.outputs) {
      bounds = followingBounds(module); // before an output more reads each value
      status = exposeAllValues(module);
    }
    if (status.ok())
      order = networkOrder(module);
    return status;
  };
  auto subject = createSubject(place, options, expose);
  if (!subject)
    return subject.status();
  auto inputs = inputsFor(*subject, options);
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
    terminal()->note("inputs are paired in their order: " + inputsText(a) + ", " + inputsText(b));
  return {};
}

Expected<Side> runSide(ComparedModel fed) {
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
void warnOfStrangers(const Side &a, const Side &b, const Comparison &comparison) {
  const size_t fewer = std::min(a.positions.size(), b.positions.size());
  if (2 * comparison.values.size() >= fewer)
    return;
  terminal()->warn(std::to_string(comparison.values.size()) + " values are in both, of " +
                   std::to_string(a.positions.size()) + " and " +
                   std::to_string(b.positions.size()) +
                   ": these are hardly two forms of one network");
}

Expected<Comparison> compareModels(const CompareOptions &options, const Place &second) {
  auto a = createFed({options.first, options.device, options.choices.floatOrder}, options);
  if (!a)
    return a.status();
  auto b = createFed(second, options);
  if (!b)
    return b.status();
  bool isNoise = options.inputs.empty() && options.data.empty();
  if (Status status = checkAlike(*a, *b, isNoise); !status.ok())
    return status;
  if (!isNoise && !options.preprocessed)
    warnOfPreprocessing(a->subject, b->subject);
  auto sideA = runSide(std::move(*a));
  if (!sideA)
    return sideA.status();
  auto sideB = runSide(std::move(*b));
  if (!sideB)
    return sideB.status();
  Comparison comparison = compareSides(*sideA, *sideB);
  if (comparison.values.empty())
    return invalidArgument(
        options.first + " and " + second.path +
        " have no value of one key: neither is a rewrite of the other; qrun eval "
        "--against compares what two networks answer");
  warnOfStrangers(*sideA, *sideB, comparison);
  return comparison;
}

Status checkChart(const CompareOptions &options) {
  if (options.chart.empty())
    return {};
  std::vector<std::string> sources{options.first, options.second};
  llvm::append_range(sources, options.inputs);
  return io::checkWritable(options.chart, sources);
}

int compare(CompareOptions options) {
  if (options.second.empty() && options.otherDevice.empty() && !options.otherOrder)
    usageError("compare takes two models, or one and --other-device or "
               "--other-float-order");
  if (Status status = checkChart(options); !status.ok())
    return report(status);
  if (std::string why = options.chart.empty() ? "" : io::whyMisnamed(options.chart, "SVG", ".svg");
      !why.empty())
    usageError(why);
  const Place second{options.second.empty() ? options.first : options.second,
                     options.otherDevice.empty() ? options.device : options.otherDevice,
                     options.otherOrder.value_or(options.choices.floatOrder)};
  auto comparison = compareModels(options, second);
  if (!comparison)
    return report(comparison.status());
  const bool byError = options.sort == "error";
  auto print = [&](llvm::raw_ostream &stream) { printComparison(*comparison, byError, stream); };
  if (Status status = io::writeStdout(print); !status.ok())
    return report(status);
  auto draw = [&](llvm::raw_ostream &stream) {
    std::string title = "SQNR by value: " + options.first + " on " + options.device + ", " +
                        second.path + " on " + second.device;
    writeComparisonChart(*comparison, title, byError, stream);
  };
  if (!options.chart.empty())
    if (Status status = io::writeFile(options.chart, draw); !status.ok())
      return report(status);
  const ComparedValue *unlike = comparison->firstUnlike();
  if (options.exact && unlike)
    return report(invalidArgument("--exact: '" + unlike->key + "' differs"));
  return Success;
}

void addOptions(CLI::App &command, CompareOptions &options) {
  command.add_option("first", options.first, alternatives(formatExtensions()))->required();
  command.add_option("second", options.second, "The other model; by default the same");
  command.add_option("--device", options.device, "Where the first runs");
  command.add_option("--other-device", options.otherDevice,
                     "Where the second runs; by default the same");
  addFloatOrderOption(command, "--other-float-order",
                      [&options](FloatOrder order) { options.otherOrder = order; });
  auto *input = command.add_option("--input", options.inputs, "[NAME=]x.npy, x.npz or x.npz:KEY")
                    ->allow_extra_args(false); // else it would take the models after it
  addSampleOptions(command, options)
      ->excludes(input)
      ->description("Samples, of which the first batch is used; by default noise");
  addNanOption(command, options.allowsNan);
  addLoadOptions(command, options.load);
  command.add_option("--seed", options.seed, "Of the noise fed without --input and --data");
  command.add_option("--sort", options.sort, "Rows as the network has them, or the worst first")
      ->check(CLI::IsMember({"network", "error"}));
  command.add_option("--svg", options.chart, "Write a chart of every value's SQNR to this file");
  command.add_flag(
      "--outputs", options.outputs,
      "The network's outputs alone, by the kernels that a run uses: a value that is read "
      "out is computed by itself, nothing is fused across it");
  command.add_flag("--exact", options.exact, "Exit 1 unless all common values are equal");
  addCompileChoices(command, options.choices);
}

} // namespace

void addCompare(CLI::App &app, int &code) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App *command =
      app.add_subcommand("compare", "Two models, or one on two devices, value by value");
  addOptions(*command, *options);
  command->callback([options, &code] { code = compare(*options); });
}

} // namespace qopt::run
