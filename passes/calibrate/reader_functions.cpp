#include "passes/calibrate/reader_functions.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/scalar_body.h"
#include "passes/quantize/roles.h"
#include "runtime/numerics/elementwise/elementwise.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

std::vector<float> ReaderFunction::at(std::span<const float> x) const {
  std::vector<float> results(x.size());
  const qrt::ElementwiseOperand operand{x.data(), {{1}}};
  [[maybe_unused]] const qrt::Status status = qrt::elementwise(
      {}, {{int64_t(x.size())}}, program, {.tensors = {&operand, 1}}, {{1}}, results.data());
  assert(status.ok() && "nothing is indexed");
  return results;
}

bool isFunction(Operation *op) {
  return op->getNumOperands() == 1 && op->getOperand(0).getType() == op->getResult(0).getType() &&
         !follows(op);
}

static bool isOfNumbersAlone(const Body &body) {
  return body.channels.empty() && body.sizes.empty() &&
         llvm::all_of(body.program.inputs, [](const qrt::ScalarInput &input) {
           return input.kind == qrt::ScalarInputKind::Tensor &&
                  input.storage == qrt::ElementType::F32;
         });
}

std::vector<ReaderFunction> functionsReading(Value value) {
  std::vector<ReaderFunction> functions;
  for (Operation *user : value.getUsers()) {
    auto body = dyn_cast<ScalarBodyOpInterface>(user);
    if (!body || isa<AnchorOpInterface>(user) || body.readsCoordinates() || isExpandable(user) ||
        user->getNumResults() != 1 || !isa<QuantizationRuleOpInterface>(user) || !isFunction(user))
      return {};
    Body own = bodyOf(user);
    if (!isOfNumbersAlone(own))
      return {};
    functions.push_back({std::move(own.program)});
  }
  return functions;
}

} // namespace qopt
