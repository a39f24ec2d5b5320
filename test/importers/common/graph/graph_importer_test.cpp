#include "test/importers/common/graph/toy_format.h"

#include "ir/reference/evaluator.h"

using namespace qopt;
using namespace qopt::test;
using Names = std::vector<std::string>;

static qrt::Tensor floats(std::vector<float> values) {
  return qrt::Tensor::fromValues<float>({int64_t(values.size())}, values);
}

TEST(GraphImporter, AnyFormatsGraphRuns) {
  ToyGraph graph;
  graph.input("x", {{2, ""}});
  graph.layer("first", "Relu", {"x"}, {"a"});
  graph.layer("double", "Scale", {"a"}, {"b"});
  graph.scales["double"] = 2;
  graph.outputs = {"b"};
  ToyImport import(graph);
  ASSERT_TRUE(import.module) << import.diagnostics.at(0);
  EXPECT_EQ(import.keys(), (Names{"first", "double/factor", "double"}));
  auto outputs = nn::evaluate(nn::entryOf(*import.module), {floats({-1, 3})});
  ASSERT_TRUE(mlir::succeeded(outputs));
  auto values = outputs->front().values<float>();
  EXPECT_EQ(std::vector<float>(values.begin(), values.end()), (std::vector<float>{0, 6}));
}

TEST(GraphImporter, ConstantsAreReadOnceAndOnlyWhereUsed) {
  unsigned reads = 0;
  ToyGraph graph;
  graph.input("x", {{2, ""}});
  graph.constants.emplace_back("w", [&]() -> qrt::Expected<qrt::Tensor> {
    ++reads;
    return floats({10, 20});
  });
  graph.constants.emplace_back("unused", []() -> qrt::Expected<qrt::Tensor> {
    return qrt::invalidArgument("is not there");
  });
  graph.layer("one", "Add", {"x", "w"}, {"a"});
  graph.layer("two", "Add", {"a", "w"}, {"y"});
  graph.outputs = {"y"};
  ToyImport import(graph);
  EXPECT_TRUE(import.module);
  EXPECT_EQ(reads, 1u);
}

TEST(GraphImporter, ErrorsNameFileLayerAndOperator) {
  auto errorsOf = [](auto change) {
    ToyGraph graph;
    graph.input("x", {{2, ""}});
    graph.layer("thrice", "Scale", {"x"}, {"y"});
    graph.outputs = {"y"};
    change(graph);
    return ToyImport(graph).diagnostics;
  };
  const std::string file = "loc(\"net.toy\":0:0) ";
  EXPECT_EQ(errorsOf([](ToyGraph &g) { g.scales["thrice"] = 0; }),
            Names{file + "layer 'thrice' (Scale): scales by 0"});
  EXPECT_EQ(errorsOf([](ToyGraph &g) { g.scales["thrice"] = -1; }),
            Names{file + "not supported: Scale (by a negative number), in 'thrice'"});
  EXPECT_EQ(errorsOf([](ToyGraph &g) { g.layers[0].type = "Twist"; }),
            Names{file + "not supported: Twist, in 'thrice'"});
  EXPECT_EQ(errorsOf([](ToyGraph &g) { g.layers[0].inputs = {"z"}; }),
            Names{file + "layer 'thrice' reads 'z', which is no input, no initializer, and no "
                         "earlier layer's output"});
  EXPECT_EQ(errorsOf([](ToyGraph &g) { g.types.clear(); }),
            Names{file + "has no shape for the input 'x' (say its "
                         "shape)"});
}
