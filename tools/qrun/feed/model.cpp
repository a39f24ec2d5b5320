#include "tools/qrun/feed/model.h"

#include "runtime/cache/kernel_cache.h"
#include "runtime/core/driver.h"
#include "tools/io/load_arguments.h"
#include "tools/io/report/progress.h"
#include "tools/libqopt/compile/step_clock.h"
#include "tools/libqopt/tuning.h"
#include "tools/qrun/terminal/terminal.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

#include <cstdlib>
#include <optional>

using namespace qrt;

namespace qopt::run {

/// The user's kernel cache, or none where there is no place for one.
static KernelCache *sharedCache() {
  static std::unique_ptr<KernelCache> cache = [] {
    std::string path = KernelCache::defaultPath();
    auto warn = [](const std::string &text) { terminal()->warn(text); };
    return path.empty() ? nullptr : KernelCache::open(path, warn);
  }();
  return cache.get();
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

static const Expected<std::shared_ptr<const Tuning>> &sharedTuning() {
  static const auto tuning = defaultTuning([](const std::string &text) { terminal()->warn(text); });
  return tuning;
}

static CompileSettings untunedOptions(const CompileChoices &choices) {
  CompileSettings options;
  options.floatOrder = choices.floatOrder;
  options.libraries = choices.libraries;
  options.cache = sharedCache;
  options.progress = kernelProgress();
  return options;
}

CompileSettings compileOptions(const CompileChoices &choices) {
  const auto &tuning = sharedTuning();
  if (!tuning)
    throw UnusableFile(tuning.status().message() + ", which QOPT_TUNING names");
  CompileSettings options = untunedOptions(choices);
  if (const char *path = std::getenv("QOPT_TUNING"))
    options.tuningFile = path;
  options.tuning = *tuning;
  return options;
}

static Status checkTakesTuning(llvm::ArrayRef<std::string> models,
                               llvm::ArrayRef<std::string> devices) {
  for (const std::string &model : models)
    if (io::isArtifact(model))
      return invalidArgument(
          model +
          ": error: is compiled already: --tuning has no effect on it; give it to qrun compile");
  if (llvm::none_of(devices, [](const std::string &device) { return takesKernels(device); }))
    return invalidArgument("--tuning: '" + llvm::join(devices, "', '") +
                           (devices.size() > 1 ? "' have" : "' has") +
                           " no kernels to choose from; it is for cuda and opencl");
  return {};
}

Expected<CompileSettings>
compileOptions(const CompileChoices &choices, const std::optional<std::string> &tuning,
               llvm::ArrayRef<std::string> models, llvm::ArrayRef<std::string> devices) {
  if (!tuning)
    return compileOptions(choices);
  if (tuning->empty())
    return untunedOptions(choices);
  if (Status status = checkTakesTuning(models, devices); !status.ok())
    return status;
  auto read = readTuning(*tuning);
  if (!read)
    return read.status();
  CompileSettings options = untunedOptions(choices);
  options.tuningFile = *tuning;
  options.tuning = std::move(*read);
  return options;
}

Expected<Loaded> loadFile(const std::string &path, const LoadOptions &load) {
  if (io::isArtifact(path))
    return invalidArgument(path + ": error: is a compiled file, which qrun run, label, eval and "
                                  "bench take; give this command the model that it was made of");
  if (load.usesBinaries)
    return invalidArgument(path + ": error: --use-binaries is for .qart files");
  Loaded loaded{path, makeContext(), {}};
  loaded.reports = terminal();
  loaded.listen();
  const OnStep onStep = noteIn(loaded.start);
  const StepScope step(*loaded.reports, "read " + path);
  StepClock clock(onStep);
  auto module = loadModule(*loaded.context, path, load);
  if (!module)
    return module.status();
  clock.end("parse");
  loaded.module = std::move(*module);
  return loaded;
}

Expected<Loaded> loadFor(const FeedShapes &feed, const std::string &path, LoadOptions load) {
  if (Status status = feed.checkFiles(); !status.ok())
    return status;
  load.shapesAtHand = [&](const std::vector<Port> &ports) { return feed.choices(ports); };
  auto loaded = loadFile(path, load);
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
  auto whole = loadFile(path, load);
  if (whole) {
    whole->bound = choices->front();
    whole->start->insert(whole->start->begin(), loaded->start->begin(), loaded->start->end());
  }
  return whole;
}

// Refuses options of models, because --mean and the like were compiled into the file.
static Expected<Subject> openArtifact(const std::string &path, const std::string &device,
                                      const LoadOptions &load, const CompileSettings &how) {
  if (!load.values.empty() || !load.weights.empty() || !load.phase.empty() ||
      !load.stages.empty() || !load.preprocess.isEmpty())
    return invalidArgument(path + ": error: is compiled already: give --bind, --weights, --phase, "
                                  "--stage, --mean and the like to qrun compile");
  if (!how.libraries.empty())
    return invalidArgument(path + ": error: is compiled already: give --libraries to qrun compile");
  if (!how.reusesMemory)
    return invalidArgument(
        path + ": error: is compiled already: --no-reuse needs the model that it was made of");
  Loaded loaded{path, nullptr, {}};
  loaded.reports = terminal();
  OpenOptions options{how, load.shapes, load.usesBinaries ? Binaries::Used : Binaries::Ignored};
  options.onStep = noteIn(loaded.start);
  auto model = ArtifactModel::open(path, device, options);
  if (!model)
    return named(model.status(), path);
  warnOfTuning(*loaded.reports, how, (*model)->device());
  return Subject{std::move(loaded), device, std::move(*model)};
}

Expected<Subject> openSubject(const std::string &path, const std::string &device,
                              const LoadOptions &load, Subject::Rewrite rewrite,
                              const CompileSettings &how) {
  if (io::isArtifact(path) && !rewrite)
    return openArtifact(path, device, load, how);
  auto loaded = loadFile(path, load);
  return loaded ? Subject::compile(std::move(*loaded), device, rewrite, how) : loaded.status();
}

Expected<Subject> openSubjectFor(const FeedShapes &feed, const std::string &path,
                                 const std::string &device, const LoadOptions &load,
                                 Subject::Rewrite rewrite, const CompileSettings &how) {
  if (Status status = feed.checkFiles(); !status.ok())
    return status;
  if (io::isArtifact(path) && !rewrite)
    return openArtifact(path, device, load, how);
  auto loaded = loadFor(feed, path, load);
  return loaded ? Subject::compile(std::move(*loaded), device, rewrite, how) : loaded.status();
}

std::string runnableFiles() {
  std::vector<std::string> extensions = formatExtensions();
  extensions.emplace_back(io::artifactExtension);
  return alternatives(extensions);
}

using Texts = std::vector<std::string>;
/// An option that may be given several times.
template <typename Add> static auto each(LoadOptions &options, Add add) {
  return [&options, add](const Texts &texts) {
    for (const std::string &text : texts)
      if (Status status = add(options, text); !status.ok())
        throw CLI::ValidationError("error", status.message());
  };
}

void addLoadOptions(CLI::App &command, LoadOptions &options) {
  command
      .add_option_function<Texts>(
          "--shape", each(options, io::addShape),
          "Sizes of an input: x:1x3x48x320; may be repeated, or y:1x7 follow behind a "
          "comma")
      ->allow_extra_args(false);
  addSourceOptions(command, options);
}

void addBinariesOption(CLI::App &command, LoadOptions &options) {
  command.add_flag("--use-binaries", options.usesBinaries,
                   "Use the compiled kernels in a .qart file; for files that you trust only");
}

void addFloatOrderOption(CLI::App &command, const std::string &name,
                         const std::function<void(FloatOrder)> &take) {
  command
      .add_option_function<std::string>(
          name,
          [name, take](const std::string &text) {
            auto order = floatOrderNamed(text);
            if (!order)
              throw CLI::ValidationError("error", name + "=" + order.status().message());
            take(*order);
          },
          std::string(io::floatOrderHelp()))
      ->type_name("fast|direct|invariant");
}

static void addLibrariesOption(CLI::App &command, std::vector<std::string> &libraries) {
  command
      .add_option_function<std::vector<std::string>>(
          "--libraries",
          [&libraries](const std::vector<std::string> &names) {
            for (const std::string &name : names)
              if (Status status = checkLibrary(name); !status.ok())
                throw CLI::ValidationError("error", "--libraries: " + status.message());
            libraries = names;
          },
          std::string(io::librariesHelp()))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("clblast");
}

void addCompileChoices(CLI::App &command, CompileChoices &choices) {
  addFloatOrderOption(command, "--float-order",
                      [&choices](FloatOrder order) { choices.floatOrder = order; });
  addLibrariesOption(command, choices.libraries);
}

void addTuningOption(CLI::App &command, std::optional<std::string> &file) {
  command
      .add_option_function<std::string>(
          "--tuning", [&file](const std::string &text) { file = text; },
          "The --database in which qrun tune measured kernels; empty: heuristics choose kernels")
      ->type_name("FILE");
}

void addSourceOptions(CLI::App &command, LoadOptions &options) {
  command
      .add_option_function<Texts>(
          "--bind", each(options, io::addValues),
          "An input that becomes constant, as a model is imported: sr=16000")
      ->allow_extra_args(false);
  command
      .add_option("--weights", options.weights,
                  "A second file of weights: a Caffe network's .caffemodel, a TensorFlow graph's "
                  "checkpoint")
      ->type_name("FILE");
  command
      .add_option_function<std::string>(
          "--phase",
          [&options](const std::string &text) {
            if (Status status = io::setPhase(options, text); !status.ok())
              throw CLI::ValidationError("error", status.message());
          },
          "The phase of which a Caffe network's layers are imported")
      ->type_name("test|train");
  command
      .add_option("--stage", options.stages, "Stages that a Caffe network's rules ask for: deploy")
      ->delimiter(',')
      ->allow_extra_args(false);
  for (std::string_view name : nn::preprocessSettings)
    command.add_option_function<std::string>(
        "--" + std::string(name),
        [&options, name](const std::string &text) {
          if (Status status = io::setPreprocess(options, name, text); !status.ok())
            throw CLI::ValidationError("error", status.message());
        },
        std::string(io::preprocessHelp(name)));
  command.parse_complete_callback([&options] {
    if (Status status = io::checkPreprocess(options); !status.ok())
      throw CLI::ValidationError("error", status.message());
  });
}

} // namespace qopt::run
