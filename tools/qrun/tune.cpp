// qrun tune: which kernels layers run fastest as on a device, by measuring them.
#include "tools/qrun/feed/model.h"
#include "tools/qrun/numbers/number_options.h"
#include "tools/qrun/subcommands.h"
#include "tools/qrun/tune/session.h"

#include "tools/io/file.h"
#include "tools/io/report/progress.h"
#include "tools/io/report/table.h"
#include "tools/libqopt/tune/steady_clock.h"

using namespace qrt;

namespace qopt::run {
namespace {

struct TuneOptions {
  LoadOptions load;
  CompileChoices choices;
  std::string model, device, database;
  std::vector<int64_t> batches;
  double budget = 60;
  uint64_t seed = 1;
};

/// Choices are made for ranges: two batches of one would be two answers.
Status checkRanges(const std::vector<int64_t> &batches) {
  const std::vector<int64_t> firsts = firstBatches();
  std::map<int64_t, int64_t> taken; // first of a range → batch
  for (int64_t batch : batches) {
    const int64_t first = *std::prev(llvm::upper_bound(firsts, batch));
    auto [known, isNew] = taken.try_emplace(first, batch);
    if (isNew)
      continue;
    std::string begins;
    for (int64_t begin : firsts)
      begins += (begins.empty() ? "" : ", ") + std::to_string(begin);
    return invalidArgument("--batch: " + std::to_string(known->second) + " and " +
                           std::to_string(batch) +
                           " lie in one range of batches, for which one kernel is chosen; ranges "
                           "begin at " +
                           begins);
  }
  return {};
}

Status measureAll(TuneSession &session, const TuneOptions &options, double start) {
  Budget budget(options.budget, start, steadyNow());
  io::Progress progress("tune " + options.model, int64_t(session.total()));
  for (auto next = session.next(); next && budget.allows(steadyNow()); next = session.next()) {
    if (Status status = session.measure(*next); !status.ok())
      return {status.code(),
              options.model + ": error: on " + options.device + ": " + status.message()};
    budget.note(steadyNow());
    progress.note(io::fixed(budget.left(steadyNow()), 0) + " s of the budget left");
    progress.update(int64_t(session.done()));
  }
  return {};
}

Expected<std::unique_ptr<Tuner>> createTuner(const Loaded &model, const TuneOptions &options) {
  auto device = openDevice(options.device);
  if (!device)
    return device.status();
  Tuner::Options settings;
  settings.seed = options.seed;
  settings.batches = options.batches.empty() ? typicalBatches() : options.batches;
  settings.floatOrder = options.choices.floatOrder;
  settings.libraries = options.choices.libraries;
  auto tuner = Tuner::create(*model.module, std::move(*device), settings);
  if (!tuner && !llvm::StringRef(tuner.status().message()).starts_with(model.path))
    return Status(tuner.status().code(), model.path + ": error: " + tuner.status().message());
  return tuner;
}

int tune(const TuneOptions &options) {
  const double start = steadyNow();
  if (Status status = checkRanges(options.batches); !status.ok())
    usageError(status.message());
  if (options.device == "reference")
    usageError("--device=reference: the evaluator has no kernels to choose from");
  if (Status status = io::checkWritable(options.database, {options.model, options.load.weights});
      !status.ok())
    return report(status);
  auto model = loadFile(options.model, options.load);
  if (!model)
    return report(model.status());
  auto ports = portsOf(*model->module);
  if (!ports)
    return report(ports.status());
  const bool isOpen = llvm::any_of(ports->inputs, [](const Port &port) {
    return llvm::any_of(port.shape, [](const nn::Dim &dim) { return !dim.isStatic(); });
  });
  if (!isOpen && !options.batches.empty())
    usageError(options.model + ": has a fixed batch; leave --batch out");
  auto tuner = createTuner(*model, options);
  if (!tuner)
    return report(tuner.status());
  auto database = TuningDatabase::open(options.database, TuningDatabase::Access::Write);
  if (!database)
    return report(database.status());
  TuneSession session(**tuner, **database, QOPT_VERSION ", kernels " + kernelHash());
  Status status = session.resume();
  if (status.ok())
    status = measureAll(session, options, start);
  if (!status.ok())
    return report(status);
  return report(io::writeStdout([&](llvm::raw_ostream &stream) { session.summarize(stream); }));
}

void addOptions(CLI::App &app, TuneOptions &options) {
  app.add_option("model", options.model, alternatives(formatExtensions()))->required();
  app.add_option("--device", options.device, "Where layers are measured")->required();
  app.add_option("--database", options.database,
                 "Where what is measured is kept: made where there is none, and gone on with")
      ->type_name("FILE")
      ->required();
  app.add_option(
         "--batch", options.batches,
         "Batch sizes, separated by commas: one for each range that kernels are chosen for; "
         "1, 8, 32 and 128 by default")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1 << 20))
      ->default_str("");
  app.add_option("--budget", options.budget, "Seconds; a later call goes on where this one ended")
      ->check(aboveZero());
  app.add_option("--seed", options.seed, "Of the noise that is fed");
  addLoadOptions(app, options.load);
  addCompileChoices(app, options.choices);
}

} // namespace

void addTune(CLI::App &app, int &code) {
  auto options = std::make_shared<TuneOptions>();
  CLI::App *command = app.add_subcommand("tune", "Which kernels are fastest, by measuring them");
  addOptions(*command, *options);
  command->callback([options, &code] { code = tune(*options); });
}

} // namespace qopt::run
