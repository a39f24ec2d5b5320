// What is asked of every flow: that it ends where its caller says so and leaves nothing, and that
// two of them at once are what one is.
#pragma once

#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/hooks.h"

#include <thread>

namespace qopt {

/// `run` takes options of a copy of these, and gives an Expected: ended at the first question, in
/// the middle and at the last, it says so, its steps are closed and no iterator is left.
template <typename Options, typename Run>
void expectEndsWhereAsked(const Options &given, int leastQuestions, const Run &run) {
  int asked = 0;
  Options counting = given;
  counting.hooks.isCancelled = [&] { return ++asked < 0; };
  auto whole = run(counting);
  ASSERT_TRUE(whole.ok()) << whole.status().message();
  ASSERT_GE(asked, leastQuestions);
  for (int last : {1, (asked + 1) / 2, asked}) {
    Options options = given;
    int open = 0, left = last;
    options.hooks.onStep = [&](const FlowStep &step) {
      open += step.state == FlowStep::State::Begins ? 1
              : step.state == FlowStep::State::Ends ? -1
                                                    : 0;
    };
    options.hooks.isCancelled = [&] { return --left == 0; };
    auto ended = run(options);
    ASSERT_FALSE(ended.ok()) << last << " of " << asked;
    EXPECT_TRUE(wasCancelled(ended.status())) << ended.status().message();
    EXPECT_EQ(open, 0);
  }
}

/// `run` gives text of its result: on two threads at once that of one.
template <typename Run> void expectSameOnTwoThreads(const Run &run) {
  const std::string alone = run();
  ASSERT_FALSE(alone.empty());
  std::string made[2];
  {
    std::jthread first([&] { made[0] = run(); });
    std::jthread second([&] { made[1] = run(); });
  }
  EXPECT_EQ(made[0], alone);
  EXPECT_EQ(made[1], alone);
}

} // namespace qopt
