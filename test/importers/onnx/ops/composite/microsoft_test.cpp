#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

TEST(Microsoft, QuickGelu) {
  ModelBuilder m(17);
  m.input("x", {2}).output("y");
  microsoftNode(m, "QuickGelu", {"x"});
  // x / (1 + exp(−1.702·x))
  expectTensor(Import(m).run({tensor({2}, {1, -2})}), {2}, {0.8457957f, -0.0643414f}, 1e-6f);
}

TEST(Microsoft, FusedConv) {
  auto build = [](const std::string &activation, const Floats &params) {
    ModelBuilder m(17);
    m.input("x", {1, 1, 2, 1}).input("z", {1, 1, 2, 1}).output("y");
    m.floats("w", {1, 1, 1, 1}, {2}).floats("b", {1}, {1});
    NodeBuilder node = microsoftNode(m, "FusedConv", {"x", "w", "b", "z"});
    node.set("activation", activation);
    if (!params.empty())
      node.set("activation_params", params);
    return m;
  };
  auto x = tensor({1, 1, 2, 1}, {1, -4}), z = tensor({1, 1, 2, 1}, {10, 1});
  expectTensor(Import(build("Relu", {})).run({x, z}), {1, 1, 2, 1}, {13, 0});
  expectTensor(Import(build("LeakyRelu", {0.5f})).run({x, z}), {1, 1, 2, 1}, {13, -3});
  expectTensor(Import(build("Clip", {-1, 5})).run({x, z}), {1, 1, 2, 1}, {5, -1});
  EXPECT_EQ(Import(build("Elu", {1})).failure, ImportFailure::Unsupported);

  ModelBuilder plain(17);
  plain.input("x", {1, 1, 2, 1}).output("y").floats("w", {1, 1, 1, 1}, {2});
  microsoftNode(plain, "FusedConv", {"x", "w"});
  Import import(plain);
  expectTensor(import.run({x}), {1, 1, 2, 1}, {2, -8});
  EXPECT_EQ(import.count("nn.conv2d"), 1u);
}

TEST(Microsoft, FusedGemm) {
  ModelBuilder m(17);
  m.input("x", {1, 2}).output("y").floats("w", {2, 2}, {1, 2, 3, -4}).floats("c", {2}, {1, 1});
  microsoftNode(m, "FusedGemm", {"x", "w", "c"}).set("activation", std::string("Relu"));
  expectTensor(Import(m).run({tensor({1, 2}, {1, 1})}), {1, 2}, {5, 0});
}

// Each row (−1, 1) apart around its mean: what is normalized is ±1.
TEST(Microsoft, EmbedLayerNormalization) {
  constexpr int32_t i32 = proto::TensorProto::INT32;
  ModelBuilder m(17);
  m.input("words", {1, 2}, i32).input("segments", {1, 2}, i32).output("y").output("sum");
  m.floats("w", {3, 2}, {0, 0, 1, 5, 7, 1}).floats("p", {4, 2}, {0, 2, 1, 1, 9, 9, 9, 9});
  m.floats("s", {2, 2}, {0, 0, 100, 100}).floats("gamma", {2}, {1, 2}).floats("beta", {2}, {0, 3});
  microsoftNode(m, "EmbedLayerNormalization", {"words", "segments", "w", "p", "s", "gamma", "beta"},
                {"y", "", "sum"});
  auto words = qrt::Tensor::fromValues<int32_t>({1, 2}, std::vector<int32_t>{1, 2});
  auto segments = qrt::Tensor::fromValues<int32_t>({1, 2}, std::vector<int32_t>{0, 1});
  auto outputs = Import(m).runAll({words, segments});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[1], {1, 2, 2}, {1, 7, 108, 102});
  expectTensor(outputs[0], {1, 2, 2}, {-1, 5, 1, 1}, 1e-5f);
}

// Rows of steps of 4 bits with scales of blocks: (q − zero)·scale, the first in the low bits.
TEST(Microsoft, MatMulNBits) {
  auto build = [](const std::vector<std::string> &inputs, int64_t k) {
    ModelBuilder m(17);
    m.input("x", {1, k}).output("y");
    m.floats("s", {4}, {1, 10, 100, 1000});
    // Rows of 16 steps: 1, 2, 1, 2, … and 8, 8, …; then 9, 7, … and 0, 0, ….
    Numbers bytes;
    for (int64_t byte : {0x21, 0x88, 0x79, 0x00})
      bytes.insert(bytes.end(), 4, byte);
    m.ints("b", {2, 2, 4}, bytes, proto::TensorProto::UINT8);
    m.ints("zero", {2}, {0x81, 0x09}, proto::TensorProto::UINT8); // 1, 8; 9, 0
    m.floats("real", {4}, {0.5f, 8, 9, -1}).floats("bias", {2}, {1, 2});
    m.ints("group", {k}, Numbers(size_t(k), 0), proto::TensorProto::INT32);
    microsoftNode(m, "MatMulNBits", inputs)
        .set("K", k)
        .set("N", int64_t(2))
        .set("block_size", int64_t(8));
    return m;
  };
  auto ones = [](int64_t k) { return tensor({1, k}, Floats(size_t(k), 1)); };
  // Without zero points 8 is in the middle: 4·(−7) + 4·(−6); 100·(4·1 + 4·(−1)) + 1000·8·(−8).
  expectTensor(Import(build({"x", "b", "s"}, 16)).run({ones(16)}), {1, 2}, {-52, -64000});
  expectTensor(Import(build({"x", "b", "s", "zero"}, 16)).run({ones(16)}), {1, 2}, {4, -800});
  expectTensor(Import(build({"x", "b", "s", "real", "", "bias"}, 16)).run({ones(16)}), {1, 2},
               {9, 7202});
  // If a row has twelve elements, the last four of its blocks are padding.
  expectTensor(Import(build({"x", "b", "s", "zero"}, 12)).run({ones(12)}), {1, 2}, {4, -800});
  // All of the first group: 4·0 + 4·1 + 8·7 of the first scale.
  expectTensor(Import(build({"x", "b", "s", "zero", "group"}, 16)).run({ones(16)}), {1, 2},
               {60, -8000});
  ModelBuilder odd = build({"x", "b", "s"}, 16);
  odd.model.mutable_graph()->mutable_node(0)->mutable_attribute(2)->set_i(24);
  EXPECT_TRUE(Import(odd).says("block_size is 24, no power of two"));
  // ONNX Runtime writes this default out from 1.28 on; another value is another order of bytes.
  ModelBuilder packed = build({"x", "b", "s"}, 16);
  proto::AttributeProto *order = packed.model.mutable_graph()->mutable_node(0)->add_attribute();
  order->set_name("weight_prepacked");
  order->set_type(proto::AttributeProto::INT);
  expectTensor(Import(packed).run({ones(16)}), {1, 2}, {-52, -64000});
  order->set_i(2);
  EXPECT_TRUE(
      Import(packed).says("that are packed for one kernel; export with weight_prepacked=0"));
  ModelBuilder cut = build({"x", "b", "s"}, 32);
  EXPECT_TRUE(Import(cut).says("input 1 holds 16 bytes, 2x32 steps need 32"));
}

// Layers on halves compute in f32 and give halves, each of their results.
TEST(Microsoft, HalvesStayHalves) {
  constexpr int32_t f16 = proto::TensorProto::FLOAT16;
  auto typeOf = [&](const std::string &type, const Numbers &shape, const Numbers &weights) {
    ModelBuilder m(24);
    m.input("x", shape, f16).input("w", weights, f16).output("y").node(type, {"x", "w"}, {"y"});
    Import import(m);
    return import.outputType(0);
  };
  EXPECT_EQ(typeOf("MatMul", {2, 3}, {3, 1}), "tensor<2x1xf16>");
  EXPECT_EQ(typeOf("MatMul", {3}, {3, 1}), "tensor<1xf16>");
  EXPECT_EQ(typeOf("Gemm", {2, 3}, {3, 1}), "tensor<2x1xf16>");
  EXPECT_EQ(typeOf("Conv", {1, 1, 2, 2}, {1, 1, 1, 1}), "tensor<1x1x2x2xf16>");
  EXPECT_EQ(typeOf("Conv", {1, 1, 2, 2, 2}, {1, 1, 1, 1, 1}), "tensor<1x1x2x2x2xf16>");
  EXPECT_EQ(typeOf("ConvTranspose", {1, 1, 2, 2}, {1, 1, 2, 2}), "tensor<1x1x3x3xf16>");

  ModelBuilder m(24);
  m.input("q", {1, 1, 1, 2}, f16).input("past", {1, 1, 1, 2}, f16).input("mask", {1, 2}, f16);
  m.output("y").output("present");
  m.node("Attention", {"q", "q", "q", "mask", "past", "past"}, {"y", "present"});
  Import attention(m);
  EXPECT_EQ(attention.outputType(0), "tensor<1x1x1x2xf16>");
  EXPECT_EQ(attention.outputType(1), "tensor<1x1x2x2xf16>");
}
