#include "tools/qrun/bench/pace.h"

#include <gtest/gtest.h>

using namespace qopt::run;
using Next = Rounds::Next;

namespace {

/// Warm-up rounds and counted ones, each of which takes a second.
std::pair<int, int> roundsOf(const Pace &pace) {
  double now = 100;
  Rounds rounds(pace, now);
  int warm = 0, counted = 0;
  for (Next next = rounds.next(now); next != Next::None; next = rounds.next(++now))
    ++(next == Next::Warmup ? warm : counted);
  return {warm, counted};
}

Pace paceOf(const char *warmup, int iterations, double duration) {
  Pace pace;
  EXPECT_TRUE(setWarmup(pace, warmup).ok());
  pace.iterations = iterations;
  pace.duration = duration;
  return pace;
}

TEST(Pace, CountsRounds) {
  EXPECT_EQ(roundsOf(paceOf("3", 5, 0)), std::pair(3, 5));
  EXPECT_EQ(paceOf("3", 5, 0).rounds(), 8);
  EXPECT_EQ(paceOf("3", 5, 1).rounds(), std::nullopt);
  EXPECT_EQ(paceOf("1ms", 5, 0).rounds(), std::nullopt);
}

// Rounds begin at 0, 1 and 2 s; at 3 s the clock counts.
TEST(Pace, WarmsUpForATime) {
  EXPECT_EQ(roundsOf(paceOf("2500ms", 5, 0)), std::pair(3, 5));
  EXPECT_EQ(roundsOf(paceOf("2.5s", 5, 0)), std::pair(3, 5));
  EXPECT_EQ(roundsOf(paceOf("0", 1, 0)), std::pair(0, 1));
}

TEST(Pace, LastsAtLeast) {
  EXPECT_EQ(roundsOf(paceOf("1", 2, 6.5)), std::pair(1, 7));
  EXPECT_EQ(roundsOf(paceOf("1", 9, 6.5)), std::pair(1, 9));
}

TEST(Pace, SaysHowFarItIs) {
  double now = 0;
  Rounds rounds(paceOf("1", 3, 4), now);
  EXPECT_EQ(rounds.share(now), 0);
  rounds.next(now); // the first warms up
  rounds.next(++now);
  rounds.next(++now); // the second that counts: one second of four
  EXPECT_EQ(rounds.share(now), 0.25);
  rounds.next(now += 9);
  EXPECT_EQ(rounds.share(now), 1);
}

TEST(Pace, RefusesWhatIsNoWarmup) {
  for (const char *text : {"", "-1", "x", "3m", "nans", "infs", "ms", "-2ms", "3601s", "1.5"}) {
    Pace pace;
    EXPECT_NE(setWarmup(pace, text).message().find("expected runs, as 3"), std::string::npos)
        << text;
  }
}

} // namespace
