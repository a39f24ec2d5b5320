#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static Floats windowOf(const std::string &type, int64_t size, bool periodic) {
  ModelBuilder m;
  m.input("x", {size}).output("y").longs("size", {}, {size});
  m.node(type, {"size"}, {"w"}).set("periodic", int64_t(periodic));
  m.node("Add", {"x", "w"}, {"y"});
  return valuesOf(Import(m).run({tensor({size}, Floats(size, 0.f))}));
}

static void expectNear(const Floats &values, const Floats &expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(values[i], expected[i], 1e-6f) << i;
}

// A quarter turn each.
TEST(OnnxSignal, Windows) {
  expectNear(windowOf("HannWindow", 4, true), {0, 0.5f, 1, 0.5f});
  expectNear(windowOf("HannWindow", 5, false), {0, 0.5f, 1, 0.5f, 0});
  expectNear(windowOf("HammingWindow", 4, true), {4 / 46.f, 25 / 46.f, 1, 25 / 46.f});
  expectNear(windowOf("BlackmanWindow", 4, true), {0, 0.34f, 1, 0.34f});
  expectNear(windowOf("BlackmanWindow", 1, false), {1});
}

TEST(OnnxSignal, WindowRefusals) {
  auto failure = [](int64_t size, int64_t type) {
    ModelBuilder m;
    m.output("y").longs("size", {}, {size});
    m.node("HannWindow", {"size"}, {"y"}).set("output_datatype", type);
    return Import(m).failure;
  };
  EXPECT_EQ(failure(-1, 1), ImportFailure::BadFile);
  EXPECT_EQ(failure(0, 1), ImportFailure::Unsupported);
  EXPECT_EQ(failure(4, 8), ImportFailure::Unsupported); // strings
}

// Two triangles over 9 bins.
TEST(OnnxSignal, MelWeightMatrix) {
  ModelBuilder m;
  m.input("x", {9, 2}).output("y");
  m.longs("bins", {}, {2}).longs("length", {}, {16}).longs("rate", {}, {8000});
  m.floats("low", {}, {0}).floats("high", {}, {4000});
  m.node("MelWeightMatrix", {"bins", "length", "rate", "low", "high"}, {"m"});
  m.node("Add", {"x", "m"}, {"y"});
  // 536.5 mel a step: 0, 427, 1115, 2222 Hz, so bins 0, 0, 2, 4.
  expectTensor(Import(m).run({tensor({9, 2}, Floats(18, 0.f))}), {9, 2},
               {1, 0, 0.5f, 0.5f, 0, 1, 0, 0.5f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
}
