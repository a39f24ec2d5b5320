#include "tools/io/report/phase.h"

#include <gtest/gtest.h>

namespace qopt::io {
namespace {
using namespace std::chrono_literals;
using Style = Progress::Style;

std::string saidIn(std::chrono::milliseconds time, Style style, Phase::Patience patience,
                   bool hasBar = false) {
  testing::internal::CaptureStderr();
  {
    Phase phase("fold", style, patience);
    if (hasBar)
      Progress("bar", 1, Style::Lines).update(1);
    std::this_thread::sleep_for(time);
  }
  return testing::internal::GetCapturedStderr();
}

TEST(Phase, SaysNothingOfWhatIsShort) {
  EXPECT_EQ(saidIn(0ms, Style::Bar, 10s), "");
  EXPECT_EQ(saidIn(0ms, Style::Lines, 10s), "");
}

TEST(Phase, TellsWhatTakesLong) {
  const std::string lines = saidIn(500ms, Style::Lines, 10ms);
  EXPECT_TRUE(lines.starts_with("fold, 0 s\nfold, 0 s\n")) << lines;
  const std::string bar = saidIn(500ms, Style::Bar, 10ms);
  EXPECT_TRUE(bar.starts_with("\x1b[Kfold, 0 s\r")) << bar;
  EXPECT_TRUE(bar.ends_with("\r\x1b[K")) << "wiped at the end";
}

// The style of lines leaves nobody without a word, whatever was said before; a step within has the
// first.
TEST(Phase, SpeaksAgainAfterOthers) {
  const std::string said = saidIn(800ms, Style::Lines, 100ms, /*hasBar=*/true);
  EXPECT_TRUE(said.starts_with("bar 1/1")) << said;
  EXPECT_NE(said.find("\nfold, "), std::string::npos) << said;
  testing::internal::CaptureStderr();
  {
    Phase outer("outer", Style::Lines, 100ms);
    for (int i = 0; i < 20; ++i)
      Phase("too short", Style::Lines, 100ms), std::this_thread::sleep_for(20ms);
    Phase inner("inner", Style::Lines, 50ms);
    std::this_thread::sleep_for(500ms);
  }
  const std::string both = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(both.starts_with("outer, ")) << both;
  EXPECT_EQ(both.find("too short"), std::string::npos) << both;
  EXPECT_NE(both.find("inner, "), std::string::npos) << both;
}

TEST(Phase, LeavesTheWordToBars) {
  const std::string said = saidIn(500ms, Style::Bar, 100ms, /*hasBar=*/true);
  EXPECT_EQ(said.find("fold"), std::string::npos) << said;
}

} // namespace
} // namespace qopt::io
