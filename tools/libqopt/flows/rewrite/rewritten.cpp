#include "tools/libqopt/flows/rewrite/rewritten.h"

#include "ir/values/keys.h"
#include "passes/quantize/policy/ranges.h"
#include "tools/libqopt/load/bytecode_sum.h"

#include "mlir/IR/Diagnostics.h"

using namespace qrt;

namespace qopt::run {

Expected<Loaded> apart(const Loaded &source, std::shared_ptr<Reports> reports) {
  Loaded copy{source.path, makeContext(), {}};
  copy.layers = source.layers;
  copy.reports = std::move(reports);
  copy.listen();
  std::string bytecode;
  if (mlir::failed(writeSummed(*source.module, "qopt", bytecode)))
    return Status(StatusCode::Io, source.path + ": no bytecode can be written");
  auto module = parseModule(*copy.context, bytecode, Origin::Trusted);
  if (!module)
    return named(module.status(), source.path);
  copy.module = std::move(*module);
  return copy;
}

Expected<Loaded> rewritten(const Loaded &source, const std::string &name, const Calibration *ranges,
                           const std::string &passes, Warnings warnings) {
  const StepScope step(*source.reports, "quantize " + source.path);
  Loaded result = source.clone(name);
  if (ranges)
    if (std::string why = applyCalibration(nn::entryOf(*result.module), *ranges); !why.empty())
      return invalidArgument(name + ": " + why);
  mlir::ScopedDiagnosticHandler handler(result.context.get(), [&](mlir::Diagnostic &diagnostic) {
    const bool isError = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return mlir::success(warnings == Warnings::Kept && !isError); // else to the handler outside
  });
  Status status = runPasses(*result.module, passes, name);
  return status.ok() ? Expected(std::move(result)) : status;
}

} // namespace qopt::run
