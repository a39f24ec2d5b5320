// mode=simulate beside mode=quantize on networks that others trained: fed the same steps, no
// layer's answers are more than one step apart.
#include "test/networks/network.h"

#include "ir/bind_sizes.h"
#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt;
using namespace qopt::test;
using namespace qopt::nn;
using llvm::StringRef;
using mlir::Operation;
using mlir::Value;

namespace {

using Values = llvm::StringMap<qrt::Tensor>;

Values valuesOf(mlir::func::FuncOp entry, const qrt::Tensor &input) {
  Values values;
  EvaluatorOptions options;
  options.observe = [&](Value value, const qrt::Tensor &tensor) { values[keyOf(value)] = tensor; };
  EXPECT_TRUE(succeeded(evaluate(entry, {input}, options)));
  return values;
}

// The first samples are enough, and the evaluator is no fast one.
qrt::Tensor firstOf(const qrt::Tensor &samples, int64_t count) {
  qrt::Shape shape = samples.shape();
  const int64_t size = samples.size() / shape[0];
  shape[0] = std::min(shape[0], count);
  return qrt::Tensor::fromValues<float>(shape,
                                        samples.values<float>().first(size_t(shape[0] * size)));
}

// The float network for inputs of that shape, with the ranges of that input.
Module measured(mlir::MLIRContext &context, const std::string &model, const qrt::Tensor &input) {
  Module module = prepareFile(context, model, "fold-constants,fold-batch-norm");
  if (!module)
    return {};
  mlir::func::FuncOp entry = entryOf(*module);
  SizeBindings sizes;
  for (const std::string &symbol : symbolsOf(entry))
    sizes[symbol] = input.shape()[0];
  EXPECT_TRUE(succeeded(bindSizes(entry, sizes)));
  std::vector<std::pair<Value, std::pair<float, float>>> ranges;
  EvaluatorOptions options;
  options.observe = [&](Value value, const qrt::Tensor &tensor) {
    if (tensor.type() != qrt::ElementType::F32 || constantTensor(value))
      return;
    auto [least, most] = std::ranges::minmax(tensor.values<float>());
    ranges.push_back({value, {least, most}});
  };
  EXPECT_TRUE(succeeded(evaluate(entry, {input}, options)));
  for (auto &[value, range] : ranges)
    setRange(value, range.first, range.second);
  return module;
}

Module quantized(mlir::ModuleOp module, const std::string &options) {
  Module copy(module.clone());
  qrt::Status status = runPasses(*copy, "insert-quant" + options);
  EXPECT_TRUE(status.ok()) << status.message();
  return copy;
}

int64_t stepsApart(const qrt::Tensor &a, const qrt::Tensor &b, int64_t &differing) {
  int64_t most = 0;
  for (int64_t i = 0; i < a.size(); ++i) {
    int64_t apart = std::abs(qrt::integerAt(a, i) - qrt::integerAt(b, i));
    differing += apart != 0;
    most = std::max(most, apart);
  }
  return most;
}

class Simulation {
public:
  Simulation(mlir::ModuleOp real, const qrt::Tensor &input)
      : integer(quantized(real, "")), simulated(quantized(real, "{mode=simulate}")),
        integers(valuesOf(entryOf(*integer), input)), floats(valuesOf(entryOf(*simulated), input)),
        keys(entryOf(*integer)) {}

  // One layer in float, on what the integer network gave it.
  void checkLayer(QuantizationRuleOpInterface op) {
    Value twin = keys.find(layerName(op));
    if (op->getNumResults() != 1 || !twin ||
        llvm::none_of(twin.getDefiningOp()->getOperandTypes(), isQuantized))
      return;
    std::vector<qrt::Tensor> operands;
    for (Value operand : op->getOperands())
      operands.push_back(realOf(operand));
    auto result = evaluateOperation(op, operands);
    ASSERT_TRUE(succeeded(result)) << layerName(op);
    const qrt::Tensor &expected = integers[layerName(op)];
    if (!isQuantized(twin.getType())) {
      EXPECT_LE(relativeDistance(result->front(), expected), 1e-4) << layerName(op);
      ++layers;
      return;
    }
    Operation *quantize = *op->getResult(0).user_begin();
    auto steps = evaluateOperation(quantize, *result);
    ASSERT_TRUE(succeeded(steps)) << layerName(op);
    EXPECT_LE(stepsApart(steps->front(), expected, differing), 1) << layerName(op);
    values += expected.size();
    ++layers;
  }

  void checkLayers() {
    entryOf(*simulated).walk([&](QuantizationRuleOpInterface op) { checkLayer(op); });
    std::cout << layers << " layers, " << differing << " of " << values << " steps differ\n";
    EXPECT_GT(layers, 5);
    // A quotient is next to a half.
    EXPECT_LE(differing, values / 1000);
  }

  // Both networks from end to end, where each goes on from its own steps.
  void report() {
    int64_t compared = 0, others = 0, far = 0, most = 0;
    entryOf(*simulated).walk([&](QuantizeOp op) {
      std::string key = keyOf(op.getResult());
      auto steps = integers.find(key);
      if (steps == integers.end())
        steps = integers.find(llvm::StringRef(key).drop_back(StringRef("_quantize").size()));
      if (steps == integers.end() || steps->second.type() != floats[key].type())
        return;
      for (int64_t i = 0; i < steps->second.size(); ++i) {
        int64_t apart = std::abs(qrt::integerAt(steps->second, i) - qrt::integerAt(floats[key], i));
        ++compared, others += apart != 0, far += apart > 1, most = std::max(most, apart);
      }
    });
    std::cout << "end to end: of " << compared << " steps " << others << " differ, " << far
              << " by more than one, " << most << " at most\n";
    EXPECT_GT(compared, 0);
  }

private:
  qrt::Tensor realOf(Value operand) {
    if (auto constant = constantTensor(operand))
      return *constant;
    auto back = operand.getDefiningOp<DequantizeOp>();
    if (!back)
      return integers[keyOf(operand)];
    std::optional<qrt::Tensor> steps = constantTensor(back.getInput());
    if (!steps) {
      std::string key = keyOf(back.getInput());
      auto found = integers.find(key);
      if (found == integers.end())
        found = integers.find(llvm::StringRef(key).drop_back(StringRef("_quantize").size()));
      EXPECT_NE(found, integers.end()) << key;
      if (found == integers.end())
        return {};
      steps = found->second;
    }
    auto real = evaluateOperation(back, {*steps});
    EXPECT_TRUE(succeeded(real));
    return succeeded(real) ? real->front() : qrt::Tensor();
  }

  Module integer, simulated;
  Values integers, floats;
  ValuesByKey keys;
  int64_t layers = 0, values = 0, differing = 0;
};

class Simulate : public testing::TestWithParam<const char *> {};

TEST_P(Simulate, LayersAreWithinOneStepOfIntegers) {
  std::string name = GetParam();
  std::optional<std::string> model = sharedFile("zoo/" + name + ".onnx");
  if (!model)
    GTEST_SKIP() << "the shared data is absent";
  qrt::Tensor input = firstOf(arrayOf(*sharedFile("zoo/" + name + "_golden.npz"), "input"), 8);
  auto context = makeContext();
  Module real = measured(*context, *model, input);
  ASSERT_TRUE(real);
  Simulation simulation(*real, input);
  simulation.checkLayers();
  simulation.report();
}

INSTANTIATE_TEST_SUITE_P(, Simulate, testing::Values("lenet", "resnet20", "mobilenetv2"));

} // namespace
