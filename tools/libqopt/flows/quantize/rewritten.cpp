#include "tools/libqopt/flows/quantize/rewritten.h"

#include "ir/values/keys.h"
#include "passes/quantize/policy/ranges.h"

#include "mlir/IR/Diagnostics.h"

using namespace qrt;

namespace qopt::run {

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
