#include "tools/qopt/command_line.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/qopt/spelling.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <cmath>

namespace cl = llvm::cl;
using qrt::Status;

namespace qopt::tool {

static constexpr char pluginFlag[] = "load-pass-plugin";

static bool loadPlugin(const std::string &path) {
  auto plugin = mlir::PassPlugin::load(path);
  if (!plugin) {
    llvm::errs() << "qopt: error: " << llvm::toString(plugin.takeError()) << "\n";
    return false;
  }
  plugin->registerPassRegistryCallbacks();
  return true;
}

bool loadPlugins(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument(argv[i]);
    if (argument == "--")
      return true;
    if (!argument.consume_front("--") && !argument.consume_front("-"))
      continue;
    if (argument == pluginFlag && i + 1 < argc) {
      if (!loadPlugin(argv[++i]))
        return false;
    } else if (argument.consume_front(pluginFlag) && argument.consume_front("=")) {
      if (!loadPlugin(argument.str()))
        return false;
    }
  }
  return true;
}

void dropForeignOptions() {
  std::vector<cl::Option *> foreign;
  for (auto &entry : cl::getRegisteredOptions()) {
    bool generic = llvm::any_of(entry.second->Categories, [](cl::OptionCategory *category) {
      return category->getName() == "Generic Options"; // --help and its kin
    });
    if (!generic)
      foreign.push_back(entry.second);
  }
  for (cl::Option *option : foreign)
    option->removeArgument();
}

static llvm::StringRef formatChoice() {
  static const std::string names = llvm::join(formatNames(), "|");
  return names;
}

static llvm::StringRef deviceText() {
  static const std::string text = "The device of --emit: " + llvm::join(qrt::deviceForms(), ", ");
  return text;
}

static constexpr llvm::StringLiteral emitText(
    "Write, instead of the module, the program for --device or its kernels, as text; or an ONNX "
    "model of its real layers, or with pairs of QuantizeLinear and DequantizeLinear for its "
    "quantized ones; or a TFLite model; or a drawing of it, as SVG or for Graphviz");

static constexpr llvm::StringLiteral
    compareText("Tell, instead of writing the module, if this model is the same network; names of "
                "layers and measured ranges do not count; exit 1 if it is another one. --weights, "
                "--phase and --stage are read for it, and --mean and its like if it is no module; "
                "--inputs, --outputs, --shape, --bind, --dynamic-batch and passes are not");

CommandLine::CommandLine()
    : category("Options"), input(cl::Positional, cl::desc("INPUT"), cl::cat(category)),
      output("o", cl::value_desc("file"), cl::cat(category),
             cl::desc("Output: .mlir (text) or .mlirbc (bytecode); else text to standard output")),
      from("from", cl::value_desc(formatChoice()), cl::cat(category),
           cl::desc("The input's format, where its extension does not tell")),
      emit("emit", cl::value_desc("program|kernels|onnx|onnx-qdq|tflite|svg|dot"),
           cl::cat(category), cl::desc(emitText)),
      device("device", cl::init("host"), cl::value_desc("name"), cl::cat(category),
             cl::desc(deviceText())),
      described("described", cl::value_desc("file"), cl::cat(category),
                cl::desc("Instead of --device: one that is not here; fields of its description "
                         "and their values, as 'computeCapability 90', a line each")),
      tuning("tuning", cl::value_desc("file"), cl::cat(category),
             cl::desc("For --emit: which kernels are fastest, from qrun tune's --database")),
      floatOrder("float-order", cl::init("fast"), cl::value_desc("fast|direct|invariant"),
                 cl::cat(category), cl::desc(io::floatOrderHelp())),
      libraries("libraries", cl::CommaSeparated, cl::value_desc("clblast"), cl::cat(category),
                cl::desc(io::librariesHelp())),
      inputs("inputs", cl::CommaSeparated, cl::value_desc("value,…"), cl::cat(category),
             cl::desc("Import only what follows these values")),
      outputs("outputs", cl::CommaSeparated, cl::value_desc("value,…"), cl::cat(category),
              cl::desc("Import only what leads to these values")),
      shapes("shape", cl::value_desc("input:sizes"), cl::cat(category),
             cl::desc("Numbers for sizes that the model leaves open: x:1x3x48x320, ? stays "
                      "open; may be repeated, or y:1x7 follow behind a comma")),
      bindings("bind", cl::value_desc("input=values"), cl::cat(category),
               cl::desc("Import an input as this constant: sr=16000; may be repeated")),
      weights("weights", cl::value_desc("file"), cl::cat(category),
              cl::desc("A second file of weights: a Caffe network's .caffemodel, a TensorFlow "
                       "graph's checkpoint")),
      phase("phase", cl::value_desc("test|train"), cl::cat(category),
            cl::desc("Import a Caffe network's layers of this phase; test by default")),
      transforms("transforms", cl::value_desc("text"), cl::cat(category),
                 cl::desc("TensorFlow's Graph Transform Tool by its own names, run before the "
                          "passes: 'fold_constants(ignore_errors=true) fold_batch_norms'")),
      stages("stage", cl::CommaSeparated, cl::value_desc("name,…"), cl::cat(category),
             cl::desc("The stages that a Caffe network's rules ask for, as deploy")),
      plugins(pluginFlag, cl::value_desc("library"), cl::cat(category),
              cl::desc("Load passes from a shared library")),
      other("compare", cl::value_desc("model"), cl::cat(category), cl::desc(compareText)),
      costBatch("batch", cl::init(1), cl::value_desc("n"), cl::cat(category),
                cl::desc("The batch size of --print-cost and --summarize")),
      dynamicBatch("dynamic-batch", cl::cat(category),
                   cl::desc("Import inputs of a fixed batch of 1 with a batch of any size")),
      explain("explain", cl::cat(category),
              cl::desc("explain=true for every pass that has it: remarks on what was left as "
                       "it is, and why")),
      printCost("print-cost", cl::cat(category),
                cl::desc("Print every layer's arithmetic and traffic to standard error")),
      summarize("summarize", cl::cat(category),
                cl::desc("Print, instead of the module, its inputs, outputs, parameters and "
                         "operations, the cost of each layer, and what is not supported")),
      verifyRoundtrip("verify-roundtrip", cl::cat(category),
                      cl::desc("Fail unless text and bytecode read back as the same module")),
      verifyDiagnostics("verify-diagnostics", cl::cat(category),
                        cl::desc("For tests: check diagnostics against expected-* comments")),
      splitInput("split-input-file", cl::cat(category),
                 cl::desc("For tests: process the parts between '// -----' on their own")),
      passes("", "Passes, run in the order given") {
  for (std::string_view name : nn::preprocessSettings)
    preprocess.push_back(std::make_unique<cl::opt<std::string>>(
        llvm::StringRef(name), cl::value_desc("value"), cl::cat(category),
        cl::desc(llvm::StringRef(io::preprocessHelp(name)))));
  // The parser makes its options itself; ours are those that --help shows.
  auto &known = cl::getRegisteredOptions();
  if (cl::Option *pipeline = known.lookup("pass-pipeline"))
    pipeline->addCategory(category);
  if (cl::Option *list = known.lookup("fold-constants"))
    list->addCategory(category);        // one option stands behind every pass's flag
  mlir::registerPassManagerCLOptions(); // --mlir-print-ir-after-all, --mlir-timing and others,
  mlir::registerAsmPrinterCLOptions();  // in --help-hidden
  mlir::registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "qopt " QOPT_VERSION ", MLIR " << LLVM_VERSION_STRING << "\n";
  });
}

static bool usageError(const llvm::Twine &message) {
  llvm::errs() << "qopt: error: " << message << "; see qopt --help\n";
  return false;
}

bool CommandLine::parse(int argc, char **argv) {
  const char *overview = "qopt: rewrites neural networks\n\n"
                         "  qopt model.onnx -o model.mlirbc\n"
                         "  qopt --summarize model.onnx\n"
                         "  qopt model.onnx --compare=model.mlirbc\n"
                         "  qopt model.mlir --fold-batch-norm -o folded.mlir\n"
                         "  qopt folded.mlir --insert-quant=\"calibration=cal.json "
                         "profile=qopt\" --fold-dequant -o q.mlir\n\n"
                         "Several options of a pass are separated by spaces inside quotes. "
                         "Exit codes: 0 ok, 1 error, 2 usage, 3 unsupported operation.\n";
  if (std::string why = whyMisspelled({argv + 1, argv + argc}); !why.empty())
    return usageError(why);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs()))
    return false;
  const std::string twice = repeatedOption();
  return twice.empty() ? check() : usageError(twice + " is given twice: leave one out");
}

std::string CommandLine::repeatedOption() const {
  std::string first; // by name: the registry has no order
  for (const auto &entry : cl::getRegisteredOptions()) {
    const cl::Option *option = entry.second;
    const bool isOwn = llvm::is_contained(option->Categories, &category);
    const bool isSingle = option->getNumOccurrencesFlag() == cl::Optional;
    if (isOwn && isSingle && option->getNumOccurrences() > 1 &&
        (first.empty() || option->ArgStr < first))
      first = option->ArgStr.str();
  }
  return first.empty() ? "" : (first.size() == 1 ? "-" : "--") + first;
}

bool CommandLine::readPreprocess() {
  for (auto [name, text] : llvm::zip_equal(nn::preprocessSettings, preprocess))
    if (text->getNumOccurrences())
      if (Status status = io::setPreprocess(load, name, *text); !status.ok())
        return usageError(status.message());
  Status status = io::checkPreprocess(load);
  return status.ok() || usageError(status.message());
}

/// Tells whether the file that --emit writes may have this name; prints an error where it may not.
bool CommandLine::checkEmitted(llvm::StringRef target) {
  if (emit.empty() || target == "-")
    return true;
  std::string why = emitsOnnx()     ? io::whyMisnamed(target, "ONNX", ".onnx")
                    : emitsTflite() ? io::whyMisnamed(target, "TFLite", ".tflite")
                    : emit == "svg" ? io::whyMisnamed(target, "SVG", ".svg")
                    : emit == "dot" ? io::whyMisnamed(target, "DOT", ".dot")
                                    : io::whyMisnamed(target, "text", ".txt");
  return why.empty() || usageError("-o " + why);
}

bool CommandLine::check() {
  if (input.empty())
    return usageError("no input file");
  if (!from.empty() && !llvm::is_contained(formatNames(), from))
    return usageError("--from=" + from + ": expected " + alternatives(formatNames()));
  if (std::string why = whyNotRead(input); from.empty() && !why.empty())
    return usageError(input + ": " + why);
  if (from.empty() && formatOf(input).empty())
    return usageError(input + ": cannot tell the format from the name; expected " +
                      llvm::join(formatExtensions(), ", ") + " or --from=");
  llvm::StringRef target = output;
  if (!emit.empty() && emit != "program" && emit != "kernels" && !emitsModel() && !emitsDrawing())
    return usageError("--emit=" + emit +
                      ": expected program, kernels, onnx, onnx-qdq, tflite, svg or dot");
  if (!checkDevice())
    return false;
  if (emitsModel() && (target.ends_with(".mlir") || target.ends_with(".mlirbc")))
    return usageError("-o " + target + ": --emit=" + emit + " writes " +
                      (emitsOnnx() ? "ONNX" : "TFLite") + ", which is no " +
                      llvm::sys::path::extension(target));
  if (emitsModel() && target.empty())
    return usageError("--emit=" + emit + ": -o names the file, or - for standard output");
  if (!checkEmitted(target))
    return false;
  if (emit.empty() && !target.empty() && target != "-" && !target.ends_with(".mlir") &&
      !target.ends_with(".mlirbc") && !target.starts_with("/dev/"))
    return usageError("-o " + target + ": expected .mlir (text) or .mlirbc (bytecode)");
  if (!readPreprocess() || !readLoadOptions() || !parseTransformList())
    return false;
  bool writes = !output.empty() || !load.preprocess.isEmpty() || !emit.empty() || printCost ||
                verifyRoundtrip || summarize || !other.empty() || !from.empty() ||
                !inputs.empty() || !outputs.empty() || !shapes.empty() || !bindings.empty() ||
                dynamicBatch || !weights.empty() || !phase.empty() || !stages.empty();
  if ((splitInput || verifyDiagnostics) && writes)
    return usageError("--split-input-file and --verify-diagnostics only run passes");
  if (costBatch < 1 || costBatch > 1 << 20)
    return usageError("--batch must be 1 to 1048576");
  if (costBatch.getNumOccurrences() && !printCost && !summarize)
    return usageError("--batch belongs to --print-cost and --summarize");
  return checkReports();
}

/// Checks the options that say for which device a program is made.
bool CommandLine::checkDevice() {
  const bool isSaid = device.getNumOccurrences() || floatOrder.getNumOccurrences() ||
                      !libraries.empty() || !described.empty() || !tuning.empty();
  if (isSaid && (emit.empty() || emitsModel() || emitsDrawing()))
    return usageError("--device, --described, --libraries, --float-order and --tuning belong to "
                      "--emit=program and --emit=kernels");
  if (device.getNumOccurrences() && !described.empty())
    return usageError("--described stands instead of --device");
  if (Status status = qrt::checkDevice(device); !status.ok())
    return usageError("--device: " + status.message());
  for (const std::string &library : libraries)
    if (Status status = qrt::checkLibrary(library); !status.ok())
      return usageError("--libraries: " + status.message());
  auto named = qrt::floatOrderNamed(floatOrder.getValue());
  if (!named)
    return usageError("--float-order: " + named.status().message());
  readOrder = *named;
  return true;
}

/// --summarize and --compare write to standard output, in the module's place.
bool CommandLine::checkReports() {
  if (summarize && !other.empty())
    return usageError("--summarize and --compare do not go together");
  llvm::StringRef name = summarize ? "--summarize" : "--compare";
  if ((summarize || !other.empty()) && (!output.empty() || !emit.empty()))
    return usageError(name + " writes no model: leave -o and --emit out");
  if ((summarize || !other.empty()) && (printCost || verifyRoundtrip))
    return usageError(name + " goes without " +
                      (printCost ? "--print-cost" : "--verify-roundtrip"));
  if (std::string why = whyNotRead(other); !why.empty())
    return usageError("--compare=" + other + ": " + why);
  if (other.getNumOccurrences() && formatOf(other).empty())
    return usageError("--compare=" + other + ": cannot tell the format from the name; expected " +
                      llvm::join(formatExtensions(), ", "));
  return true;
}

// Sizes that strip_unused_nodes states are those of --shape.
bool CommandLine::parseTransformList() {
  if (!transforms.getNumOccurrences())
    return true;
  auto parsed = parseTransforms(transforms);
  Status status = parsed ? checkTransforms(*parsed) : parsed.status();
  if (!status.ok())
    return usageError("--transforms: " + status.message());
  readTransforms = std::move(*parsed);
  const std::map<std::string, std::string> stated = statedSizes(readTransforms);
  for (const auto &[name, sizes] : stated) {
    std::vector<std::string> names{name};
    if (name.empty())
      names.assign(inputs.begin(), inputs.end());
    if (names.empty())
      return usageError("--transforms: strip_unused_nodes states a shape: --inputs= names the "
                        "values that have it");
    for (const std::string &input : names)
      if (Status added = name.empty() && stated.contains(input)
                             ? Status()
                             : io::addShape(load, input + ":" + sizes);
          !added.ok())
        return usageError("--transforms: strip_unused_nodes: " + added.message());
  }
  return true;
}

bool CommandLine::readLoadOptions() {
  load.format = from;
  load.inputs.assign(inputs.begin(), inputs.end());
  load.outputs.assign(outputs.begin(), outputs.end());
  load.freesBatch = dynamicBatch;
  load.weights = weights;
  load.stages.assign(stages.begin(), stages.end());
  if (Status status = io::setPhase(load, phase); !status.ok())
    return usageError(status.message());
  for (const std::string &text : shapes)
    if (Status status = io::addShape(load, text); !status.ok())
      return usageError(status.message());
  for (const std::string &text : bindings)
    if (Status status = io::addValues(load, text); !status.ok())
      return usageError(status.message());
  return true;
}

} // namespace qopt::tool
