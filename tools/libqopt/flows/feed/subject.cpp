#include "tools/libqopt/flows/feed/subject.h"

#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/tuning.h"

using namespace qrt;

namespace qopt::run {

Status named(const Status &status, const std::string &path) {
  bool already = llvm::StringRef(status.message()).starts_with(path);
  return already ? status : Status(status.code(), path + ": " + status.message());
}

OnStep noteIn(std::shared_ptr<StartSteps> start) {
  return [start](std::string_view step, double seconds) { start->emplace_back(step, seconds); };
}

std::vector<std::string> namesOf(llvm::ArrayRef<Port> ports) {
  std::vector<std::string> names;
  for (const Port &port : ports)
    names.push_back(port.name);
  return names;
}

/// The context outlives the handler, which must not own it.
void Loaded::listen() const {
  context->getDiagEngine().registerHandler(
      [path = path, reports = reports](mlir::Diagnostic &diagnostic) {
        const bool isError = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
        reports->diagnostic(renderDiagnostic(diagnostic, path), isError);
      });
}

Expected<Loaded> Loaded::copyOf(const Network &network, const std::string &name,
                                std::shared_ptr<Reports> reports) {
  Loaded loaded{name, makeContext(), {}};
  loaded.reports = std::move(reports);
  loaded.listen();
  auto module = parseModule(*loaded.context, network.bytecode(), Origin::Trusted);
  if (!module)
    return named(module.status(), name);
  loaded.module = std::move(*module);
  return loaded;
}

Loaded Loaded::clone(const std::string &name) const {
  Loaded copy{name, context, module.get().clone()};
  copy.layers = layers;
  copy.reports = reports;
  return copy;
}

void warnOfTuning(Reports &reports, const CompileSettings &how,
                  const qrt::DeviceDescription &device) {
  if (!how.tuning || how.tuningFile.empty() || !device.takesKernels)
    return;
  const std::string why = whyUnused(*how.tuning, device);
  if (!why.empty())
    reports.warnOnce("tuning database " + how.tuningFile + ": " + why +
                     ": kernels are chosen without it; qrun tune measures them");
}

Expected<Subject> Subject::compile(Loaded loaded, const std::string &device, Rewrite rewrite,
                                   const CompileSettings &how) {
  if (rewrite)
    if (Status status = rewrite(*loaded.module); !status.ok())
      return named(status, loaded.path);
  CompileOptions options = how;
  options.onStep = noteIn(loaded.start);
  StepScope step(*loaded.reports, "compile " + loaded.path);
  auto model = CompiledModel::compile(*loaded.module, device, options);
  if (!model)
    return named(model.status(), loaded.path);
  warnOfTuning(*loaded.reports, how, (*model)->device());
  return Subject{std::move(loaded), device, std::move(*model)};
}

int64_t Subject::weightBytes() const {
  return module ? qopt::weightBytes(*module)
                : static_cast<const ArtifactModel &>(*model).weightBytes();
}

int64_t Subject::multiplyAdds(int64_t batch) const {
  return module ? qopt::multiplyAdds(*module, batch)
                : static_cast<const ArtifactModel &>(*model).multiplyAdds(batch);
}

} // namespace qopt::run
