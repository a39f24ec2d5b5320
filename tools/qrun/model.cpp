#include "tools/qrun/model.h"

#include "runtime/cache/kernel_cache.h"
#include "tools/io/load_arguments.h"
#include "tools/io/progress.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {

int usageError(const std::string &message) {
  llvm::errs() << "qrun: error: " << message << "; see qrun --help\n";
  return Usage;
}

/// The user's kernel cache, or none where there is no place for one.
static KernelCache *sharedCache() {
  static std::unique_ptr<KernelCache> cache = [] {
    std::string path = KernelCache::defaultPath();
    auto warn = [](const std::string &text) { llvm::errs() << "warning: " << text << "\n"; };
    return path.empty() ? nullptr : KernelCache::open(path, warn);
  }();
  return cache.get();
}

static Status named(const Status &status, const std::string &path) {
  bool already = llvm::StringRef(status.message()).starts_with(path);
  return already ? status : Status(status.code(), path + ": " + status.message());
}

/// Kernels that no cache has may take half a minute.
static std::function<void(size_t, size_t)> kernelProgress() {
  auto shown = std::make_shared<std::optional<io::Progress>>();
  return [shown](size_t done, size_t total) {
    if (!*shown)
      shown->emplace("compile kernels", int64_t(total), io::Progress::styleOfStderr(),
                     std::chrono::seconds(1));
    (*shown)->update(int64_t(done));
    if (done >= total)
      shown->reset(); // a network of open sizes is compiled again
  };
}

CompileOptions compileOptions() {
  CompileOptions options;
  options.cache = sharedCache;
  options.progress = kernelProgress();
  return options;
}

Expected<Loaded> Loaded::create(const std::string &path, const LoadOptions &load) {
  Loaded loaded{path, makeContext(), {}};
  auto print = [path](mlir::Diagnostic &diagnostic) {
    llvm::errs() << renderDiagnostic(diagnostic, path) << "\n";
  };
  loaded.context->getDiagEngine().registerHandler(print);
  auto module = loadModule(*loaded.context, path, load);
  if (!module)
    return module.status();
  loaded.module = std::move(*module);
  return loaded;
}

Expected<Loaded> Loaded::createFor(const FeedShapes &feed, const std::string &path,
                                   LoadOptions load) {
  load.shapesAtHand = [&](const std::vector<Port> &ports) { return feed.choices(ports); };
  auto loaded = create(path, load);
  if (!loaded)
    return loaded;
  auto ports = portsOf(*loaded->module);
  if (!ports)
    return named(ports.status(), path);
  if (Status status = feed.check(*loaded->module); !status.ok())
    return named(status, path);
  if (!feed.mustBind(ports->inputs))
    return loaded;
  auto choices = feed.choices(ports->inputs);
  if (!choices)
    return choices.status();
  load.shapes.insert(load.shapes.end(), choices->front().begin(), choices->front().end());
  auto whole = create(path, load);
  if (whole)
    whole->bound = choices->front();
  return whole;
}

Expected<Subject> Subject::compile(Loaded loaded, const std::string &device, Rewrite rewrite) {
  if (rewrite)
    if (Status status = rewrite(*loaded.module); !status.ok())
      return named(status, loaded.path);
  auto model = CompiledModel::compile(*loaded.module, device, compileOptions());
  if (!model)
    return named(model.status(), loaded.path);
  return Subject{std::move(loaded), device, std::move(*model)};
}

Expected<Subject> Subject::create(const std::string &path, const std::string &device,
                                  const LoadOptions &load, Rewrite rewrite) {
  auto loaded = Loaded::create(path, load);
  return loaded ? compile(std::move(*loaded), device, rewrite) : loaded.status();
}

Expected<Subject> Subject::createFor(const FeedShapes &feed, const std::string &path,
                                     const std::string &device, const LoadOptions &load,
                                     Rewrite rewrite) {
  auto loaded = Loaded::createFor(feed, path, load);
  return loaded ? compile(std::move(*loaded), device, rewrite) : loaded.status();
}

std::vector<std::string> namesOf(llvm::ArrayRef<Port> ports) {
  std::vector<std::string> names;
  for (const Port &port : ports)
    names.push_back(port.name);
  return names;
}

void addLoadOptions(CLI::App &command, LoadOptions &options) {
  auto each = [&options](auto add) {
    return [&options, add](const std::vector<std::string> &texts) {
      for (const std::string &text : texts)
        if (Status status = add(options, text); !status.ok())
          throw CLI::ValidationError("error", status.message());
    };
  };
  using Texts = std::vector<std::string>;
  command
      .add_option_function<Texts>("--shape", each(io::addShape), "Sizes of an input: x:1x3x48x320")
      ->allow_extra_args(false);
  command
      .add_option_function<Texts>(
          "--bind", each(io::addValues),
          "An input that becomes constant, as a model is imported: sr=16000")
      ->allow_extra_args(false);
}

Status checkSizesKnown(const std::string &path, const CompiledModel &model) {
  std::vector<std::string> symbols = model.symbols();
  if (symbols.size() <= 1)
    return {};
  return invalidArgument(path + ": sizes " + llvm::join(symbols, ", ") +
                         " are open; give --shape=" + model.inputs()[0].name + ":SIZES");
}

} // namespace qopt::run
