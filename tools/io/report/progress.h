// Shows on standard error how far a long run is. On a terminal a bar redraws itself; otherwise
// there are plain lines, five seconds apart or, in runs of hours, a twentieth of the time so far,
// and one at the end. A run that may be over at once has patience: if it ends before that time
// nothing is shown.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace qopt::io {

class Progress {
public:
  enum class Style { Bar, Lines, Silent };
  static Style styleOfStderr();
  /// From now on styleOfStderr is Silent: the process was asked to say nothing of how far it is.
  static void silence();

  using Patience = std::chrono::milliseconds;
  Progress(std::string label, int64_t total, Style style = styleOfStderr(),
           Patience patience = Patience(0));
  ~Progress(); // leaves the cursor on a line of its own
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void update(int64_t done);
  /// Said at the line's end in place of how long all will take, from the next update on.
  void note(std::string text) { noted = std::move(text); }
  /// Notes that something is said of how far a run is; how often that was so, and when last: a
  /// phase under way has nothing to add for a while then.
  static uint64_t speak();
  static uint64_t spoken();
  static std::chrono::steady_clock::time_point spokenAt();
  /// Returns the time between two lines of a run that has taken `elapsed` so far.
  static std::chrono::steady_clock::duration
  pauseAfter(std::chrono::steady_clock::duration elapsed);
  /// Returns the text that update() prints, without the carriage return.
  std::string render(int64_t done, double seconds) const;

private:
  std::string label, noted;
  int64_t total;
  Style style;
  Patience patience;
  std::chrono::steady_clock::time_point start, lastDraw;
  bool drawn = false, isOver = false;
};

} // namespace qopt::io
