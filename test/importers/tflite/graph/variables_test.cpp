// Variables are states: an input, and an output that the next run takes.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

static void handle(ModelBuilder &m, int32_t tensor) {
  schema::VarHandleOptionsT options;
  options.shared_name = "sum";
  m.op(BuiltinOperator::VAR_HANDLE, {}, {tensor}, options);
}

// y = x + sum, which becomes the next sum.
static ModelBuilder counter() {
  ModelBuilder m;
  const int32_t x = m.input({2}), variable = m.tensor({}, TensorType::RESOURCE, "sum");
  const int32_t before = m.tensor({2}), y = m.tensor({2});
  handle(m, variable);
  m.op(BuiltinOperator::READ_VARIABLE, {variable}, {before});
  m.op(BuiltinOperator::ADD, {x, before}, {y}, schema::AddOptionsT());
  m.op(BuiltinOperator::ASSIGN_VARIABLE, {variable, y}, {});
  m.output(y);
  return m;
}

TEST(TfliteVariables, AreInputsAndOutputs) {
  Import import(counter());
  ASSERT_TRUE(import.module) << import.said();
  EXPECT_EQ(import.inputs(), (std::vector<std::string>{"t0", "sum"}));
  EXPECT_EQ(import.outputs().size(), 2u);
  EXPECT_TRUE(import.says("'sum' is a state")) << import.said();
  expectFloats(import.run({{1, 2}, {10, 20}}), {11, 22});
}

TEST(TfliteVariables, BeginAsTheFileSays) {
  ModelBuilder m = counter();
  schema::CallOnceOptionsT once;
  once.init_subgraph_index = 1;
  m.op(BuiltinOperator::CALL_ONCE, {}, {}, once);
  std::rotate(m.graph().operators.begin(), m.graph().operators.end() - 1,
              m.graph().operators.end());
  ModelBuilder init; // its operators and tensors become the second subgraph
  std::swap(init.model, m.model);
  auto main = std::move(init.model.subgraphs.front());
  init.model.subgraphs.front() = std::make_unique<schema::SubGraphT>();
  const int32_t variable = init.tensor({}, TensorType::RESOURCE), zero = init.floats({2}, {3, 3});
  handle(init, variable);
  init.op(BuiltinOperator::ASSIGN_VARIABLE, {variable, zero}, {});
  init.model.subgraphs.insert(init.model.subgraphs.begin(), std::move(main));
  Import import(init);
  ASSERT_TRUE(import.module) << import.said();
  EXPECT_TRUE(import.says("it begins with one number")) << import.said();
  EXPECT_TRUE(import.says("streams begin with real 0 unless they are given that"));
}

TEST(TfliteVariables, UnknownHandlesAreRefused) {
  ModelBuilder m;
  const int32_t variable = m.tensor({}, TensorType::RESOURCE), y = m.tensor({2});
  m.op(BuiltinOperator::READ_VARIABLE, {variable}, {y});
  m.output(y);
  EXPECT_FALSE(Import(m).module);
}
