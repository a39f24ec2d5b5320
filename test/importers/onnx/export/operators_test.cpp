// Against ONNX's operator schemas, read in its documentation.
#include "importers/onnx/export/operators.h"

#include <gtest/gtest.h>

namespace qopt::onnx {
namespace {

using qrt::ElementType;

TEST(Operators, SinceTheOpsetThatTookTheElements) {
  EXPECT_EQ(operatorSince("Add", ElementType::F32), 13);
  EXPECT_EQ(operatorSince("Add", ElementType::I8), 14);
  EXPECT_EQ(operatorSince("Sin", ElementType::BF16), 22);
  EXPECT_EQ(operatorSince("HardSwish", ElementType::F32), 14);
  EXPECT_EQ(operatorSince("DequantizeLinear", ElementType::I16), 21);
  EXPECT_EQ(operatorSince("Identity", ElementType::I4), 21);
}

TEST(Operators, NoneWhereNoOpsetTakesThem) {
  EXPECT_EQ(operatorSince("And", ElementType::F32), std::nullopt);
  EXPECT_EQ(operatorSince("Pow", ElementType::U8), std::nullopt);
  EXPECT_EQ(operatorSince("NoSuchOperator", ElementType::F32), std::nullopt);
}

} // namespace
} // namespace qopt::onnx
