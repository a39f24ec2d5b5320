// Every flow must end where its caller says so and leave nothing, must throw what a hook throws,
// and must give the same where two of it run at once.
#pragma once

#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/hooks.h"

#include <algorithm>
#include <functional>
#include <set>
#include <thread>

namespace qopt {

/// Hooks throw this in these tests; it is no std::exception, so that nothing takes it for one.
struct ThrownByHook {
  int call;
};

/// Has the hook that `set` sets throw as it is called for the first time, and in the middle: that
/// leaves the flow, and no hook is called behind it. The flow calls it `leastCalls` times or more.
template <typename Options, typename Run, typename Set>
void expectThrowsWhatTheHookThrows(const Options &given, const Run &run, int leastCalls,
                                   const Set &set) {
  int calls = 0;
  Options counting = given;
  set(counting.hooks, [&] { ++calls; });
  ASSERT_TRUE(run(counting).ok());
  ASSERT_GE(calls, leastCalls);
  if (calls == 0) // this flow has nothing to say by it
    return;
  for (int last : std::set{1, (calls + 1) / 2}) {
    int called = 0;
    Options options = given;
    set(options.hooks, [&] {
      if (++called == last)
        throw ThrownByHook{called};
    });
    try {
      (void)run(options);
      ADD_FAILURE() << "call " << last << " of " << calls << " threw, and nothing came out";
    } catch (const ThrownByHook &thrown) {
      EXPECT_EQ(thrown.call, last);
    }
    EXPECT_EQ(called, last);
  }
}

/// Expects the same of each hook that `run` calls; it calls onRemark `leastRemarks` times or more.
template <typename Options, typename Run>
void expectThrowsWhatHooksThrow(const Options &given, const Run &run, int leastRemarks) {
  using Call = std::function<void()>;
  expectThrowsWhatTheHookThrows(given, run, 0, [](FlowHooks &hooks, Call call) {
    hooks.onStep = [call = std::move(call)](const FlowStep &) { call(); };
  });
  expectThrowsWhatTheHookThrows(given, run, leastRemarks, [](FlowHooks &hooks, Call call) {
    hooks.onRemark = [call = std::move(call)](const Remark &) { call(); };
  });
  expectThrowsWhatTheHookThrows(given, run, 1, [](FlowHooks &hooks, Call call) {
    hooks.onCommand = [call = std::move(call)](const std::string &) { call(); };
  });
  expectThrowsWhatTheHookThrows(given, run, 1, [](FlowHooks &hooks, Call call) {
    hooks.isCancelled = [call = std::move(call)] {
      call();
      return false;
    };
  });
}

/// `run` takes options of a copy of these, and gives an Expected: ended at the first question, in
/// the middle and at the last, it says so, its steps are closed and no iterator is left. An
/// exception of its hooks comes out of it. The hook is told each remark of its result, of which
/// there are `leastRemarks` or more.
template <typename Options, typename Run>
void expectEndsWhereAsked(const Options &given, int leastQuestions, const Run &run,
                          int leastRemarks = 0) {
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
  // The machine's other work decides which network takes longer, so that remark is not counted.
  const auto steady = std::ranges::count_if(whole->remarks, [](const Remark &remark) {
    return remark.text.find("times as long as") == std::string::npos;
  });
  expectThrowsWhatHooksThrow(given, run, std::max(leastRemarks, int(steady)));
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
