// Networks that begin alike run their beginning once, and give the bits that whole ones give.
#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/quantize/shared_beginning.h"

#include <cstring>

using namespace qopt;
using namespace qopt::run;

namespace {

/// A layer whose result two others read, steps of one of them, and a sum of both. Weights of the
/// layers a, b and c are given.
std::string net(double a, double b, double c) {
  const std::string w = "> : tensor<4x4xf32>\n";
  return R"(
!x = tensor<?x4xf32, #nn.dims<N>>
!q = tensor<?x4x!quant.uniform<u8:f32, 0.03125:128>, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!x {nn.name = "s"}) {
  %v = nn.constant {nn.name = "v"} dense<)" +
         std::to_string(a) + w + "  %w = nn.constant {nn.name = \"w\"} dense<" + std::to_string(b) +
         w + "  %u = nn.constant {nn.name = \"u\"} dense<" + std::to_string(c) + w + R"(
  %a = nn.matmul %x, %v {nn.name = "a"} : (!x, tensor<4x4xf32>) -> !x
  %b = nn.matmul %a, %w {nn.name = "b"} : (!x, tensor<4x4xf32>) -> !x
  %q = nn.quantize %b {nn.name = "q"} : (!x) -> !q
  %d = nn.dequantize %q {nn.name = "d"} : (!q) -> !x
  %c = nn.matmul %d, %u {nn.name = "c"} : (!x, tensor<4x4xf32>) -> !x
  %s = nn.add %a, %c {nn.name = "s"} : (!x, !x) -> !x
  return %s : !x
})";
}

class SharedBeginnings : public testing::Test {
protected:
  void SetUp() override {
    auto parsed = Network::parse(net(0.5, 0.25, -0.5));
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    auto loaded = Loaded::copyOf(*parsed, "first", std::make_shared<Reports>());
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    first = std::move(*loaded);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> values(-2, 2);
    for (int64_t rows : {3, 2}) {
      Tensor tensor = Tensor::allocate(qrt::ElementType::F32, {rows, 4});
      for (float &value : tensor.mutableValues<float>())
        value = values(random);
      batches.push_back({tensor});
    }
  }

  Loaded like(const std::string &text) {
    Loaded other = first.clone("other");
    auto module = parseModule(*first.context, text);
    EXPECT_TRUE(module.ok()) << module.status().message();
    other.module = std::move(*module);
    return other;
  }

  SharedBeginning beginning(int64_t most) {
    return {quantizer, first.clone("first"), batches, most};
  }

  /// Runs what is left of the network and all of it; returns how much is left.
  size_t expectSame(SharedBeginning &shared, const std::string &text) {
    auto rest = shared.restOf(like(text));
    auto whole = Subject::compile(like(text), "host", {}, {});
    EXPECT_TRUE(rest.ok()) << rest.status().message();
    EXPECT_TRUE(whole.ok()) << whole.status().message();
    if (!rest.ok() || !whole.ok())
      return 0;
    EXPECT_EQ(rest->inputs.size(), batches.size());
    for (size_t i = 0; i < batches.size(); ++i) {
      auto own = rest->network.model->run(rest->inputs[i]), all = whole->model->run(batches[i]);
      EXPECT_TRUE(own.ok()) << own.status().message();
      if (!own.ok() || !all.ok() || own->size() != 1)
        return 0;
      EXPECT_EQ((*own)[0].shape(), (*all)[0].shape());
      EXPECT_EQ(std::memcmp((*own)[0].data(), (*all)[0].data(), (*all)[0].bytes()), 0);
    }
    return rest->left;
  }

  const Quantizer quantizer{QuantizerOptions()};
  Loaded first;
  std::vector<std::vector<Tensor>> batches;
};

TEST_F(SharedBeginnings, RunOnce) {
  SharedBeginning shared = beginning(1 << 20);
  EXPECT_EQ(expectSame(shared, net(0.5, 0.75, -0.5)), 5u); // all but a
  EXPECT_EQ(expectSame(shared, net(0.5, 0.25, 0.125)), 2u);
  EXPECT_EQ(expectSame(shared, net(0.5, 0.25, -0.5)), 1u); // what is returned runs each time
}

TEST_F(SharedBeginnings, MayComeInAnyOrder) {
  SharedBeginning shared = beginning(1 << 20);
  EXPECT_EQ(expectSame(shared, net(0.5, 0.25, 0.125)), 2u);
  EXPECT_EQ(expectSame(shared, net(0.5, 0.75, -0.5)), 5u);
  EXPECT_EQ(expectSame(shared, net(0.75, 0.25, -0.5)), 6u); // nothing is in common
}

// Five rows of a take 80 bytes, and 20 more the steps of b.
TEST_F(SharedBeginnings, EndWhereMemoryDoes) {
  SharedBeginning some = beginning(80), none = beginning(79);
  EXPECT_EQ(expectSame(some, net(0.5, 0.25, 0.125)), 5u);
  EXPECT_EQ(expectSame(none, net(0.5, 0.25, 0.125)), 6u);
}

// Names tell nothing, and constants are compared by their bytes.
TEST_F(SharedBeginnings, AreOfTheSameStructure) {
  std::string named = net(0.5, 0.25, 0.125);
  named.replace(named.find("\"b\""), 3, "\"B\"");
  SharedBeginning shared = beginning(1 << 20);
  EXPECT_EQ(expectSame(shared, named), 2u);
}

} // namespace
