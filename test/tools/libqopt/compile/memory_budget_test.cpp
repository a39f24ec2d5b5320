#include "tools/libqopt/memory_budget.h"

#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

using namespace qopt;

namespace {

struct Relu {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::unique_ptr<CompiledModel> model;

  Relu(const std::string &type, const std::string &device) {
    auto module = parseModule(*context, "!t = " + type + R"(
func.func @main(%x: !t {nn.name = "x"}) -> !t {
  %y = nn.relu %x {nn.name = "y"} : (!t) -> !t
  return %y : !t
})",
                              Origin::Trusted);
    EXPECT_TRUE(module.ok()) << module.status().message();
    auto made = CompiledModel::compile(**module, device);
    EXPECT_TRUE(made.ok()) << made.status().message();
    model = std::move(*made);
  }
  int64_t batchWithin(int64_t bytes, int64_t wanted) const {
    return qopt::batchWithin(*model, bytes, wanted);
  }
};

constexpr const char *open = "tensor<?x1024xf32, #nn.dims<N>>"; // 4 KiB a sample

TEST(MemoryBudget, HalvesABatchUntilItsRunFits) {
  const Relu relu(open, "host:1");
  auto bytesOf = [&](int64_t batch) { // what it holds, and what it returns
    return relu.model->activationBytes(batch) + batch * 4096;
  };
  EXPECT_EQ(relu.batchWithin(int64_t(1) << 30, 24), 24);
  EXPECT_EQ(relu.batchWithin(1, 24), 1);
  for (int64_t fits : {3, 6, 12}) {
    EXPECT_EQ(relu.batchWithin(bytesOf(fits), 24), fits);
    EXPECT_LT(relu.batchWithin(bytesOf(fits) - 1, 24), fits);
  }
}

TEST(MemoryBudget, LeavesABatchThatCannotChange) {
  EXPECT_EQ(Relu("tensor<8x1024xf32>", "host:1").batchWithin(1, 8), 8);
  EXPECT_EQ(Relu(open, "reference").batchWithin(1, 24), 24); // which plans nothing
}

} // namespace
