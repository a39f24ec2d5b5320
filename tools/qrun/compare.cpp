// qrun compare: two modules, or one on two devices, value by value.
#include "tools/qrun/differences.h"
#include "tools/qrun/feeder.h"
#include "tools/qrun/inputs.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/table.h"

#include "llvm/ADT/StringMap.h"

#include <CLI/App.hpp>
#include <cstring>

using namespace qrt;

namespace qopt::run {
namespace {

struct CompareOptions : SampleOptions {
  CompareOptions() { batch = 8; }

  LoadOptions load;
  std::string first, second, device = "host", otherDevice;
  std::vector<std::string> inputs;
  uint64_t seed = 1;
  bool exact = false;
};

/// Every value of one side, by key.
struct Side {
  std::vector<Port> ports;
  std::vector<Tensor> values;
  llvm::StringMap<size_t> positions;
};

Expected<std::vector<Tensor>> inputsFor(const Subject &subject, const CompareOptions &options) {
  const std::vector<Port> &ports = subject.model->inputs();
  if (!options.inputs.empty())
    return readInputs(ports, options.inputs, options.preprocessed);
  if (options.data.empty()) {
    Status status = checkSizesKnown(subject.path, *subject.model);
    return status.ok() ? Expected(randomInputs(ports, options.batch, options.seed)) : status;
  }
  auto feeder = Feeder::open(options, subject);
  if (!feeder)
    return feeder.status();
  auto batch = feeder->next();
  if (!batch)
    return batch.status();
  return (*batch)->inputs; // open() refuses an empty set
}

Expected<Subject> createSide(const std::string &path, const std::string &device,
                             const CompareOptions &options) {
  auto createFor = [&](const FeedShapes &feed) {
    return Subject::createFor(feed, path, device, options.load, exposeAllValues);
  };
  if (!options.inputs.empty())
    return createFor(ArrayFiles(options.inputs));
  if (!options.data.empty())
    return createFor(SampleFiles(options.data));
  return Subject::create(path, device, options.load, exposeAllValues);
}

Expected<Side> runSide(const std::string &path, const std::string &device,
                       const CompareOptions &options) {
  auto subject = createSide(path, device, options);
  if (!subject)
    return subject.status();
  CompiledModel &model = *subject->model;
  auto inputs = inputsFor(*subject, options);
  if (!inputs)
    return inputs.status();
  auto values = model.run(*inputs);
  if (!values)
    return values.status();
  Side side;
  side.ports = model.outputs();
  side.values = cutToLengths(side.ports, std::move(*values));
  for (size_t i = 0; i < side.ports.size(); ++i)
    side.positions.try_emplace(side.ports[i].name, i);
  return side;
}

std::string typeText(const Port &port) {
  std::string text(elementTypeName(port.type));
  return port.quantization ? "q" + text : text;
}

/// One line of the table; `different` tells storage that is not the same bit by bit.
std::vector<std::string> compareValue(const Port &portA, const Tensor &a, const Port &portB,
                                      const Tensor &b, bool &different) {
  std::string types =
      typeText(portA) + (typeText(portA) == typeText(portB) ? "" : " / " + typeText(portB));
  different = a.type() != b.type() || a.shape() != b.shape() ||
              portA.quantization != portB.quantization ||
              std::memcmp(a.data(), b.data(), a.bytes()) != 0;
  if (a.shape() != b.shape())
    return {portA.name, types, shapeToString(a.shape()) + " / " + shapeToString(b.shape())};
  Difference d = differenceOf(realValues(a, portA.quantization), realValues(b, portB.quantization));
  const auto &steps = portB.quantization ? portB.quantization : portA.quantization;
  return {portA.name,
          types,
          io::shortest(d.maxAbs, 3),
          io::fixed(d.sqnr, 1),
          io::fixed(d.cosine, 6),
          steps ? io::fixed(d.rmse / steps->scale, 3) : "-",
          std::to_string(d.differing) + " of " + std::to_string(a.size()),
          d.first < 0 ? "" : indexToString(d.first, a.shape())};
}

/// Prints the table; how many common values differ, and the first's key.
std::pair<int64_t, std::string> compareSides(const Side &a, const Side &b,
                                             llvm::raw_ostream &stream) {
  io::Table table(
      {"value", "type", "max abs", "SQNR dB", "cosine", "RMSE/scale", "differing", "first at"});
  int64_t common = 0, different = 0;
  std::string first;
  for (auto [i, port] : llvm::enumerate(a.ports)) {
    auto other = b.positions.find(port.name);
    if (other == b.positions.end() || a.positions.at(port.name) != i)
      continue;
    ++common;
    bool differs = false;
    table.add(
        compareValue(port, a.values[i], b.ports[other->second], b.values[other->second], differs));
    if (differs && ++different == 1)
      first = port.name;
  }
  table.print(stream);
  stream << common << " values in both, " << different << " not equal bit by bit";
  if (different)
    stream << ", the first is '" << first << "'";
  stream << "; " << int64_t(a.positions.size()) - common << " only in the first, "
         << int64_t(b.positions.size()) - common << " only in the second\n";
  return {common ? different : -1, first};
}

int compare(CompareOptions options) {
  if (options.second.empty() && options.otherDevice.empty())
    return usageError("compare takes two models, or one and --other-device");
  auto a = runSide(options.first, options.device, options);
  if (!a)
    return report(a.status());
  auto b = runSide(options.second.empty() ? options.first : options.second,
                   options.otherDevice.empty() ? options.device : options.otherDevice, options);
  if (!b)
    return report(b.status());
  std::pair<int64_t, std::string> outcome;
  Status status =
      io::writeStdout([&](llvm::raw_ostream &stream) { outcome = compareSides(*a, *b, stream); });
  if (!status.ok())
    return report(status);
  if (outcome.first < 0)
    return report(invalidArgument("the two models have no value of one key"));
  if (options.exact && outcome.first > 0)
    return report(invalidArgument("--exact: '" + outcome.second + "' differs"));
  return Success;
}

void addOptions(CLI::App &command, CompareOptions &options) {
  command.add_option("first", options.first, alternatives(formatExtensions()))->required();
  command.add_option("second", options.second, "The other model; by default the same");
  command.add_option("--device", options.device, "Where the first runs");
  command.add_option("--other-device", options.otherDevice,
                     "Where the second runs; by default the same");
  auto *input = command.add_option("--input", options.inputs, "[NAME=]x.npy, x.npz or x.npz:KEY")
                    ->allow_extra_args(false); // else it would take the models after it
  addSampleOptions(command, options)
      ->excludes(input)
      ->description("Samples, of which the first batch is used; by default noise");
  addLoadOptions(command, options.load);
  command.add_option("--seed", options.seed, "Of the noise fed without --input and --data");
  command.add_flag("--exact", options.exact, "Exit 1 unless all common values are equal");
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
