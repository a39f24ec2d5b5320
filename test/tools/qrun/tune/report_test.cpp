// qrun tune tells people what it gained and what failed.
#include "tools/qrun/tune/report.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace qopt;

namespace {

std::string printed(const TuneResult &result) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  run::printTuning(result, stream);
  return text;
}

TuneResult tuned() {
  TuneResult result;
  TunedBatch batch{false, 8, 2, 3, 11e-3, 5e-3, {}};
  batch.changes.push_back({{"l1", "twin"}, 4e-3, 1e-3, "k0 {pixels 16}", "k8 {pixels 16}"});
  result.batches.push_back(batch);
  result.refusals.push_back({"k3: other answers", 1});
  result.measured = 11;
  return result;
}

TEST(TuneReport, SaysWhatIsGained) {
  EXPECT_EQ(printed(tuned()),
            "batch 8: 2 of 3 layers improved; predicted saving 6.0000 of 11.0000 ms\n"
            "  l1 and 1 alike: 4.0000 -> 1.0000 ms, k0 {pixels 16} -> k8 {pixels 16}\n"
            "refused, k3: other answers\n"
            "configurations: 11 measured, 0 were known, 0 remain\n");
}

TEST(TuneReport, SaysWhatFailedForNow) {
  TuneResult result = tuned();
  result.batches[0].isFixed = true;
  result.refusals[0].count = 2;
  result.failures.push_back({"not enough memory", {"layer 'l0', batch 8, k0", "another"}});
  result.remaining = 3;
  const std::string text = printed(result);
  EXPECT_TRUE(text.starts_with("fixed batch: 2 of 3 layers improved")) << text;
  EXPECT_NE(text.find("refused 2 times, k3: other answers\n"
                      "failed for now, layer 'l0', batch 8, k0 and 1 more: not enough memory\n"
                      "configurations: 11 measured, 0 were known, 3 remain\n"),
            std::string::npos)
      << text;
}

} // namespace
