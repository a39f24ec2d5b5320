#include "test/fuzz/import_case.h"

#include "ir/values/keys.h"
#include "test/fuzz/run_small.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace qopt::test {

static std::string refusal(ImportFailure failure, const std::vector<std::string> &said) {
  if (failure == ImportFailure::None || said.empty())
    return "refused in silence";
  if (failure == ImportFailure::BadFile && said.size() != 1)
    return "more than one error: " + said[1];
  return "";
}

// Noise may be an index, too.
static bool isOfTheData(const std::vector<std::string> &said) {
  return !said.empty() && said[0].find("lies outside its tensor") != std::string::npos;
}

std::string ImportJudge::judge(Import import, Random &random) {
  if (cases++ % 64 == 0) // constants live as long as their context
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  std::vector<std::string> said;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error) // what is odd is warned of
      said.push_back(diagnostic.str());
    return success();
  });
  ImportFailure failure = ImportFailure::None;
  OwningOpRef<ModuleOp> module = import(context.get(), failure);
  if (!module) {
    ++(failure == ImportFailure::Unsupported ? unsupported : refused);
    return refusal(failure, said);
  }
  ++imported;
  if (failure != ImportFailure::None || !said.empty())
    return "imported with a complaint";
  if (failed(verify(*module)))
    return "the module does not verify: " + said[0];
  if (!runsIfSmall(nn::entryOf(*module), random) && !isOfTheData(said))
    return "the evaluator refuses: " + (said.empty() ? "in silence" : said[0]);
  return "";
}

} // namespace qopt::test
