// A search by a call: its choice is within the bounds, is replayed by its policy, goes on from what
// it measured, and ends where its caller says so.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/search/search.h"

#include <map>

using namespace qopt;

namespace {

SearchOptions searchOptions(std::optional<double> minSqnr = std::nullopt) {
  SearchOptions options;
  options.samples = std::make_shared<Noise>(60);
  options.batch = 8;
  options.gates.minSqnr = minSqnr;
  options.recipe.rounds = options.recipe.correctsBias = false;
  return options;
}

const SearchedNetwork &named(const SearchResult &result, const std::string &name) {
  const auto found =
      std::ranges::find_if(result.networks, [&](const auto &one) { return one.name == name; });
  EXPECT_NE(found, result.networks.end()) << name;
  return *found;
}

TEST(SearchFlow, ChoosesWithinTheBound) {
  auto result = search(network(), searchOptions(200)); // dB, which f32 alone has
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_TRUE(result->choice());
  EXPECT_EQ(result->choice()->name, "f32");
  EXPECT_FALSE(named(*result, "int8").brokenBy.empty());
  EXPECT_GT(named(*result, "int8").predictedSeconds, 0);
  EXPECT_GT(named(*result, "int8").noise, 0);
  EXPECT_NE(result->policy.find("\"precision\": \"float\""), std::string::npos) << result->policy;
  EXPECT_EQ(result->policy.find("int8"), std::string::npos) << result->policy;
  auto chosen = Network::parse(result->bytecode, Origin::Trusted);
  ASSERT_TRUE(chosen.ok()) << chosen.status().message();
  EXPECT_EQ(chosen->weightBytes(), network().weightBytes());
  ASSERT_EQ(result->layers.size(), 2u);
  EXPECT_EQ(result->layers[0].name, "a");
  EXPECT_TRUE(result->layers[0].alone);
  EXPECT_GT(result->noise.networks, 0);
  EXPECT_EQ(result->choosing + result->judging, 48); // four of five
  EXPECT_EQ(result->commands,
            std::vector<std::string>{"qrun search model.onnx --data=samples.npz --batch=8 "
                                     "--no-repair --min-sqnr=200 -o model.int8.mlirbc"});
  EXPECT_EQ(result->next.at(0), "qrun bench model.int8.mlirbc model.onnx");
}

const char *const integerPolicy = R"({"version": 1, "layers": {"a": {"precision": "int8"}}})";

TEST(SearchFlow, APolicyIsJudgedAndNothingElseIsChosen) {
  SearchOptions options = searchOptions(10);
  options.policy = integerPolicy;
  auto result = search(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_TRUE(result->choice());
  EXPECT_EQ(result->choice()->name, "policy");
  auto chosen = Network::parse(result->bytecode, Origin::Trusted);
  ASSERT_TRUE(chosen.ok()) << chosen.status().message();
  EXPECT_LT(chosen->weightBytes(), network().weightBytes());
  options.policy = result->policy;
  EXPECT_EQ(search(network(), options)->bytecode, result->bytecode);
  options.gates.minSqnr = 200;
  auto outside = search(network(), options);
  ASSERT_TRUE(outside.ok()) << outside.status().message();
  EXPECT_FALSE(outside->choice());
  EXPECT_TRUE(outside->bytecode.empty());
  EXPECT_TRUE(outside->policy.empty());
}

// Types that no option of the command tells are told by no command.
TEST(SearchFlow, ARecipeWithoutOptionsHasNoCommand) {
  SearchOptions options = searchOptions(10);
  options.policy = integerPolicy;
  options.recipe.calibrator = "percentile";
  options.recipe.settings.percentile = 99.5;
  auto result = search(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(result->commands.empty());
}

struct Store {
  std::string setting;
  std::map<std::string, MeasuredErrors> known;
  int kept = 0;

  ErrorMemory memory() {
    return {[this](const std::string &own) {
              if (!setting.empty() && own != setting)
                return qrt::invalidArgument("the store is of another search");
              setting = own;
              return qrt::Status();
            },
            [this](const std::string &types) {
              const auto found = known.find(types);
              return found == known.end() ? std::nullopt : std::optional(found->second);
            },
            [this](const std::string &types, const MeasuredErrors &measured) {
              known[types] = measured;
              ++kept;
            }};
  }
};

TEST(SearchFlow, GoesOnFromWhatItMeasured) {
  Store store;
  SearchOptions options = searchOptions(200);
  options.memory = store.memory();
  ASSERT_TRUE(search(network(), options).ok());
  EXPECT_TRUE(store.known.contains("8f"));
  const int first = std::exchange(store.kept, 0);
  EXPECT_GT(first, 2);
  ASSERT_TRUE(search(network(), options).ok());
  EXPECT_LT(store.kept, first); // times decide which mixed networks are tried
  options.looks = 3;
  EXPECT_EQ(search(network(), options).status().message(), "the store is of another search");
}

TEST(SearchFlow, RefusesWhatItCannotSearch) {
  auto expect = [](const SearchOptions &options, const char *text) {
    const std::string message = search(network(), options).status().message();
    EXPECT_NE(message.find(text), std::string::npos) << message;
  };
  SearchOptions options = searchOptions();
  options.looks = 0;
  expect(options, "looks at one sample or more");
  options = searchOptions();
  options.gates.maxDrop = 1;
  expect(options, "search: a bound on the drop needs labels");
  options = searchOptions();
  options.policy = R"({"version": 1, "layers": {"x": {"precision": "float"}}})";
  expect(options, "policy.json: names layer 'x'");
  options = searchOptions();
  options.device = "reference";
  expect(options, "gives no times of layers");
  options.samples = nullptr;
  expect(options, "search: no samples are given");
}

// A search asks more or less often as times come out, so the test ends it at early questions,
// which every search asks.
TEST(SearchFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(60);
  for (int last : {1, 3, 12}) {
    SearchOptions options = searchOptions(200);
    options.samples = noise;
    int open = 0, left = last;
    options.hooks.onStep = [&](const FlowStep &step) {
      open += step.state == FlowStep::State::Begins ? 1
              : step.state == FlowStep::State::Ends ? -1
                                                    : 0;
    };
    options.hooks.isCancelled = [&] { return --left == 0; };
    auto ended = search(network(), options);
    ASSERT_FALSE(ended.ok()) << last;
    EXPECT_TRUE(wasCancelled(ended.status())) << ended.status().message();
    EXPECT_EQ(open, 0);
    EXPECT_EQ(noise->alive, 0);
  }
}

TEST(SearchFlow, ThrowsWhatAHookThrows) {
  SearchOptions options = searchOptions(200);
  options.hooks.onStep = [](const FlowStep &) { throw ThrownByHook{7}; };
  EXPECT_THROW((void)search(network(), options), ThrownByHook);
}

} // namespace
