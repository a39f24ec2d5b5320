#include "tools/libqopt/flows/feed/input_values.h"

#include "ir/values/keys.h"
#include "passes/quantize/roles.h"
#include "tools/libqopt/flows/lint_data/input_checks.h"
#include "tools/libqopt/flows/numbers/number_text.h"

using namespace mlir;

namespace qopt::run {

static std::string countOf(size_t count, llvm::StringRef what) {
  return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
}

void warnOfFirst(Reports &reports, const std::string &path, int64_t first,
                 const SampleSelection &selection, int64_t all) {
  if (const int64_t there = selection.countIn(all); there < first)
    reports.warnOnce("--first=" + std::to_string(first) + ": " + path + " has " +
                     countOf(size_t(there), "sample") +
                     (there < all ? " of those that --every or --but-every takes" : "") +
                     ", and all of them are taken");
}

static bool isWeighted(Operation *op) {
  return isa<nn::QuantizationRuleOpInterface>(op) && hasWeights(op);
}

/// Directly, or as the steps that it is quantized to.
static bool leadsToWeights(Operation *op) {
  return isWeighted(op) || (isa<nn::ConversionOpInterface>(op) && !op->use_empty() &&
                            llvm::all_of(op->getUsers(), isWeighted));
}

std::vector<bool> readByWeights(ModuleOp module, size_t arguments) {
  std::vector<bool> result(arguments);
  if (func::FuncOp entry = module ? nn::entryOf(module) : nullptr)
    for (BlockArgument argument : entry.getArguments())
      result[argument.getArgNumber()] =
          !argument.use_empty() && llvm::all_of(argument.getUsers(), leadsToWeights);
  return result;
}

void warnOfUnits(Reports &reports, const std::string &model, const Port &port, bool isReadByWeights,
                 const qrt::Tensor &raw, const qrt::Tensor &prepared, int64_t samples) {
  constexpr int64_t few = 8;
  lint::InputChecks checks(port, /*preprocessed=*/false);
  checks.add(raw, prepared, std::vector<bool>(size_t(std::min(few, samples)), true));
  const lint::InputFacts &facts = checks.known();
  const std::string where = model + ": ", input = "input '" + port.name + "': ";
  for (const lint::Finding &finding : lint::checkValues(facts)) {
    if (finding.name == "normalized-twice" || finding.name == "input-units")
      reports.warnOnce(input + finding.what + "; " + finding.remedy, where);
    else if (finding.name == "raw-bytes" && facts.isBytes && isReadByWeights &&
             !port.preprocess.normalizes())
      reports.warnOnce(
          input + "bytes of 0 to 255 go in as they are: the input has no mean and std; give "
                  "--mean=… --std=…, or --mean=0 --std=1 where it was trained on bytes",
          where);
  }
}

} // namespace qopt::run
