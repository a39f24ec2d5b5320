// A step that cannot say how far it is.
#pragma once

#include "tools/io/report/progress.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace qopt::io {

/// A step that lasts from construction to destruction. If it takes longer than people wait without
/// a word, standard error is told how long it has taken, again and again: on a terminal in a line
/// that is wiped at the end, else in a line wherever nothing was said for some seconds. Steps
/// within a step speak for it while they last, and so do bars and their lines.
class Phase {
public:
  using Patience = Progress::Patience;
  explicit Phase(std::string label, Progress::Style style = Progress::styleOfStderr(),
                 Patience patience = std::chrono::seconds(3));
  ~Phase();
  Phase(const Phase &) = delete;
  Phase &operator=(const Phase &) = delete;

private:
  using Clock = std::chrono::steady_clock;
  void watch();
  void say(Clock::time_point now);

  const std::string label;
  const Progress::Style style;
  const Patience patience;
  const Clock::time_point start;
  const int depth; // of phases under way, this one with them, as it began
  uint64_t words;  // how often something was said, when this was last looked at
  bool isOver = false, drawn = false;
  std::mutex mutex;
  std::condition_variable over;
  std::thread watcher;
};

} // namespace qopt::io
