// Passes by name.
#include "tools/python/bindings/bindings.h"

#include "tools/libqopt/diagnostics.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Threading.h"

namespace qopt::python {
namespace {

/// A line for each pass that is registered: LLVM's parser of command lines alone can list them.
std::vector<std::string> passNames() {
  (void)makeContext(); // registers our passes
  static mlir::PassPipelineCLParser listed("", "The passes that there are");
  std::vector<std::string> names;
  for (const auto &entry : llvm::cl::getRegisteredOptions())
    if (mlir::PassInfo::lookup(entry.first))
      names.push_back(entry.first.str());
  llvm::sort(names);
  return names;
}

/// (summary, its options as a pipeline writes their defaults); of an unknown pass None.
nb::object passInfo(const std::string &name) {
  (void)makeContext();
  const mlir::PassInfo *info = mlir::PassInfo::lookup(name);
  if (!info)
    return nb::none();
  mlir::OpPassManager scratch(mlir::ModuleOp::getOperationName());
  std::string options;
  auto ignore = [](const llvm::Twine &) { return mlir::failure(); };
  if (mlir::succeeded(info->addToPipeline(scratch, "", ignore))) {
    llvm::raw_string_ostream stream(options);
    (*scratch.begin()).printAsTextualPipeline(stream);
  }
  return nb::make_tuple(info->getPassDescription().str(), options);
}

using Told = std::vector<std::pair<std::string, std::string>>;

/// Runs the pipeline. Where a pass fails, the model is as it was. Returns what passes tell:
/// ("warning" or "remark", text).
Told runOn(Model &model, const std::string &pipeline) {
  const Released released;
  std::lock_guard lock(model.mutex);
  std::unique_ptr<Model> changed = model.clone();
  std::shared_ptr<mlir::MLIRContext> context = model.context();
  Told told;
  const uint64_t thread = llvm::get_threadid();
  mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
    if (llvm::get_threadid() != thread)
      return mlir::failure(); // of who compiles a clone meanwhile
    const bool isWarning = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning;
    told.emplace_back(isWarning ? "warning" : "remark", renderDiagnostic(diagnostic, model.file()));
    return mlir::success();
  });
  check(runPasses(changed->module(), pipeline, model.file()));
  model.replace(changed->give());
  return told;
}

} // namespace

void addPasses(nb::module_ &m) {
  m.def("pass_names", &passNames);
  m.def("pass_info", &passInfo, nb::arg("name"));
  m.def("run_passes", &runOn, nb::arg("model"), nb::arg("pipeline"));
}

} // namespace qopt::python
