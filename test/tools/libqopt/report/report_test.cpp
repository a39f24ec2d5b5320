// A page of a network, and what it says of layers.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/quantize/quantize.h"
#include "tools/libqopt/report/report.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace qopt;

namespace {

Network quantized(const Network &floats) {
  QuantizeOptions options;
  options.samples = std::make_shared<Noise>(60);
  auto made = quantize(floats, options);
  EXPECT_TRUE(made.ok()) << made.status().message();
  return std::move(*Network::parse(made->bytecode, Origin::Trusted));
}

/// The document that the page's script reads.
llvm::json::Value dataOf(llvm::StringRef page) {
  auto text = page.split("id=\"data\">").second.split("</script>").first;
  auto parsed = llvm::json::parse(text);
  EXPECT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  return parsed ? std::move(*parsed) : llvm::json::Value(nullptr);
}

const ReportedLayer &layerOf(const ReportResult &result, const std::string &name) {
  for (const ReportedLayer &layer : result.layers)
    if (layer.name == name)
      return layer;
  ADD_FAILURE() << "no layer " << name;
  return result.layers.front();
}

TEST(Report, SaysWhatLayersCostAndLose) {
  const Network floats = network(), integers = quantized(floats);
  ReportOptions options;
  options.samples = std::make_shared<Noise>(40);
  options.effort.layerSamples = 16;
  options.commands = {"qrun report <a> & b"};
  auto result = report(floats, &integers, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->how->samples, 40);
  EXPECT_EQ(result->quantized->integerLayers, 2);
  const ReportedLayer &b = layerOf(*result, "b");
  EXPECT_EQ(b.kind, "int8");
  ASSERT_TRUE(b.sqnr && b.seconds);
  EXPECT_GT(*b.sqnr, 10);
  EXPECT_LT(*b.sqnr, 80);
  EXPECT_GT(*b.seconds, 0);
  // If there is one output, the layer's error is the network's, on the samples that both have.
  options.effort.layerSamples = 40;
  auto all = report(floats, &integers, options);
  EXPECT_NEAR(*layerOf(*all, "b").sqnr, *all->quantized->loss->worst().sqnr, 0.01);
  // Layers, their histograms and the accuracy are in the page.
  const llvm::json::Value data = dataOf(result->page);
  const llvm::json::Array &layers = *data.getAsObject()->getArray("layers");
  EXPECT_EQ(layers.size(), result->layers.size());
  int64_t counted = 0;
  for (const llvm::json::Value &layer : layers)
    if (layer.getAsObject()->getString("op") == "matmul" &&
        layer.getAsObject()->getString("name") == "b")
      for (const llvm::json::Value &count :
           *layer.getAsObject()->getObject("distribution")->getArray("before"))
        counted += *count.getAsInteger();
  EXPECT_EQ(counted, 16 * 4);
  EXPECT_EQ(data.getAsObject()->getArray("accuracy")->size(), 3u);
}

// Without samples nothing is run, and the page says what is known.
TEST(Report, WorksWithoutSamples) {
  auto result = report(network(), nullptr, {});
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_FALSE(result->how || layerOf(*result, "b").sqnr || layerOf(*result, "b").seconds);
  const llvm::json::Value data = dataOf(result->page);
  EXPECT_EQ(data.getAsObject()->getArray("accuracy"), nullptr);
  EXPECT_NE(result->page.find("Content-Security-Policy"), std::string::npos);
}

std::vector<std::string> textsOf(const llvm::json::Array &array) {
  std::vector<std::string> texts;
  for (const llvm::json::Value &text : array)
    texts.push_back(text.getAsString()->str());
  return texts;
}

// Findings from before are shown as they are, and commands make the page once more.
TEST(Report, ShowsWhatWasFoundBefore) {
  const Network floats = network(), integers = quantized(floats);
  ReportOptions options;
  ComparedValue b;
  b.key = "b";
  b.difference.sqnr = 12.5;
  b.difference.differing = 3;
  b.scale = 0.5;
  options.compared = {b};
  options.tables = {{"mine", {{"a", "<b>"}, {"1", "2"}}}};
  options.commands = {"made before"};
  options.readWords = {"--mean=0", "--std=255"};
  options.outputName = "o.html";
  auto result = report(floats, &integers, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(layerOf(*result, "b").sqnr, 12.5);
  EXPECT_FALSE(layerOf(*result, "b").clipped); // which nobody counted
  EXPECT_FALSE(layerOf(*result, "a").sqnr);
  EXPECT_EQ(result->commands,
            (std::vector<std::string>{
                "made before",
                "qrun report float.mlirbc quantized.mlirbc --mean=0 --std=255 -o o.html"}));
  const llvm::json::Value data = dataOf(result->page);
  const llvm::json::Object &table = *(*data.getAsObject()->getArray("tables"))[0].getAsObject();
  EXPECT_EQ(table.getString("title"), "mine");
  EXPECT_EQ(textsOf(*(*table.getArray("rows"))[0].getAsArray()),
            (std::vector<std::string>{"a", "<b>"}));
}

TEST(Report, JudgesTheOutputsThatAreNamed) {
  ReportOptions options;
  options.samples = std::make_shared<Noise>(8);
  options.outputs = {"b"};
  auto result = report(network(), nullptr, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->how->outputs, 1u);
  EXPECT_NE(result->commands.front().find("--output-name=b"), std::string::npos);
  options.outputs = {"none"};
  EXPECT_NE(report(network(), nullptr, options).status().message().find("none"), std::string::npos);
}

TEST(Report, NamesAreNoMarkup) {
  std::string text = twoLayers();
  const std::string name = "b</script><img src=x onerror=alert(1)>\\22'é";
  text.replace(text.find("\"b\""), 3, "\"" + name + "\"");
  auto parsed = Network::parse(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  ReportOptions options;
  options.title = "<script>alert(2)</script>";
  auto result = report(*parsed, nullptr, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->page.find("<img"), std::string::npos);
  EXPECT_EQ(result->page.find("<script>alert"), std::string::npos);
  EXPECT_NE(result->page.find("b&lt;/script&gt;"), std::string::npos);
  bool isThere = false;
  const llvm::json::Value data = dataOf(result->page);
  for (const llvm::json::Value &layer : *data.getAsObject()->getArray("layers"))
    isThere |=
        layer.getAsObject()->getString("name") == "b</script><img src=x onerror=alert(1)>\"'é";
  EXPECT_TRUE(isThere);
}

// One that somebody left float: of what is integer there is nothing to say.
TEST(Report, SaysWhyLayersAreFloat) {
  const Network floats = network();
  Network part = floats.clone();
  ASSERT_TRUE(
      part.runPasses("insert-quant{range=x=-2:2,a=-4:4,r=0:4,b=-4:4 float=b},fold-dequant").ok());
  auto result = report(floats, &part, {});
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_NE(layerOf(*result, "b").whyFloat.find("left it float"), std::string::npos);
  EXPECT_EQ(layerOf(*result, "a").whyFloat, "");
}

std::string warningsOf(const Network &floats, const Network &integers) {
  auto result = report(floats, &integers, {});
  if (!result)
    return "error: " + result.status().message();
  std::string all;
  for (const Remark &remark : result->remarks)
    if (remark.kind == Remark::Kind::Warning)
      all += remark.text + "\n";
  return all;
}

Network renamed(const std::string &from, const std::string &to) {
  std::string text = twoLayers();
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  auto parsed = Network::parse(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  return std::move(*parsed);
}

// Two that are no float network and the quantized one that was made of it.
TEST(Report, KnowsStrangers) {
  const Network floats = network(), integers = quantized(floats);
  EXPECT_EQ(warningsOf(floats, integers), "");
  EXPECT_NE(warningsOf(integers, floats).find("give the float network first, and it as the second"),
            std::string::npos);
  EXPECT_NE(warningsOf(integers, integers).find("qrun compare shows two quantized forms"),
            std::string::npos);
  EXPECT_NE(warningsOf(renamed("nn.name = \"", "nn.name = \"other_"), integers)
                .find("0 values are in both"),
            std::string::npos);
  auto wide = Network::parse(R"(
!x = tensor<?x17xf32, #nn.dims<N>>
func.func @main(%a: !x {nn.name = "a"}) -> !x {
  %r = nn.relu %a {nn.name = "r"} : (!x) -> !x
  return %r : !x
})");
  EXPECT_NE(warningsOf(*wide, integers).find("their inputs are a: ?x17 and x: ?x16"),
            std::string::npos);
}

TEST(Report, NamesWhatIsWrong) {
  ReportOptions options;
  options.profile = "none";
  EXPECT_NE(report(network(), nullptr, options).status().message().find("no profile 'none'"),
            std::string::npos);
  options = {};
  options.labels = {1};
  EXPECT_NE(report(network(), nullptr, options).status().message().find("there are none"),
            std::string::npos);
}

TEST(Report, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(8);
  ReportOptions options;
  options.samples = noise;
  options.batch = 2;
  options.effort.timedRuns = 2;
  expectEndsWhereAsked(options, 4, [&](const ReportOptions &of) {
    auto result = report(network(), nullptr, of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

} // namespace
