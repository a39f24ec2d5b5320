#include "tools/libqopt/calibrate/demands.h"

#include "ir/values/keys.h"
#include "passes/quantize/planned/step_values.h"
#include "passes/quantize/roles.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace qopt {

Demands demandsOf(mlir::func::FuncOp entry) {
  Demands demands;
  entry.walk([&](nn::QuantizationRuleOpInterface op) {
    llvm::SmallVector<mlir::Value> values(op->result_begin(), op->result_end());
    if (ruleOf(op).result != nn::ResultRule::StaysFloat)
      for (mlir::Value value : values)
        demands.noNan.insert(nn::keyOf(value));
    if (!hasWeights(op))
      return;
    values.append(activationsOf(op));
    for (mlir::Value value : values)
      demands.finite.insert(nn::keyOf(value));
  });
  return demands;
}

std::optional<llvm::StringSet<>> keysWithOwnSteps(mlir::func::FuncOp entry, llvm::StringRef profile,
                                                  AttentionForm attention) {
  const Profile *known = findProfile(profile);
  if (!known || attention == AttentionForm::Integer)
    return std::nullopt;
  const auto values = valuesWithOwnSteps(entry, *known);
  if (!values)
    return std::nullopt;
  llvm::StringSet<> keys;
  for (mlir::Value value : *values)
    keys.insert(nn::keyOf(value));
  return keys;
}

static std::string indexText(int64_t flat, llvm::ArrayRef<int64_t> shape) {
  std::string text = "]";
  for (int64_t size : llvm::reverse(shape)) {
    text = (text == "]" ? "" : ",") + text;
    text = std::to_string(flat % size) + text;
    flat /= size;
  }
  return "[" + text;
}

std::string placeOfNoNumber(const qrt::Tensor &input, int64_t sample, int64_t rows) {
  if (!qrt::isFloat(input.type()) || input.size() == 0)
    return "";
  llvm::ArrayRef<int64_t> shape = input.shape();
  const bool hasRows = rows > 0 && !shape.empty() && shape[0] == rows;
  const int64_t own = hasRows ? input.size() / rows : input.size();
  return qrt::visitValues(input, [&](auto values) -> std::string {
    auto of = values.subspan(size_t(hasRows ? sample * own : 0), size_t(own));
    auto found = std::ranges::find_if(of, [](auto v) { return !std::isfinite(double(v)); });
    return found == of.end() ? ""
                             : indexText(found - of.begin(), hasRows ? shape.drop_front() : shape);
  });
}

} // namespace qopt
