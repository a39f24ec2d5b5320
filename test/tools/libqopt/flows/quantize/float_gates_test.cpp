// Layers of gates stay float together, before other small layers compete beside them.
#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/quantize/quantize.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

using namespace qopt;

namespace {

using Names = std::vector<std::string>;

// Layer e makes a gate of x: 32 of 608 multiply-adds.
const std::string gate = R"(
!x = tensor<?x4x1x1xf32, #nn.dims<N>>
!z = tensor<?x8x3x3xf32, #nn.dims<N>>
!g = tensor<?x8x1x1xf32, #nn.dims<N>>
!v = tensor<?x4xf32, #nn.dims<N>>
!y = tensor<?x256xf32, #nn.dims<N>>
!we = tensor<8x4x1x1xf32>
!wc = tensor<8x8x1x1xf32>
func.func @main(%x: !x {nn.name = "x"}, %z: !z {nn.name = "z"}ARGUMENTS {
  %we = nn.constant {nn.name = "we"} dense<[[[[0.001]], [[1.0]], [[-0.5]], [[0.25]]], [[[0.0]], [[0.5]], [[0.75]], [[-1.0]]], [[[-0.001]], [[0.0]], [[1.0]], [[0.5]]], [[[0.002]], [[-0.25]], [[0.0]], [[1.0]]], [[[0.001]], [[1.0]], [[1.0]], [[0.25]]], [[[0.0]], [[-0.5]], [[0.75]], [[1.0]]], [[[-0.001]], [[0.7]], [[1.0]], [[-0.5]]], [[[0.002]], [[-0.25]], [[0.6]], [[1.0]]]]> : !we
  %wc = nn.constant {nn.name = "wc"} dense<0.5> : !wc
  %e = nn.conv2d %x, %we {nn.name = "e"} : (!x, !we) -> !g
  %g = nn.sigmoid %e {nn.name = "g"} : (!g) -> !g
  %c = nn.conv2d %z, %wc {nn.name = "c"} : (!z, !wc) -> !z
  %p = nn.mul %c, %g {nn.name = "p"} : (!z, !g) -> !z
)";

std::string withArguments(std::string text, const std::string &arguments) {
  const std::string place = "ARGUMENTS";
  return text.replace(text.find(place), place.size(), arguments);
}

std::string gateAlone() { return withArguments(gate, ") -> !z") + "  return %p : !z\n}"; }

// Layer a stands beside it, and another output reads it: it takes 16 of 1,648, the gate takes 32.
std::string gateBesideSmall() {
  return withArguments(gate, R"(, %v: !v {nn.name = "v"}) -> (!z, !y))") + R"(
  %wa = nn.constant {nn.name = "wa"} dense<[[0.001, 0.0, -0.001, 0.002], [1.0, 0.5, 0.0, -0.25], [-0.5, 0.75, 1.0, 0.0], [0.25, -1.0, 0.5, 1.0]]> : tensor<4x4xf32>
  %wb = nn.constant {nn.name = "wb"} dense<0.5> : tensor<4x256xf32>
  %a = nn.matmul %v, %wa {nn.name = "a"} : (!v, tensor<4x4xf32>) -> !v
  %b = nn.matmul %a, %wb {nn.name = "b"} : (!v, tensor<4x256xf32>) -> !y
  return %p, %b : !z, !y
})";
}

/// The first number of x is 512 times as large as the others, and that of v as often as is said.
class UnequalInputs : public IteratedSamples {
public:
  explicit UnequalInputs(float ofV) : ofV(ofV) {}
  int64_t count() const override { return 200; }
  std::string name() const override { return "noise"; }
  std::unique_ptr<SampleIterator> begin() const override { return std::make_unique<Iterator>(ofV); }

private:
  struct Iterator : SampleIterator {
    explicit Iterator(float ofV) : ofV(ofV) {}
    qrt::Expected<Sample> next() override {
      Sample sample = {{"x", numbers({4, 1, 1}, 512)}, {"z", numbers({8, 3, 3}, 1)}};
      if (ofV > 0)
        sample.emplace("v", numbers({4}, ofV));
      return sample;
    }
    Tensor numbers(qrt::Shape shape, float ofFirst) {
      Tensor tensor = Tensor::allocate(qrt::ElementType::F32, std::move(shape));
      std::uniform_real_distribution<float> values(-1, 1);
      for (float &value : tensor.mutableValues<float>())
        value = values(random);
      tensor.mutableValues<float>()[0] *= ofFirst;
      return tensor;
    }
    float ofV;
    std::mt19937 random{11};
  };
  float ofV;
};

QuantizeOptions stated(double floatMacs, float ofV) {
  QuantizeOptions options;
  options.samples = std::make_shared<UnequalInputs>(ofV);
  options.recipe.mode = "quantize";
  options.recipe.scheme = "mixed";
  options.recipe.calibrator = "min-max";
  options.recipe.rounds = options.recipe.correctsBias = false;
  options.contest.floatMacs = floatMacs;
  return options;
}

FloatChoice chosen(const std::string &text, const QuantizeOptions &options) {
  auto net = Network::parse(text);
  EXPECT_TRUE(net.ok()) << net.status().message();
  auto result = quantize(*net, options);
  EXPECT_TRUE(result.ok()) << result.status().message();
  if (!result.ok())
    return {};
  EXPECT_EQ(result->tried[0].floatLayers, result->contest.floats.layers);
  return result->contest.floats;
}

bool isRanking(const FlowStep &step) {
  return step.label == "rank layers" && step.state == FlowStep::State::Begins;
}

// The flow ranks nothing if the budget holds gates alone: ranking would take another pass.
TEST(FloatGates, AreNotRankedWhereTheyAreAlone) {
  QuantizeOptions options = stated(6, 0);
  int ranked = 0;
  options.hooks.onStep = [&](const FlowStep &step) { ranked += isRanking(step); };
  const FloatChoice floats = chosen(gateAlone(), options);
  EXPECT_EQ(floats.layers, Names{"e"});
  EXPECT_NEAR(floats.macs, 100.0 * 32 / 608, 1e-9);
  EXPECT_EQ(floats.samples, 40);
  EXPECT_GT(floats.after, floats.before + 10);
  EXPECT_EQ(floats.doubt, "");
  EXPECT_EQ(ranked, 0);
}

// Others have what the gates leave of the budget.
TEST(FloatGates, TakeTheirShareOfTheBudget) {
  const FloatChoice little = chosen(gateBesideSmall(), stated(2.5, 32)),
                    enough = chosen(gateBesideSmall(), stated(3, 32));
  EXPECT_EQ(little.layers, Names{"e"});
  EXPECT_NEAR(little.macs, 100.0 * 32 / 1648, 1e-9);
  EXPECT_EQ(enough.layers, (Names{"e", "a"}));
  EXPECT_NEAR(enough.macs, 100.0 * 48 / 1648, 1e-9);
  EXPECT_EQ(enough.before, little.before); // nothing is float
  EXPECT_GT(little.after, little.before + 1);
  EXPECT_GT(enough.after, little.after + 1);
}

// The other output is far better than what the gate makes: a float layer of it gains, and not where
// it counts.
TEST(FloatGates, StayWhereOthersAreInDoubt) {
  const FloatChoice alone = chosen(gateBesideSmall(), stated(2.5, 1)),
                    beside = chosen(gateBesideSmall(), stated(3, 1));
  EXPECT_EQ(beside.layers, Names{"e"});
  EXPECT_EQ(beside.doubt, "");
  EXPECT_EQ(beside.after, alone.after);
  EXPECT_EQ(beside.macs, alone.macs);
}

TEST(FloatGates, StayWhereTimeEndsTheRanking) {
  QuantizeOptions options = stated(3, 32);
  options.contest.chooseSeconds = 3;
  int ranked = 0;
  options.hooks.onStep = [&](const FlowStep &step) {
    if (!isRanking(step))
      return;
    ++ranked;
    std::this_thread::sleep_for(std::chrono::seconds(3));
  };
  const FloatChoice floats = chosen(gateBesideSmall(), options);
  EXPECT_EQ(ranked, 1);
  EXPECT_TRUE(floats.isCutShort);
  EXPECT_EQ(floats.layers, Names{"e"});
  EXPECT_EQ(floats.doubt, "");
  EXPECT_EQ(floats.after, chosen(gateBesideSmall(), stated(2.5, 32)).after);
}

} // namespace
