// Whatever joins an anchor's kernel, in whatever layout: the answers are the
// evaluator's, and no legal chain is refused as an internal error.
#include "test/lowering/random_chain.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

#include <cmath>

namespace qopt::test {
namespace {

std::vector<qrt::Tensor> inputsFor(const CompiledModel &model, int64_t batch,
                                   std::mt19937 &random) {
  std::vector<qrt::Tensor> inputs;
  for (const Port &port : model.inputs()) {
    inputs.push_back(qrt::Tensor::allocate(port.type, port.shapeAt(batch)));
    for (float &value : inputs.back().mutableValues<float>())
      value = float(int(random() % 33) - 16) / 8;
  }
  return inputs;
}

void expectClose(const qrt::Tensor &actual, const qrt::Tensor &expected) {
  ASSERT_EQ(actual.shape(), expected.shape());
  auto a = actual.values<float>(), e = expected.values<float>();
  for (size_t i = 0; i < e.size(); ++i)
    ASSERT_NEAR(a[i], e[i], 1e-4 * (1 + std::fabs(e[i]))) << "element " << i;
}

/// Operations of the entry that compute.
int64_t operations(mlir::ModuleOp module) {
  mlir::Block &body = nn::entryOf(module).front();
  return llvm::count_if(body, [](mlir::Operation &op) {
    return op.getNumResults() > 0 && !llvm::isa<nn::ConstantOp>(op);
  });
}

class RandomChains : public testing::Test {
protected:
  RandomChains() : context(makeContext()) {}

  Module parsed(const std::string &text) {
    auto module = parseModule(*context, text);
    EXPECT_TRUE(module.ok()) << module.status().message();
    return module.ok() ? std::move(*module) : Module();
  }

  static void compare(mlir::ModuleOp module, const CompiledModel &model, unsigned seed) {
    auto reference = CompiledModel::compile(module, "reference");
    ASSERT_TRUE(reference.ok()) << reference.status().message();
    std::mt19937 random(seed);
    for (int64_t batch : {1, 3}) {
      std::vector<qrt::Tensor> inputs = inputsFor(model, batch, random);
      auto actual = model.run(inputs), expected = (*reference)->run(inputs);
      ASSERT_TRUE(actual.ok()) << actual.status().message();
      ASSERT_TRUE(expected.ok()) << expected.status().message();
      expectClose((*actual)[0], (*expected)[0]);
    }
  }

  void compareSlicedProducts(const std::string &device, unsigned count) {
    for (unsigned seed = 1; seed <= count && !HasFailure(); ++seed) {
      const std::string text = RandomChain(seed).slicedProduct();
      SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
      Module module = parsed(text);
      ASSERT_TRUE(module);
      auto model = CompiledModel::compile(*module, device);
      ASSERT_TRUE(model.ok()) << model.status().message();
      compare(*module, **model, seed);
    }
  }

  std::unique_ptr<mlir::MLIRContext> context;
};

TEST_F(RandomChains, TheHostAnswersAsTheEvaluator) {
  int compiled = 0, declined = 0;
  int64_t joined = 0; // operations less nodes: copies count against it
  for (unsigned seed = 1; seed <= 1500 && !HasFailure(); ++seed) {
    std::string text = RandomChain(seed).module();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    Module module = parsed(text);
    ASSERT_TRUE(module);
    auto host = CompiledModel::compile(*module, "host:1");
    if (!host.ok()) {
      EXPECT_NE(host.status().message().find("do not lie side by side"), std::string::npos)
          << host.status().message();
      ++declined;
      continue;
    }
    ++compiled;
    joined += operations(*module) - int64_t((*host)->program()->nodes.size());
    compare(*module, **host, seed);
  }
  EXPECT_GT(compiled, 20 * declined) << "chains that are refused test nothing";
  std::printf("%lld joined of %d\n", (long long)joined, compiled);
  EXPECT_GT(joined, compiled) << "chains that are not fused test little";
}

TEST_F(RandomChains, ProductsOfSlicesAreTheEvaluators) { compareSlicedProducts("host:1", 100); }

TEST_F(RandomChains, AndSoTheyAreOnOpenCL) {
  if (!qrt::openDevice("opencl").ok())
    GTEST_SKIP() << "no OpenCL device";
  compareSlicedProducts("opencl", 8);
}

} // namespace
} // namespace qopt::test
