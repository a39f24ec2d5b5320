#include "test/passes/net.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <cstring>
#include <sstream>

using namespace mlir;

namespace qopt::test {

Net::Net(const std::string &text) {
  static const bool registered = (registerPasses(), true);
  (void)registered;
  context.loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    messages += diagnostic.str() + "\n";
    return success();
  });
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << messages << text;
    module = ModuleOp::create(UnknownLoc::get(&context));
  }
}

LogicalResult Net::runPipeline(const std::string &pipeline) {
  PassManager manager(&context);
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  if (failed(parsePassPipeline(pipeline, manager, stream))) {
    messages += errors;
    return failure();
  }
  return manager.run(*module);
}

void Net::run(const std::string &pipeline) {
  EXPECT_TRUE(succeeded(runPipeline(pipeline))) << pipeline << "\n" << messages;
}

bool Net::fails(const std::string &pipeline) { return failed(runPipeline(pipeline)); }

std::vector<qrt::Tensor> Net::evaluate(llvm::ArrayRef<qrt::Tensor> inputs) {
  func::FuncOp entry = nn::entryOf(*module);
  if (!entry)
    return {};
  FailureOr<std::vector<qrt::Tensor>> outputs = nn::evaluate(entry, inputs);
  if (succeeded(outputs))
    return *outputs;
  ADD_FAILURE() << "no evaluation: " << messages;
  return {};
}

Operation *Net::find(StringRef name) {
  Operation *found = nullptr;
  module->walk([&](Operation *op) {
    if (nn::nameOf(op) == name)
      found = op;
  });
  return found;
}

int Net::count(StringRef operation) {
  int count = 0;
  module->walk([&](Operation *op) { count += op->getName().getStringRef() == operation; });
  return count;
}

qrt::Tensor Net::constant(StringRef name) {
  Operation *op = find(name);
  std::optional<qrt::Tensor> data = op ? nn::constantTensor(op->getResult(0)) : std::nullopt;
  EXPECT_TRUE(data) << "no constant " << name.str();
  return data.value_or(qrt::Tensor());
}

qrt::Tensor tensor(qrt::Shape shape, std::vector<float> values) {
  return qrt::Tensor::fromValues<float>(std::move(shape), values);
}

qrt::Tensor Random::tensor(qrt::Shape shape, float low, float high) {
  qrt::Tensor result = qrt::Tensor::allocate(qrt::ElementType::F32, std::move(shape));
  for (float &value : result.mutableValues<float>())
    value = next(low, high);
  return result;
}

// Nested brackets, as dense<…> wants them.
static void print(std::ostringstream &out, const qrt::Tensor &tensor, size_t axis, size_t &at) {
  if (axis == tensor.shape().size()) {
    out << std::scientific << tensor.values<float>()[at++];
    return;
  }
  for (int64_t i = 0; i < tensor.shape()[axis]; ++i) {
    out << (i == 0 ? "[" : ", ");
    print(out, tensor, axis + 1, at);
  }
  out << "]";
}

std::string Random::constant(const std::string &name, qrt::Shape shape, float low, float high) {
  std::ostringstream out;
  size_t at = 0;
  out.precision(9);
  out << "%" << name << " = nn.constant {nn.name = \"" << name << "\"} dense<";
  print(out, tensor(shape, low, high), 0, at);
  out << "> : tensor<";
  for (int64_t size : shape)
    out << size << "x";
  out << "f32>\n";
  return out.str();
}

static double valueAt(const qrt::Tensor &tensor, int64_t i) {
  return qrt::visitValues(tensor, [&](auto values) { return double(values[i]); });
}

double maxDifference(const qrt::Tensor &a, const qrt::Tensor &b) {
  if (a.type() != b.type() || a.shape() != b.shape())
    return INFINITY;
  double largest = 0;
  for (int64_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(valueAt(a, i) - valueAt(b, i)));
  return largest;
}

double maxMagnitude(const qrt::Tensor &tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.size(); ++i)
    largest = std::max(largest, std::abs(valueAt(tensor, i)));
  return largest;
}

bool sameBits(const std::vector<qrt::Tensor> &a, const std::vector<qrt::Tensor> &b) {
  return !a.empty() && llvm::equal(a, b, [](const qrt::Tensor &x, const qrt::Tensor &y) {
    return x.type() == y.type() && x.shape() == y.shape() &&
           std::memcmp(x.data(), y.data(), x.bytes()) == 0;
  });
}

testing::AssertionResult keepsEveryBit(Net &net, const std::string &pipeline,
                                       llvm::ArrayRef<qrt::Tensor> inputs) {
  std::vector<qrt::Tensor> before = net.evaluate(inputs);
  net.run(pipeline);
  if (sameBits(before, net.evaluate(inputs)))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << pipeline << " changed the answer";
}

} // namespace qopt::test
