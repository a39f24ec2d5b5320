#include "importers/common/graph/entry_builder.h"

#include "ir/dialect.h"
#include "ir/ops.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace qopt {
namespace {

// More elements than EntryBuilder folds by itself.
constexpr int64_t rows = 200, columns = 100;

struct EvaluatedSteps : testing::Test {
  EvaluatedSteps() {
    context.loadDialect<func::FuncDialect, nn::NNDialect>();
    function = func::FuncOp::create(UnknownLoc::get(&context), "main",
                                    FunctionType::get(&context, {}, {}));
    function->addEntryBlock();
    entry.emplace(*function);
    std::vector<float> values(rows * columns, 1.5f);
    type = RankedTensorType::get({rows, columns}, Float32Type::get(&context));
    source =
        entry->constant("w", type, qrt::Tensor::fromValues<float>({rows, columns}, values));
  }

  Value reshaped(StringRef name, Value value, ArrayRef<int64_t> shape) {
    return entry->createAs<nn::ReshapeOp>(name, llvm::map_to_vector(shape, nn::staticDim),
                                          type.getElementType(), value);
  }
  int64_t operations() { return llvm::range_size(function->front()); }

  MLIRContext context;
  OwningOpRef<func::FuncOp> function;
  std::optional<EntryBuilder> entry;
  RankedTensorType type;
  Value source;
};

} // namespace

TEST_F(EvaluatedSteps, LeaveConstantsThatOthersHold) {
  Value once = entry->evaluated(reshaped("once", source, {columns, rows}));
  ASSERT_TRUE(once.getDefiningOp<nn::ConstantOp>());
  EXPECT_EQ(operations(), 2) << "the layer's constant is the entry's, which still knows it";
  EXPECT_TRUE(entry->folded(source));
  Value twice = entry->evaluated(reshaped("twice", once, {rows * columns}));
  EXPECT_TRUE(twice.getDefiningOp<nn::ConstantOp>());
  EXPECT_EQ(operations(), 2) << "the step between is gone";
  entry->eraseUnusedConstants();
  EXPECT_EQ(operations(), 1);
}

TEST_F(EvaluatedSteps, LeaveAConstantAsItIs) { EXPECT_EQ(entry->evaluated(source), source); }

} // namespace qopt
