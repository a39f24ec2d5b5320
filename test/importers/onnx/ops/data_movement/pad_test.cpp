#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

TEST(OnnxPad, PadByAttributeAndByInput) {
  Floats expected{7, 1, 2, 7, 7};
  ModelBuilder old(7);
  old.input("x", {1, 2}).output("y");
  old.node("Pad", {"x"}, {"y"}).set("pads", Numbers{0, 1, 0, 2}).set("value", 7.0f);
  expectTensor(Import(old).run({counting({1, 2})}), {1, 5}, expected);

  ModelBuilder input(11);
  input.input("x", {1, 2}).output("y").longs("p", {4}, {0, 1, 0, 2}).floats("v", {}, {7});
  input.node("Pad", {"x", "p", "v"}, {"y"});
  expectTensor(Import(input).run({counting({1, 2})}), {1, 5}, expected);

  ModelBuilder axes(18);
  axes.input("x", {-1, 2}).output("y").longs("p", {2}, {1, 2}).longs("a", {1}, {-1});
  axes.floats("v", {}, {7}).node("Pad", {"x", "p", "v", "a"}, {"y"});
  expectTensor(Import(axes).run({counting({1, 2})}), {1, 5}, expected);
}

TEST(OnnxPad, LargestBorders) {
  ModelBuilder m;
  m.input("x", {1}, proto::TensorProto::UINT64).output("y").longs("p", {2}, {0, 1});
  auto &border = *m.model.mutable_graph()->add_initializer();
  border.set_name("v");
  border.set_data_type(proto::TensorProto::UINT64);
  border.add_uint64_data(uint64_t(1) << 63);
  m.node("Pad", {"x", "p", "v"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("Pad (with a constant_value of 2^63 or more)"));
}

static Import padded(const Numbers &input, const Numbers &pads, const std::string &mode) {
  ModelBuilder m(19);
  m.input("x", input).output("y").longs("p", {int64_t(pads.size())}, pads);
  m.node("Pad", {"x", "p"}, {"y"}).set("mode", mode);
  return Import(m);
}

TEST(OnnxPad, Modes) {
  auto run = [](const std::string &mode) {
    return padded({-1, 3}, {0, 2, 0, 1}, mode).run({counting({1, 3})});
  };
  expectTensor(run("reflect"), {1, 6}, {3, 2, 1, 2, 3, 2});
  expectTensor(run("edge"), {1, 6}, {1, 1, 1, 2, 3, 3});
  expectTensor(run("wrap"), {1, 6}, {2, 3, 1, 2, 3, 1});
}

// Swin's exports have one in each block: it would be a pass over all of the image.
TEST(OnnxPad, OfNothingIsNoLayer) {
  for (const char *mode : {"constant", "reflect", "edge", "wrap"}) {
    SCOPED_TRACE(mode);
    Import nothing = padded({-1, 3}, {0, 0, 0, 0}, mode);
    expectTensor(nothing.run({counting({2, 3})}), {2, 3}, {1, 2, 3, 4, 5, 6});
    EXPECT_EQ(nothing.count("nn.pad") + nothing.count("nn.gather") + nothing.count("nn.slice"), 0u);
  }
  EXPECT_EQ(padded({-1, 3}, {0, 0, 0, 1}, "constant").count("nn.pad"), 1u);
}

TEST(OnnxPad, NegativePadsCut) {
  expectTensor(padded({2, 3}, {0, -1, 0, 0}, "constant").run({counting({2, 3})}), {2, 2},
               {2, 3, 5, 6});
  expectTensor(padded({2, 3}, {-1, 0, 0, 1}, "constant").run({counting({2, 3})}), {1, 4},
               {4, 5, 6, 0});
  EXPECT_EQ(padded({2, 3}, {-2, 0, 0, 0}, "constant").failure, ImportFailure::Unsupported);
}

TEST(OnnxPad, Integers) {
  ModelBuilder m(13);
  m.input("x", {2}, proto::TensorProto::INT64).output("y").longs("p", {2}, {1, 0});
  m.longs("v", {}, {int64_t(1) << 40}).node("Pad", {"x", "p", "v"}, {"y"});
  Import import(m);
  const int64_t x[] = {3, -4};
  EXPECT_EQ(integersOf(import.run({qrt::Tensor::fromValues<int64_t>({2}, x)})),
            (Numbers{int64_t(1) << 40, 3, -4}));
}

// Stored steps are padded: by 0 by default, which is no real zero.
TEST(OnnxPad, Steps) {
  for (bool given : {false, true}) {
    ModelBuilder m(13);
    m.input("x", {2}).output("y").floats("s", {}, {0.5f});
    m.ints("z", {}, {3}, proto::TensorProto::UINT8).ints("v", {}, {9}, proto::TensorProto::UINT8);
    m.longs("p", {2}, {1, 0}).node("QuantizeLinear", {"x", "s", "z"}, {"q"});
    m.node("Pad",
           given ? std::vector<std::string>{"q", "p", "v"} : std::vector<std::string>{"q", "p"},
           {"r"});
    m.node("DequantizeLinear", {"r", "s", "z"}, {"y"});
    expectTensor(Import(m).run({tensor({2}, {1, -1})}), {3}, {given ? 3.0f : -1.5f, 1, -1});
  }
}

TEST(OnnxPad, Refusals) {
  auto failure = [](const Numbers &pads, const std::string &mode) {
    return padded({-1, 2}, pads, mode).failure;
  };
  EXPECT_EQ(failure({0, 1, 0, 1}, "constant"), ImportFailure::None);
  EXPECT_EQ(failure({0, 1, 0, 1}, "mirror"), ImportFailure::BadFile);
  EXPECT_EQ(failure({1, 0, 0, 0}, "constant"), ImportFailure::None) << "the batch grows by one";
  EXPECT_EQ(failure({0, 1}, "constant"), ImportFailure::BadFile);
  EXPECT_EQ(failure({0, int64_t(1) << 62, 0, 1}, "constant"), ImportFailure::Unsupported);
}
