// qrun run | label | calibrate | merge | accuracy | quantize | repair | convert-calibration | eval
// | compare | report | lint-data | compile | refit | bench | tune | devices
#include "tools/libqopt/memory.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/model.h"
#include "tools/qrun/terminal/terminal.h"

#include "ir/values/near_names.h"
#include "tools/io/load_arguments.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <new>
#include <thread>

namespace qopt::run {
namespace {

/// More threads than cores take turns, and every loop waits for the last.
void warnOfThreads(llvm::StringRef device) {
  auto [driver, number] = device.split(':');
  const unsigned cores = std::thread::hardware_concurrency();
  unsigned threads = 0;
  if (driver.starts_with("host") && llvm::to_integer(number, threads) && cores && threads > cores)
    terminal()->warn("--device=" + device.str() + ": there are " + std::to_string(cores) +
                     " cores; '" + driver.str() + "' alone uses as many threads");
}

/// Devices that there cannot be are refused before anything is read.
void checkDevices(CLI::App &app) {
  for (CLI::App *command : app.get_subcommands({}))
    for (CLI::Option *option : command->get_options())
      if (llvm::StringRef(option->get_name()).ends_with("device") && option->get_items_expected())
        option->check([](const std::string &device) {
          qrt::Status status = checkDevice(device);
          if (status.ok())
            warnOfThreads(device);
          return status.message();
        });
}

std::vector<std::string> commandNames(CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::App *command : app.get_subcommands({}))
    names.push_back(command->get_name());
  return names;
}

/// The option that means something without a value.
constexpr llvm::StringLiteral mayBeEmpty = "--tuning";

/// `qrun bench --json FILE` has its file behind a space, too: a name that is no model's.
bool isBenchFile(llvm::ArrayRef<char *> arguments, size_t json) {
  if (llvm::StringRef(arguments[1]) != "bench" || json + 1 == arguments.size())
    return false;
  const llvm::StringRef next = arguments[json + 1];
  return !next.starts_with("-") && formatOf(next).empty() && !io::isArtifact(next);
}

/// Returns the arguments, with a value behind each option that would take the next argument for its
/// own: --tuning= gets its empty value as an argument of its own, --json without a file gets '-'.
std::vector<const char *> separated(llvm::ArrayRef<char *> arguments) {
  std::vector<const char *> all;
  bool isOver = false; // after "--" there are files
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    const llvm::StringRef text = argument;
    isOver |= text == "--";
    if (!isOver && text == mayBeEmpty.str() + "=")
      all.insert(all.end(), {mayBeEmpty.data(), ""});
    else if (!isOver && text == "--json" && !isBenchFile(arguments, i))
      all.push_back("--json=-");
    else
      all.push_back(argument);
  }
  return all;
}

/// Returns why the parser would misread the arguments; empty where it would not. "--labels=" would
/// take the next argument for its value.
std::string whyMisspelled(CLI::App &app, llvm::ArrayRef<char *> arguments) {
  const std::vector<std::string> names = commandNames(app);
  if (arguments.empty() || arguments[0][0] == '-')
    return "";
  const std::string command = arguments[0];
  if (!llvm::is_contained(names, command))
    return command + ": no such subcommand; there are " + llvm::join(names, ", ") +
           didYouMean(command, names);
  std::vector<std::string> options = {"--help"};
  for (const CLI::Option *option : app.get_subcommand(command)->get_options())
    for (const std::string &name : option->get_lnames())
      options.push_back("--" + name);
  for (llvm::StringRef argument : arguments.drop_front()) {
    if (argument == "--")
      break;
    auto [name, value] = argument.split('=');
    if (!name.starts_with("--"))
      continue;
    if (!llvm::is_contained(options, name))
      return command + ": no option " + name.str() + didYouMean(name, options);
    if (argument.size() == name.size() + 1 && name != mayBeEmpty)
      return argument.str() + " has no value";
  }
  return "";
}

/// `command` is a subcommand's name, or empty.
std::string failureText(llvm::StringRef what, const std::string &command) {
  return "qrun: error: " + what.str() + "; see qrun " + command + (command.empty() ? "" : " ") +
         "--help\n";
}

std::string failureMessage(const CLI::App *app, const CLI::Error &error) {
  llvm::StringRef what = error.what();
  what.consume_front("error: ");
  const auto verbs = app->get_subcommands();
  return failureText(what, verbs.empty() ? "" : verbs[0]->get_name());
}

} // namespace
} // namespace qopt::run

int main(int argc, char **argv) {
  using namespace qopt::run;
  qopt::throwWhereMemoryEnds();
  CLI::App app("qrun: runs, measures and compares networks");
  app.set_version_flag("--version", "qrun " QOPT_VERSION);
  app.require_subcommand(1);
  app.option_defaults()->always_capture_default();
  app.footer(
      "Devices: " + llvm::join(qopt::deviceForms(), ", ") +
      " (the evaluator: exact, slow).\n"
      "QOPT_CACHE names the file of compiled kernels (empty: none), QOPT_CACHE_LIMIT its size in "
      "MiB, 256 by default; QOPT_TUNING a database of qrun tune's (empty: none); QOPT_ISA the "
      "processor's instruction set; QOPT_QUEUES how many launches run side by side on a GPU.\n"
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
  addExplain(app, code);
  addEnough(app, code);
  addGate(app, code);
  addSearch(app, code);
  addReport(app, code);
  addLintData(app, code);
  addCompile(app, code);
  addRefit(app, code);
  addBench(app, code);
  addTune(app, code);
  addDevices(app, code);
  app.parse_complete_callback([] { // before any subcommand runs
    if (qrt::Status status = qrt::chosenIsa().status(); !status.ok())
      throw CLI::ValidationError("error", status.message());
  });
  for (CLI::App *command : app.get_subcommands({}))
    command
        ->add_flag_callback("--quiet", silenceTerminal,
                            "No progress and no remarks on standard error; errors stay")
        ->trigger_on_parse(); // before other options have something to remark
  checkDevices(app);
  app.failure_message(failureMessage);
  if (std::string why = whyMisspelled(app, {argv + 1, argv + std::max(argc, 1)}); !why.empty()) {
    const bool isCommand = llvm::is_contained(commandNames(app), argv[1]);
    llvm::errs() << failureText(why, isCommand ? argv[1] : "");
    return qopt::Usage;
  }
  try {
    const std::vector<const char *> arguments = separated({argv, argv + argc});
    app.parse(int(arguments.size()), arguments.data());
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? qopt::Success : qopt::Usage;
  } catch (const UnusableFile &error) {
    llvm::errs() << "error: " << error.what() << "\n";
    return qopt::Failure;
  } catch (const std::bad_alloc &) { // samples and noise are made by the subcommands themselves
    bool hasBatch = llvm::any_of(app.get_subcommands(), [](const CLI::App *command) {
      return command->get_option_no_throw("--batch");
    });
    llvm::errs() << "qrun: error: not enough memory"
                 << (hasBatch ? "; a smaller --batch needs less\n" : " for these arrays\n");
    return qopt::Failure;
  }
  return code;
}
