#include "importers/common/graph/unsupported.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;

TEST(Unsupported, SaysEachThingOnceWithItsLayers) {
  MLIRContext context;
  std::vector<std::string> said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    said.push_back(diagnostic.str());
    return success();
  });
  qopt::UnsupportedList list;
  EXPECT_TRUE(list.empty());
  for (const char *layer : {"a", "b", "c", "d", "e"})
    list.add("LRN", "'" + std::string(layer) + "'");
  list.add("Pad (mode 'edge')", "'p' of function 'f'");
  std::vector<size_t> counts;
  list.forEach([&](const std::string &, const std::vector<std::string> &layers) {
    counts.push_back(layers.size());
  });
  EXPECT_EQ(counts, (std::vector<size_t>{5, 1}));
  list.report([&] { return emitError(UnknownLoc::get(&context)); });
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[0], "not supported: LRN, in 'a', 'b', 'c' and 2 more (5 layers)");
  EXPECT_EQ(said[1], "not supported: Pad (mode 'edge'), in 'p' of function 'f'");
}
