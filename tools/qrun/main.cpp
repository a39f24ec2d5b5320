// qrun run | label | calibrate | merge | convert-calibration | repair | eval | compare | lint-data
// | bench | devices
#include "tools/qrun/model.h"
#include "tools/qrun/subcommands.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <new>

int main(int argc, char **argv) {
  using namespace qopt::run;
  CLI::App app("qrun: runs, measures and compares networks");
  app.set_version_flag("--version", "qrun " QOPT_VERSION);
  app.require_subcommand(1);
  app.option_defaults()->always_capture_default();
  app.footer("Devices: " + llvm::join(qopt::deviceForms(), ", ") +
             " (the evaluator: exact, slow).\n"
             "Exit codes: 0 ok, 1 error, 2 usage, 3 unsupported operation, "
             "4 accuracy gate, 5 latency gate.");
  int code = qopt::Success;
  addRun(app, code);
  addLabel(app, code);
  addCalibrate(app, code);
  addMerge(app, code);
  addQuantize(app, code);
  addAccuracy(app, code);
  addRepair(app, code);
  addConvertCalibration(app, code);
  addEval(app, code);
  addCompare(app, code);
  addLintData(app, code);
  addBench(app, code);
  addDevices(app, code);
  app.parse_complete_callback([] { // before any subcommand runs
    if (qrt::Status status = qrt::chosenIsa().status(); !status.ok())
      throw CLI::ValidationError("error", status.message());
  });
  auto named = [&](const CLI::App *command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && llvm::none_of(app.get_subcommands({}), named))
    return usageError(std::string(argv[1]) + ": no such subcommand");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? qopt::Success : qopt::Usage;
  } catch (const std::bad_alloc &) { // samples and noise are made by the subcommands themselves
    bool hasBatch = llvm::any_of(app.get_subcommands(), [](const CLI::App *command) {
      return command->get_option_no_throw("--batch");
    });
    llvm::errs() << "error: not enough memory"
                 << (hasBatch ? "; a smaller --batch needs less\n" : " for these arrays\n");
    return qopt::Failure;
  }
  return code;
}
