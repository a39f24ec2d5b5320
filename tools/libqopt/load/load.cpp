#include "tools/libqopt/qopt_mlir.h"

#include "importers/formats.h"
#include "ir/ops.h"
#include "ir/values/near_names.h"
#include "ir/values/origin.h"
#include "passes/passes.h"
#include "tools/libqopt/compile/shaped_model.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/load/empty_outputs.h"
#include "tools/libqopt/load/pipeline.h"
#include "tools/libqopt/load/read_mlir.h"
#include "tools/libqopt/memory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <mutex>

using namespace mlir;
using qrt::Expected;
using qrt::Status;
using qrt::StatusCode;

namespace qopt {

std::unique_ptr<MLIRContext> makeContext() {
  static std::once_flag once;
  std::call_once(once, [] { registerPasses(); });
  DialectRegistry registry;
  registry.insert<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto context = std::make_unique<MLIRContext>(registry);
  context->loadAllAvailableDialects();
  // A message names the layer and what to do; the operation's text, with its
  // scales and attributes, would bury it.
  context->printOpOnDiagnostic(false);
  return context;
}

/// Asks the operating system for the path, before a parser sees it.
static Status checkReadable(const std::string &path) {
  if (path == "-")
    return {};
  llvm::sys::fs::file_status status;
  std::error_code code = llvm::sys::fs::status(path, status);
  if (!code && status.type() == llvm::sys::fs::file_type::directory_file)
    code = std::make_error_code(std::errc::is_a_directory);
  if (!code)
    code = llvm::sys::fs::access(path, llvm::sys::fs::AccessMode::Exist);
  if (code)
    return {StatusCode::Io, path + ": error: cannot open: " + code.message()};
  return {};
}

static Expected<Module> importOnce(MLIRContext &context, const Format &format,
                                   const std::string &path, const ImportOptions &options) {
  ErrorCollector errors(&context);
  ImportFailure failure = ImportFailure::None;
  Module module = importModel(format, &context, path, options, failure);
  if (module)
    return module;
  return errors.status(failure == ImportFailure::Unsupported ? StatusCode::Unsupported
                                                             : StatusCode::InvalidArgument,
                       path + ": cannot be imported");
}

/// The model's inputs with the sizes that it leaves open; none where these are not the trouble.
static std::vector<Port> openInputs(MLIRContext &context, const Format &format,
                                    const std::string &path, ImportOptions options,
                                    const nn::PreprocessOverrides &preprocess) {
  options.inputsAlone = true;
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  auto module = importOnce(context, format, path, options);
  if (module) // which says what sizes pictures will have
    if (Status status = setPreprocess(**module, preprocess); !status.ok())
      return {};
  auto ports = module ? portsOf(**module) : module.status();
  auto isOpen = [](const Port &port) {
    return !llvm::all_of(port.shape, [](const nn::Dim &dim) { return dim.isStatic(); });
  };
  return ports && llvm::any_of(ports->inputs, isOpen) ? ports->inputs : std::vector<Port>();
}

static std::string shapeArguments(llvm::ArrayRef<InputShape> shapes) {
  std::string text;
  for (const InputShape &shape : shapes) {
    if (shape.sizes.empty())
      continue;
    text += (text.empty() ? "--shape=" : " --shape=") + shape.input + ":";
    for (auto [i, size] : llvm::enumerate(shape.sizes))
      text += (i ? "x" : "") + (size ? std::to_string(*size) : "?");
  }
  return text;
}

/// Imports with sizes of arrays at hand. Returns what is wrong with the last of them, or `refused`
/// without any.
static Expected<Module> importAtHand(MLIRContext &context, const Format &format,
                                     const std::string &path, const LoadOptions &options,
                                     const ImportOptions &import, const Status &refused) {
  std::vector<Port> inputs = openInputs(context, format, path, import, options.preprocess);
  if (inputs.empty())
    return refused;
  auto choices = options.shapesAtHand(inputs);
  if (!choices)
    return choices.status();
  Expected<Module> module = refused;
  for (const std::vector<LoadOptions::Shape> &shapes : *choices) {
    ImportOptions bound = import;
    for (const LoadOptions::Shape &shape : shapes)
      bound.shapes.push_back({shape.input, shape.sizes});
    module = importOnce(context, format, path, bound);
    if (!module)
      continue;
    emitRemark(FileLineColLoc::get(&context, path, 0, 0))
        << "imported with " << shapeArguments(bound.shapes)
        << ": it needs numbers for sizes that it leaves open";
    break;
  }
  return module;
}

static Expected<Module> importModule(MLIRContext &context, const Format &format,
                                     const std::string &path, const LoadOptions &options) {
  ImportOptions import;
  import.inputs = options.inputs;
  import.outputs = options.outputs;
  import.freesBatch = options.freesBatch;
  import.inputsAlone = options.inputsAlone;
  import.onUnsupported = options.onUnsupported;
  import.weights = options.weights;
  import.phase = options.phase;
  import.stages = options.stages;
  import.stagesMayBeOthers = options.stagesMayBeOthers;
  for (const auto &shape : options.shapes)
    import.shapes.push_back({shape.input, shape.sizes});
  for (const auto &values : options.values)
    import.values.push_back({values.input, values.values});
  auto module = importOnce(context, format, path, import);
  const bool isGone = path == "-"; // what came in is read once
  if (module || !options.shapesAtHand || isGone)
    return module;
  return importAtHand(context, format, path, options, import, module.status());
}

/// Tells whether the bytes begin as ONNX models do: with the number of their format, then another
/// field. Neither text nor bytecode does.
static bool isProtobuf(llvm::StringRef bytes) {
  return bytes.size() > 3 && bytes[0] == 0x08 && bytes[1] > 0 && bytes[1] < 0x20 &&
         (bytes[2] & 7) == 2;
}

static Expected<Module> loadMlir(MLIRContext &context, const std::string &path,
                                 const LoadOptions &options) {
  if (!options.inputs.empty() || !options.outputs.empty())
    return qrt::invalidArgument(path + ": error: --inputs and --outputs cut a graph "
                                       "as it is imported, not a .mlir file");
  if (!options.phase.empty() || !options.stages.empty())
    return qrt::invalidArgument(path + ": error: --phase and --stage choose layers as a network is "
                                       "imported, not of a .mlir file");
  if (!options.values.empty() || options.freesBatch)
    return qrt::invalidArgument(path + ": error: --bind and --dynamic-batch change a graph as it "
                                       "is imported, not a .mlir file");
  if (!options.weights.empty())
    return qrt::invalidArgument(path + ": error: a module holds its weights itself: name no "
                                       "second file for them");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/true, bytecodeAlignment);
  if (!buffer)
    return Status(StatusCode::Io, path + ": error: cannot read: " + buffer.getError().message());
  if ((*buffer)->getBufferSize() == 0) // MLIR would read an empty module
    return qrt::invalidArgument(path + ": error: the file is empty");
  if (isProtobuf((*buffer)->getBuffer()))
    return qrt::invalidArgument(path +
                                ": error: holds an ONNX model, no MLIR: --from=onnx reads it");
  auto module = readMlir(context, std::move(*buffer), path, options.origin);
  if (module && !options.shapes.empty())
    if (Status status = bindShapes(**module, options.shapes); !status.ok()) {
      bool placed = llvm::StringRef(status.message()).starts_with(path + ":");
      return placed ? status : Status(status.code(), path + ": " + status.message());
    }
  return module;
}

Expected<Module> parseModule(MLIRContext &context, llvm::StringRef source, Origin origin) {
  const std::string name = "<memory>";
  if (source.empty()) // MLIR would read an empty module
    return qrt::invalidArgument(name + ": error: the text is empty");
  // A copy outlives the caller's memory, as the weights in bytecode must, and
  // ends in the zero that the lexer of text looks for.
  return orNoMemory("to read " + name, [&] {
    return readMlir(context, llvm::MemoryBuffer::getMemBufferCopy(source, name), name, origin);
  });
}

static Expected<Module> loadFormat(MLIRContext &context, const std::string &path,
                                   const LoadOptions &options) {
  std::string name = options.format.empty() ? formatOf(path) : options.format;
  if (std::string why = whyNotRead(path); name.empty() && !why.empty())
    return qrt::invalidArgument(path + ": error: " + why);
  if (name.empty())
    return qrt::invalidArgument(path + ": error: cannot tell the format from the name; expected " +
                                alternatives(formatExtensions()));
  const Format *format = findFormat(name);
  if (!format && name != "mlir")
    return qrt::invalidArgument(path + ": error: unknown format '" + name + "'; expected " +
                                alternatives(formatNames()));
  if (Status status = checkReadable(path); !status.ok())
    return status;
  auto module =
      format ? importModule(context, *format, path, options) : loadMlir(context, path, options);
  if (!module)
    return module;
  Status status = setPreprocess(**module, options.preprocess);
  if (status.ok())
    status = checkOutputsLeft(**module, options.shapes);
  if (status.ok() && format)
    status = checkInputsLeft(**module);
  return status.ok() ? std::move(module)
                     : Expected<Module>(Status(status.code(), path + ": " + status.message()));
}

Expected<Module> loadModule(MLIRContext &context, const std::string &path,
                            const LoadOptions &options) {
  return orNoMemory("to read " + path, [&] { return loadFormat(context, path, options); });
}

// The first name of a pass that nobody knows; "" where there is none. Options, in braces, and what
// passes are nested in, before parentheses, are the parser's to read.
static std::string unknownPass(llvm::StringRef passes) {
  size_t depth = 0, begin = 0;
  for (size_t i = 0; i <= passes.size(); ++i) {
    const char c = i < passes.size() ? passes[i] : ',';
    depth += c == '{';
    depth -= c == '}' && depth > 0;
    if (depth > 0 || !llvm::StringRef("(),").contains(c))
      continue;
    llvm::StringRef name = passes.slice(begin, i);
    name = name.take_until([](char end) { return end == '{'; }).trim();
    begin = i + 1;
    if (c != '(' && !name.empty() && !PassInfo::lookup(name) && !PassPipelineInfo::lookup(name))
      return name.str();
  }
  return "";
}

static Status addPasses(OpPassManager &manager, llvm::StringRef pipeline) {
  std::string text;
  llvm::raw_string_ostream why(text);
  llvm::StringRef passes = pipeline.trim();
  if (passes.consume_front("builtin.module(") && !passes.consume_back(")"))
    return qrt::invalidArgument("error: pass pipeline: no closing parenthesis: " + pipeline.str());
  if (std::string unknown = unknownPass(passes); !unknown.empty())
    return qrt::invalidArgument("error: pass pipeline: no pass '" + unknown + "'" +
                                didYouMean(unknown, passNames()));
  if (succeeded(parsePassPipeline(passes, manager, why)))
    return {};
  // MLIR adds a line behind what a pass says of its options, which says them again.
  auto [said, again] = llvm::StringRef(text).split("\nfailed to add `");
  return qrt::invalidArgument("error: pass pipeline: " + said.trim().str());
}

Status checkPasses(llvm::StringRef pipeline) {
  (void)makeContext(); // registers our passes
  OpPassManager manager(ModuleOp::getOperationName());
  return addPasses(manager, pipeline);
}

static Status runPipeline(ModuleOp module, llvm::StringRef pipeline, llvm::StringRef file) {
  PassManager manager(module->getContext());
  const std::string place = file.empty() ? std::string() : file.str() + ": ";
  if (Status status = addPasses(manager, pipeline); !status.ok())
    return Status(status.code(), place + status.message());
  ErrorCollector errors(module->getContext(), file.str());
  if (failed(manager.run(module)))
    return errors.status(StatusCode::InvalidArgument, "a pass failed");
  return {};
}

Status runPasses(ModuleOp module, llvm::StringRef pipeline) {
  return runPasses(module, pipeline, "");
}

Status runPasses(ModuleOp module, llvm::StringRef pipeline, llvm::StringRef file) {
  return orNoMemory("for these passes", [&] { return runPipeline(module, pipeline, file); });
}

std::string moduleHash(ModuleOp module) { return nn::moduleHash(module); }

} // namespace qopt
