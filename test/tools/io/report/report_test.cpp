#include "tools/io/report/progress.h"
#include "tools/io/report/table.h"

#include "test/tools/scratch.h"

#include "llvm/Support/JSON.h"

#include <limits>
#include <thread>

using namespace qopt::io;

namespace {

TEST(Progress, SaysNothingOfWhatIsDoneAtOnce) {
  ::testing::internal::CaptureStderr();
  for (Progress::Style style : {Progress::Style::Bar, Progress::Style::Lines}) {
    Progress progress("compile", 3, style, std::chrono::hours(1));
    for (int64_t done : {0, 1, 2, 3})
      progress.update(done);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Progress, BeginsToSpeakAfterItsPatience) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress("compile", 3, Progress::Style::Lines, std::chrono::milliseconds(20));
    progress.update(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    progress.update(3);
  }
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(text.substr(0, 11), "compile 3/3");
}

TEST(Progress, Bar) {
  Progress progress("run", 10, Progress::Style::Bar);
  EXPECT_EQ(progress.render(5, 2), "run [###############...............] 5/10   2.0 s, 2 s left");
  EXPECT_EQ(progress.render(10, 4), "run [##############################] 10/10   4.0 s");
}

TEST(Progress, SaysWhatWasNotedInPlaceOfAGuess) {
  Progress progress("tune", 10, Progress::Style::Bar);
  progress.note("7 s of the budget left");
  EXPECT_EQ(progress.render(5, 2),
            "tune [###############...............] 5/10   2.0 s, 7 s of the budget left");
}

TEST(Progress, Lines) {
  Progress progress("run", 10, Progress::Style::Lines);
  EXPECT_EQ(progress.render(3, 1), "run 3/10   1.0 s");
  testing::internal::CaptureStderr();
  for (int done = 1; done <= 10; ++done) {
    progress.update(done);
    progress.update(done);
  }
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1); // nothing took five seconds
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(Progress, LinesOfLongRunsAreFurtherApart) {
  using namespace std::chrono_literals;
  EXPECT_EQ(Progress::pauseAfter(0s), 5s);
  EXPECT_EQ(Progress::pauseAfter(100s), 5s);
  EXPECT_EQ(Progress::pauseAfter(2h), 6min);
}

TEST(Table, AlignsColumns) {
  Table table({"name", "µs"});
  table.add({"a", grouped(1234567)});
  table.add({"longer", fixed(-1.25, 1)});
  std::string text;
  llvm::raw_string_ostream stream(text);
  table.print(stream);
  EXPECT_EQ(text, "name           µs\n"
                  "-----------------\n"
                  "a       1,234,567\n"
                  "longer       -1.2\n");
  EXPECT_EQ(grouped(-1000), "-1,000");
  EXPECT_EQ(grouped(999), "999");
}

} // namespace
