// Whoever names layers names them as the model does that is given, whatever repairs make of them.
#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/feed/subject.h"
#include "tools/libqopt/flows/layers/named_layers.h"
#include "tools/libqopt/flows/quantize/quantize.h"

#include "llvm/ADT/STLExtras.h"

using namespace qopt;
using namespace qopt::run;

namespace {

using Names = std::vector<std::string>;

QuantizeOptions statedOptions() {
  QuantizeOptions options;
  options.samples = std::make_shared<Noise>(40);
  options.recipe.mode = "quantize";
  options.recipe.scheme = "mixed";
  options.recipe.calibrator = "min-max";
  options.recipe.rounds = options.recipe.correctsBias = true;
  options.contest.floatMacs = 0;
  return options;
}

bool holds(const std::vector<std::string> &lines, const std::string &text) {
  return llvm::any_of(
      lines, [&](const std::string &line) { return line.find(text) != std::string::npos; });
}

TEST(NamedLayers, ThatTheNetworkDoesNotHaveAreToldBeforeTheWork) {
  QuantizeOptions options = statedOptions();
  std::vector<std::string> steps;
  options.hooks.onStep = [&](const FlowStep &step) { steps.push_back(step.label); };
  options.recipe.floatLayers = {"b", "q"};
  EXPECT_EQ(quantize(network(), options).status().message(),
            "model.onnx: --float=q: the module has no value 'q'");
  options.recipe.floatLayers = {};
  options.recipe.weightBits = 4, options.recipe.weightBits8 = {"r"};
  EXPECT_EQ(quantize(network(), options).status().message(),
            "model.onnx: --weight-bits8=r: no layer 'r' has constant weights");
  EXPECT_FALSE(holds(steps, "compile"));
}

TEST(NamedLayers, ThatStayFloatAreNotRepaired) {
  QuantizeOptions options = statedOptions();
  options.recipe.floatLayers = {"a", "r"}; // of which repairs know one
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(holds(result->commands, "--round --correct-bias --except=a -o"));
  EXPECT_EQ(result->tried[0].floatLayers, (Names{"a", "r"}));
}

// Few bits are counted of the others alone; of no weights there is no mean.
TEST(NamedLayers, ThatStayFloatHaveNoShareOfFewBits) {
  QuantizeOptions options = statedOptions();
  options.recipe.weightBits = 4;
  std::vector<std::string> notes;
  options.hooks.onRemark = [&](const Remark &remark) { notes.push_back(remark.text); };
  options.recipe.floatLayers = {"a"};
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(holds(result->commands, "--bits8=b --except=a"));
  EXPECT_TRUE(holds(notes, "1 of 1 layers have 8, with 100.0 % of the weights"));
  notes.clear();
  options.recipe.floatLayers = {"a", "b"};
  result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_FALSE(holds(notes, "bits on average"));
}

TEST(NamedLayers, HaveTheNamesOfTheNetworkThatIsRepaired) {
  auto net = Loaded::copyOf(network(), "net", std::make_shared<Reports>());
  ASSERT_TRUE(net.ok()) << net.status().message();
  RescaledLink link;
  link.renamed = {{"old", "a"}};
  net->layers.follow({link});
  RepairerOptions how;
  how.bits8 = {"b", "old", "r"};
  how = namedFor(*net->module, net->layers, how, {"old", "r"});
  EXPECT_EQ(how.bits8, (Names{"b", "a"}));
  EXPECT_EQ(how.except, Names{"a"});
}

// Smoothing renames `a`, which makes what `b` reads; results are told by the names that were given.
TEST(NamedLayers, AreFoundBySmoothedNames) {
  QuantizeOptions options = statedOptions();
  options.recipe.smoothing = 0.5;
  options.recipe.floatLayers = {"r"};
  options.gates.minSqnr = 200;
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_EQ(result->tried.size(), 2u);
  EXPECT_EQ(result->tried[0].floatLayers, Names{"r"});
  EXPECT_EQ(result->tried[1].floatLayers.size(), 2u);
  EXPECT_GT(result->tried[1].floatMacs, 0);
  EXPECT_TRUE(holds(result->commands, "float=r_smoothed,"));
  options.gates = {};
  options.recipe.floatLayers = {};
  options.recipe.weightBits = 4;
  result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(holds(result->commands, "--bits8=a,b"));
  EXPECT_TRUE(holds(result->commands, "weight-bits8=a_smoothed,b"));
}

} // namespace
