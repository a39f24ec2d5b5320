#include "test/importers/onnx/import_fixture.h"

#include <cmath>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static ModelBuilder dftOf(const Numbers &shape, int64_t opset, auto set,
                          const std::vector<std::string> &more = {}) {
  ModelBuilder m(opset);
  m.input("x", shape).output("y").longs("six", {}, {6}).longs("two", {}, {2}).longs("one", {}, {1});
  std::vector<std::string> inputs{"x"};
  inputs.insert(inputs.end(), more.begin(), more.end());
  NodeBuilder node = m.node("DFT", inputs, {"y"}).named("spectrum");
  set(node);
  return m;
}
static void nothing(NodeBuilder &) {}
static void inverse(NodeBuilder &n) { n.set("inverse", int64_t(1)); }
static void onesided(NodeBuilder &n) { n.set("onesided", int64_t(1)); }
static void backToReal(NodeBuilder &n) { inverse(n), onesided(n); }

// 1 2 3 4: 10, −2 + 2i, −2, −2 − 2i.
TEST(OnnxSpectrum, Real) {
  for (int64_t opset : {17, 20}) {
    Import import(dftOf({-1, 4, 1}, opset, nothing));
    expectTensor(import.run({counting({1, 4, 1})}), {1, 4, 2}, {10, 0, -2, 2, -2, 0, -2, -2},
                 1e-5f);
    Import half(dftOf({1, 4, 1}, opset, onesided));
    expectTensor(half.run({counting({1, 4, 1})}), {1, 3, 2}, {10, 0, -2, 2, -2, 0}, 1e-5f);
  }
}

TEST(OnnxSpectrum, ThereAndBack) {
  Import there(dftOf({2, 3, 2}, 20, nothing)), back(dftOf({2, 3, 2}, 20, inverse));
  qrt::Tensor x = tensor({2, 3, 2}, {1, -2, 3, 0, 5, 4, 0, 0, -1, 7, 2, 2});
  expectTensor(back.run({there.run({x})}), {2, 3, 2}, valuesOf(x), 1e-5f);
  // Half of a real signal's spectrum becomes the signal, by default of an even length.
  Import half(dftOf({1, 3, 2}, 20, backToReal));
  expectTensor(half.run({tensor({1, 3, 2}, {10, 0, -2, 2, -2, 0})}), {1, 4, 1}, {1, 2, 3, 4},
               1e-5f);
}

// Along the first axis; cut to two elements; filled up with zeros to six.
TEST(OnnxSpectrum, AxesAndLengths) {
  Import first(dftOf({2, 1, 1}, 17, [](NodeBuilder &n) { n.set("axis", int64_t(0)); }));
  expectTensor(first.run({counting({2, 1, 1})}), {2, 1, 2}, {3, 0, -1, 0}, 1e-5f);
  Import cut(dftOf({1, 4, 1}, 17, nothing, {"two"}));
  expectTensor(cut.run({counting({1, 4, 1})}), {1, 2, 2}, {3, 0, -1, 0}, 1e-5f);
  Import filled(dftOf({1, 2, 1}, 20, nothing, {"six", "one"}));
  const float s = std::sqrt(3.f);
  expectTensor(filled.run({counting({1, 2, 1})}), {1, 6, 2},
               {3, 0, 2, -s, 0, -s, -1, 0, 0, s, 2, s}, 1e-5f);
}

TEST(OnnxSpectrum, Refusals) {
  EXPECT_EQ(Import(dftOf({1, 4, 3}, 17, nothing)).failure, ImportFailure::BadFile);
  EXPECT_EQ(Import(dftOf({1, 4, 1}, 17, backToReal)).failure, ImportFailure::BadFile);
  EXPECT_EQ(Import(dftOf({1, 4, 1}, 20, nothing, {"", "two"})).failure, ImportFailure::BadFile);
  EXPECT_EQ(Import(dftOf({1, 5000, 1}, 17, nothing)).failure, ImportFailure::Unsupported);
  Import import(dftOf({1, -1, 1}, 17, nothing));
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("'spectrum'"));
}

// Frames 1 2, 3 4 with a window of 1 and 2.
TEST(OnnxSpectrum, Stft) {
  for (bool isConstant : {true, false}) {
    ModelBuilder m;
    m.input("x", {-1, 5, 1}).output("y").longs("step", {}, {2});
    if (isConstant)
      m.floats("w", {2}, {1, 2});
    else
      m.input("w", {2});
    m.node("STFT", {"x", "step", "w"}, {"y"});
    std::vector<qrt::Tensor> inputs{counting({1, 5, 1})};
    if (!isConstant)
      inputs.push_back(tensor({2}, {1, 2}));
    expectTensor(Import(m).run(inputs), {1, 2, 2, 2}, {5, 0, -3, 0, 11, 0, -5, 0}, 1e-5f);
  }
  // ONNX Runtime takes a real signal without its last dimension, too.
  ModelBuilder flat;
  flat.input("x", {-1, 5}).output("y").longs("step", {}, {2}).floats("w", {2}, {1, 2});
  flat.node("STFT", {"x", "step", "w"}, {"y"});
  expectTensor(Import(flat).run({counting({1, 5})}), {1, 2, 2, 2}, {5, 0, -3, 0, 11, 0, -5, 0},
               1e-5f);
  ModelBuilder m;
  m.input("x", {1, 5, 1}).output("y").longs("step", {}, {2}).longs("length", {}, {6});
  m.node("STFT", {"x", "step", "", "length"}, {"y"});
  EXPECT_EQ(Import(m).failure, ImportFailure::BadFile);

  ModelBuilder large;
  large.input("x", {1, int64_t(1) << 40, 1}).output("y").longs("one", {}, {1}).longs("n", {}, {8});
  large.node("STFT", {"x", "one", "", "n"}, {"y"});
  EXPECT_EQ(Import(large).failure, ImportFailure::Unsupported);
}
