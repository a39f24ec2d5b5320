#include "passes/quantize/summary.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "passes/quantize/roles.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

void Summary::addInteger(Operation *op) {
  ++layers, ++integers;
  weighted += multipliesConstants(op);
  weightedIntegers += multipliesConstants(op);
}

void Summary::addFloat(Operation *op, const std::string &reason) {
  ++layers;
  weighted += multipliesConstants(op);
  auto known = llvm::find_if(reasons, [&](const auto &entry) { return entry.first == reason; });
  if (known == reasons.end())
    known = reasons.insert(reasons.end(), {reason, {}});
  known->second.push_back(layerName(op));
}

static std::string shortList(ArrayRef<std::string> names) {
  constexpr size_t most = 4;
  if (names.size() <= most + 1)
    return llvm::join(names, ", ");
  return llvm::join(names.take_front(most), ", ") + " and " + std::to_string(names.size() - most) +
         " more";
}

std::string Summary::text() const {
  auto of = [](size_t part, size_t all) {
    return std::to_string(part) + " of " + std::to_string(all);
  };
  std::string text = of(integers, layers) + " layers integer";
  if (weighted != layers)
    text += " (" + of(weightedIntegers, weighted) + " with weights)";
  if (islands)
    text += ", of these " + std::to_string(islands) +
            " alone between float layers: each run has to convert what they read and write";
  for (const auto &[reason, names] : reasons)
    text += "; " + std::to_string(names.size()) + " float, " + reason + ": " + shortList(names);
  return text;
}

void Summary::emit(func::FuncOp function, StringRef pass) const {
  auto severity = isAvoidable ? DiagnosticSeverity::Warning : DiagnosticSeverity::Remark;
  InFlightDiagnostic diagnostic(
      function.getContext()->getDiagEngine().emit(function.getLoc(), severity));
  diagnostic << pass << ": " << text();
}

Summary weightedSummary(func::FuncOp function, const FloatReasons &reasons) {
  Summary summary;
  function.walk([&](QuantizationRuleOpInterface op) {
    if (!multipliesConstants(op))
      return;
    auto known = reasons.find(layerName(op));
    if (llvm::any_of(activationsOf(op), [](Value v) { return isQuantized(v.getType()); }))
      summary.addInteger(op);
    else
      summary.addFloat(op, known == reasons.end() ? "nothing that it reads is dequantized"
                                                  : known->second);
  });
  return summary;
}

Summary floatSummary(func::FuncOp function, const FloatReasons &reasons) {
  Summary summary;
  auto quantized = [](Type type) { return isQuantized(type); };
  function.walk([&](QuantizationRuleOpInterface op) {
    auto known = reasons.find(layerName(op));
    if (known != reasons.end() && llvm::none_of(op->getOperandTypes(), quantized))
      summary.addFloat(op, known->second);
  });
  return summary;
}

} // namespace qopt
