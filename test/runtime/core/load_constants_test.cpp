#include "runtime/core/load_constants.h"
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

// [3][18] into rows of 4: transposed, the fourth column zero.
TEST(LoadConstants, PacksThroughTheWalk) {
  Program program = launches();
  Tensor weights = Tensor::allocate(ElementType::I8, {3, 2, 3, 3});
  for (int i = 0; i < 54; ++i)
    weights.mutableValues<int8_t>()[size_t(i)] = int8_t(i + 1);
  program.constants[0].value = weights;
  ASSERT_TRUE(verifyProgram(program).ok());
  std::vector<Tensor> values = loadConstants({}, program);
  ASSERT_EQ(values.size(), program.constants.size());
  EXPECT_EQ(values[0].data(), weights.data()) << "a constant is not copied";
  const Tensor &packed = values.back();
  ASSERT_EQ(packed.shape(), (Shape{27, 4}));
  for (int64_t k = 0; k < 27; ++k)
    for (int64_t c = 0; c < 4; ++c)
      EXPECT_EQ(packed.values<int8_t>()[size_t(k * 4 + c)], k < 18 && c < 3 ? c * 18 + k + 1 : 0);
}

// Half a byte each in the program, a byte each for whoever reads them.
TEST(LoadConstants, UnpacksFourBits) {
  Program program = launches();
  Tensor weights = Tensor::allocate(ElementType::I8, {3, 2, 3, 3});
  for (int i = 0; i < 54; ++i)
    weights.mutableValues<int8_t>()[size_t(i)] = int8_t(i % 16 - 8);
  program.constants[0].value = packed(weights, ElementType::I4);
  EXPECT_EQ(program.constants[0].value.bytes(), 27u);
  ASSERT_TRUE(verifyProgram(program).ok()) << verifyProgram(program).message();
  std::vector<Tensor> values = loadConstants({}, program);
  EXPECT_EQ(values[0].type(), ElementType::I8);
  EXPECT_EQ(values[0].values<int8_t>()[17], 17 % 16 - 8);
  EXPECT_EQ(values.back().values<int8_t>()[0], -8);
}

// f16 in the program, f32 for the kernel that they are packed for.
TEST(LoadConstants, WidensHalves) {
  Program program = launches();
  Tensor weights = Tensor::allocate(ElementType::F16, {3, 2, 3, 3});
  for (int i = 0; i < 54; ++i)
    weights.mutableValues<Float16>()[size_t(i)] = Float16(float(i) / 4 - 3);
  program.constants[0].value = weights;
  std::get<LoadCopy>(program.loads[0]).type = ElementType::F32;
  ASSERT_TRUE(verifyProgram(program).ok()) << verifyProgram(program).message();
  std::vector<Tensor> values = loadConstants({}, program);
  EXPECT_EQ(values[0].data(), weights.data());
  const Tensor &packed = values.back();
  ASSERT_EQ(packed.type(), ElementType::F32);
  for (int64_t k = 0; k < 18; ++k)
    for (int64_t c = 0; c < 3; ++c)
      EXPECT_EQ(packed.values<float>()[size_t(k * 4 + c)], float(c * 18 + k) / 4 - 3);
}

// A window of ones and one of five by five, whose last parts have zeros behind its end: G·w·Gᵀ by
// hand, row sums of G being 1, 3/2, 1/2 and 1.
TEST(LoadConstants, MakesFactorsOfWindows) {
  Program program = launches();
  const std::vector<float> ones(25, 1.0f);
  const uint32_t source = uint32_t(program.constants.size());
  program.constants.push_back({"windows", Tensor::fromValues<float>({1, 1, 5, 5}, ones)});
  program.constants.push_back({"factors", {}});
  program.loads.push_back(LoadTileFactors{source,
                                          source + 1,
                                          ElementType::F32,
                                          {4, 16},
                                          {{1, 1, 5, 5}},
                                          {{25, 25, 5, 1}},
                                          {{64, 64, 16, 1}}});
  ASSERT_TRUE(verifyProgram(program).ok()) << verifyProgram(program).message();
  const Tensor factors = loadConstants({}, program).back();
  const float whole[] = {1, 1.5f, 0.5f, 1}, cut[] = {1, 1, 0, 0}; // of three ones, of two
  for (size_t y = 0; y < 4; ++y)
    for (size_t x = 0; x < 4; ++x) {
      EXPECT_EQ(factors.values<float>()[y * 4 + x], whole[y] * whole[x]);
      EXPECT_EQ(factors.values<float>()[16 + y * 4 + x], whole[y] * cut[x]);
      EXPECT_EQ(factors.values<float>()[48 + y * 4 + x], cut[y] * cut[x]);
    }
}

} // namespace
} // namespace qrt::test
