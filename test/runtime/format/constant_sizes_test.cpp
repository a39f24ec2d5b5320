#include "runtime/format/constant_sizes.h"

#include "test/runtime/format/launch_chain.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

void addConstant(Program &program, ElementType type, Shape shape) {
  program.constants.push_back({"c", Tensor::allocate(type, std::move(shape))});
}

void read(Program &program, uint32_t constant) {
  std::get<Launch>(program.nodes[0].work)
      .arguments.push_back(Operand{Operand::Space::Constant, constant});
}

TEST(ConstantSizes, AreOfThoseThatKernelsRead) {
  Program program = chainOfLaunches({"a"});
  for (int64_t size : {10, 20, 40})
    addConstant(program, ElementType::F32, {size});
  read(program, 1);
  EXPECT_EQ(constantsRead(program), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(constantBytes(program), 80);
}

TEST(ConstantSizes, OfLargerBatchesCountToo) {
  Program program = chainOfLaunches({"a"});
  addConstant(program, ElementType::I8, {7});
  program.nodes[0].larger.push_back({8, std::get<Launch>(program.nodes[0].work)});
  EXPECT_EQ(constantBytes(program), 0);
  program.nodes[0].larger[0].launch.arguments.push_back(Operand{Operand::Space::Constant, 0});
  EXPECT_EQ(constantBytes(program), 7);
}

TEST(ConstantSizes, AreThoseOfWhatIsLoaded) {
  Program program = chainOfLaunches({"a"});
  addConstant(program, ElementType::I4, {9});
  addConstant(program, ElementType::F16, {6});
  program.constants.push_back({"packed", {}});
  LoadCopy load;
  load.source = 1;
  load.target = 2;
  load.type = ElementType::F32;
  load.targetShape = {2, 4};
  program.loads.push_back(load);
  EXPECT_EQ(program.constants[0].value.bytes(), 5u) << "two values a byte";
  EXPECT_EQ(loadedBytes(program, 0), 9);
  EXPECT_EQ(loadedBytes(program, 1), 12);
  EXPECT_EQ(loadedBytes(program, 2), 32);
}

} // namespace
} // namespace qrt::test
