#include "tools/libqopt/flows/tune/tune_flow.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/tune/session.h"
#include "tools/libqopt/tune/steady_clock.h"

using namespace qrt;

namespace qopt::run {

/// Choices are made for ranges: two batches of one would be two answers.
static Status checkRanges(const std::vector<int64_t> &batches) {
  const std::vector<int64_t> firsts = firstBatches();
  std::map<int64_t, int64_t> taken; // first of a range → batch
  for (int64_t batch : batches) {
    if (batch < 1)
      return invalidArgument("--batch: " + std::to_string(batch) + " is no batch, 1 or more");
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

std::string tunedBuild() { return QOPT_VERSION ", kernels " + kernelHash(); }

Status checkTuning(const TuneOptions &options) {
  if (options.parts < 1 || options.part < 0 || options.part >= options.parts)
    return invalidArgument("--part: there is no part " + std::to_string(options.part) + " of " +
                           std::to_string(options.parts) + "; the first is 0");
  if (Status status = checkRanges(options.batches); !status.ok())
    return status;
  return options.device == "reference"
             ? invalidArgument("--device=reference: the evaluator has no kernels to choose from")
             : Status();
}

Status checkBatches(const Loaded &model, const TuneOptions &options) {
  auto ports = portsOf(*model.module);
  if (!ports)
    return ports.status();
  const bool isOpen = llvm::any_of(ports->inputs, [](const Port &port) {
    return llvm::any_of(port.shape, [](const nn::Dim &dim) { return !dim.isStatic(); });
  });
  return isOpen || options.batches.empty()
             ? Status()
             : invalidArgument(model.path + ": has a fixed batch; leave --batch out");
}

static Status measureAll(const Loaded &model, TuneSession &session, const TuneOptions &options,
                         double start) {
  Budget budget(options.budget, start, steadyNow());
  StepScope step(*model.reports, "tune " + model.path, int64_t(session.total()));
  for (auto next = session.next(); next && budget.allows(steadyNow()); next = session.next()) {
    if (Status status = model.reports->checkCancelled(); !status.ok())
      return status;
    if (Status status = session.measure(*next); !status.ok())
      return {status.code(),
              model.path + ": error: on " + options.device + ": " + status.message()};
    budget.note(steadyNow());
    step.update(int64_t(session.done()),
                io::fixed(budget.left(steadyNow()), 0) + " s of the budget left");
  }
  return {};
}

static Expected<std::unique_ptr<Tuner>> createTuner(const Loaded &model,
                                                    const TuneOptions &options) {
  auto device = openDevice(options.device);
  if (!device)
    return device.status();
  Tuner::Options settings;
  settings.seed = options.seed;
  settings.batches = options.batches.empty() ? typicalBatches() : options.batches;
  settings.floatOrder = options.floatOrder;
  settings.libraries = options.libraries;
  auto tuner = Tuner::create(*model.module, std::move(*device), settings);
  if (!tuner && !llvm::StringRef(tuner.status().message()).starts_with(model.path))
    return Status(tuner.status().code(), model.path + ": error: " + tuner.status().message());
  return tuner;
}

Expected<TuneResult> tuneNetwork(const Loaded &model, const TuneOptions &options, double start) {
  auto tuner = createTuner(model, options);
  if (!tuner)
    return tuner.status();
  auto database = TuningDatabase::open(options.database, TuningDatabase::Access::Write);
  if (!database)
    return database.status();
  TuneSession session(**tuner, **database, tunedBuild(),
                      {size_t(options.part), size_t(options.parts)});
  Status status = session.resume();
  if (status.ok())
    status = measureAll(model, session, options, start);
  return status.ok() ? Expected(session.summary()) : status;
}

std::string compileCommand(const TuneOptions &options) {
  ShellCommand command("qrun compile");
  command.word(options.modelName);
  addDevice(command, options.device);
  addCompile(command, options.floatOrder, options.libraries);
  return command.option("tuning", options.database)
      .word("-o")
      .word(hereFile(options.modelName, "qart"))
      .text();
}

} // namespace qopt::run
