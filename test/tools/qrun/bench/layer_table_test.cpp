#include "tools/qrun/bench/layer_table.h"

#include <gtest/gtest.h>

using namespace qrt;
using namespace qopt::run;

namespace {

Node copyCalled(const std::string &name) {
  Node result;
  result.name = name;
  result.work = CopyCall();
  return result;
}

TEST(LayerTable, TheSlowestComesFirst) {
  Program program;
  program.nodes = {copyCalled("quick"), copyCalled("slow")};
  std::string text;
  llvm::raw_string_ostream stream(text);
  printLayerTimes(LayerTimes(program, 1, {{0.001, 0.003}}), 0.005, stream);
  EXPECT_LT(text.find("slow"), text.find("quick")) << text;
  EXPECT_NE(text.find("75.0 %"), std::string::npos);
  EXPECT_NE(text.find("layers together 4.000 ms, a whole run 5.000 ms"), std::string::npos);
}

} // namespace
