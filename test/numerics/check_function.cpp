#include "test/numerics/check_function.h"

#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "test/numerics/tolerances.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"

#include <bit>
#include <cmath>

using namespace mlir;
using qrt::Tensor;

namespace qopt::test {

namespace {

using Tensors = std::vector<Tensor>;

std::optional<Tensor> tensorAttr(Attribute attribute) {
  auto elements = dyn_cast_or_null<ElementsAttr>(attribute);
  return elements ? nn::tensorOf(elements) : std::nullopt;
}

// Devices bind values by their keys.
void nameValues(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttr(i, nn::nameAttr, builder.getStringAttr("argument" + std::to_string(i)));
  for (auto [i, op] : llvm::enumerate(function.front().without_terminator()))
    nn::setName(&op, "value" + std::to_string(i));
}

// The function alone in a module, its constants in its body.
qopt::Module isolate(func::FuncOp function, Tensors &inputs, std::string &error) {
  OpBuilder builder(function.getContext());
  qopt::Module module = ModuleOp::create(function.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  auto copy = cast<func::FuncOp>(builder.clone(*function));
  llvm::BitVector erased(copy.getNumArguments());
  for (BlockArgument argument : copy.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto input = tensorAttr(copy.getArgAttr(index, "check.input"));
    auto constant = tensorAttr(copy.getArgAttr(index, "check.constant"));
    const auto &values = input ? input : constant;
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!values || !type || nn::storageType(type) != values->type()) {
      error += llvm::formatv("argument {0}: no values that fit {1}\n", index, argument.getType());
      return module;
    }
    copy.removeArgAttr(index, "check.input");
    if (input) {
      inputs.push_back(*input);
      continue;
    }
    builder.setInsertionPointToStart(&copy.front());
    argument.replaceAllUsesWith(
        nn::createConstant(builder, copy.getLoc(), "", type, *values).getResult());
    erased.set(index);
  }
  if (failed(copy.eraseArguments(erased)))
    error += "the constants do not come out of the signature\n";
  for (unsigned i = 0; i < copy.getNumResults(); ++i)
    copy.removeResultAttr(i, builder.getStringAttr("check.expected"));
  nameValues(copy);
  if (failed(verify(*module)))
    error += "the verifier refuses it\n";
  return module;
}

// Neighbouring floats differ by 1; ±0 are one value, and so is every NaN.
int64_t distance(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<int64_t>::max();
  auto ordered = [](float v) {
    int32_t bits = std::bit_cast<int32_t>(v);
    return bits < 0 ? -int64_t(bits & 0x7FFFFFFF) : int64_t(bits);
  };
  return std::abs(ordered(a) - ordered(b));
}

template <typename T>
std::string compareValues(const Tensor &got, const Tensor &expected, int64_t tolerance) {
  auto a = got.values<T>(), b = expected.values<T>();
  for (size_t i = 0; i < a.size(); ++i) {
    bool equal = a[i] == b[i];
    if constexpr (std::is_same_v<T, float>)
      equal = distance(a[i], b[i]) <= tolerance;
    else if constexpr (requires { T::layout; })
      equal = a[i].bits == b[i].bits || (std::isnan(float(a[i])) && std::isnan(float(b[i])));
    if (!equal)
      return llvm::formatv("element {0}: got {1}, expected {2}\n", i, +a[i], +b[i]);
  }
  return "";
}

std::string compare(const Tensor &got, const Tensor &expected, int64_t tolerance) {
  if (got.type() != expected.type() || got.shape() != expected.shape())
    return "got " + qrt::shapeToString(got.shape()) + " of " +
           std::string(elementTypeName(got.type())) + ", expected " +
           qrt::shapeToString(expected.shape()) + " of " +
           std::string(elementTypeName(expected.type())) + "\n";
  return qrt::visitElementType(got.type(), [&](auto tag) {
    return compareValues<typename decltype(tag)::Storage>(got, expected, tolerance);
  });
}

int64_t toleranceOf(func::FuncOp function, bool evaluator) {
  int64_t largest = 0;
  function.walk([&](Operation *op) {
    for (const Tolerance &entry : tolerances)
      if (op->getName().getStringRef() == llvm::StringRef(entry.operation))
        largest = std::max(largest, evaluator ? entry.evaluator : entry.device);
  });
  return largest;
}

std::string compareAll(func::FuncOp function, const Tensors &outputs, bool evaluator,
                       llvm::StringRef where) {
  std::string wrong;
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    auto expected = tensorAttr(function.getResultAttr(i, "check.expected"));
    std::string difference = expected
                                 ? compare(outputs[i], *expected, toleranceOf(function, evaluator))
                                 : "no expected values\n";
    if (!difference.empty())
      wrong += llvm::formatv("{0}: result {1}: {2}", where, i, difference);
  }
  return wrong;
}

std::string checkEvaluator(func::FuncOp function, ModuleOp module, const Tensors &inputs) {
  std::string wrong;
  for (qrt::Isa isa : qrt::availableIsas()) {
    nn::EvaluatorOptions options;
    options.isa = isa;
    auto outputs = nn::evaluate(*module.getOps<func::FuncOp>().begin(), inputs, options);
    if (failed(outputs))
      return "the evaluator fails\n";
    wrong += compareAll(function, *outputs, true, isaName(isa));
  }
  return wrong;
}

std::string checkDevice(func::FuncOp function, ModuleOp module, const Tensors &inputs,
                        const std::string &device) {
  auto model = qopt::CompiledModel::compile(module, device);
  if (!model.ok())
    return model.status().message() + "\n";
  auto outputs = (*model)->run(inputs);
  if (!outputs.ok())
    return outputs.status().message() + "\n";
  return compareAll(function, *outputs, false, device);
}

// Every run of it fails, saying `reason`.
std::string checkFailure(func::FuncOp function, ModuleOp module, const Tensors &inputs,
                         const std::string &device, llvm::StringRef reason) {
  std::string message;
  if (device == "reference") {
    ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &d) { message = d.str(); });
    (void)nn::evaluate(*module.getOps<func::FuncOp>().begin(), inputs);
  } else {
    message = checkDevice(function, module, inputs, device);
  }
  return llvm::StringRef(message).contains(reason) ? "" : "fails with '" + message + "'\n";
}

std::string checkRefusal(ModuleOp module, const std::string &device, llvm::StringRef reason) {
  auto model = qopt::CompiledModel::compile(module, device);
  if (model.ok())
    return "compiles, though it says that devices refuse it\n";
  bool named = model.status().code() == qrt::StatusCode::Unsupported &&
               llvm::StringRef(model.status().message()).contains(reason);
  return named ? "" : model.status().message() + "\n";
}

} // namespace

std::string checkFunction(func::FuncOp function, const std::string &device) {
  if (function.getNumResults() == 0)
    return "returns nothing that could be compared\n";
  Tensors inputs;
  std::string error;
  qopt::Module module = isolate(function, inputs, error);
  if (!error.empty())
    return error;
  // A reason why devices refuse it; it must be true.
  auto refused = function->getAttrOfType<StringAttr>("check.refused");
  if (refused && device != "reference")
    return checkRefusal(*module, device, refused.getValue());
  if (auto fails = function->getAttrOfType<StringAttr>("check.fails"))
    return checkFailure(function, *module, inputs, device, fails.getValue());
  return device == "reference" ? checkEvaluator(function, *module, inputs)
                               : checkDevice(function, *module, inputs, device);
}

} // namespace qopt::test
