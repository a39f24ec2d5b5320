#include "tools/io/report/phase.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <unistd.h>

namespace qopt::io {

static std::atomic<int> underWay = 0;

Phase::Phase(std::string label, Progress::Style style, Patience patience)
    : label(std::move(label)), style(style), patience(patience), start(Clock::now()),
      depth(++underWay), words(Progress::spoken()) {
  if (style != Progress::Style::Silent)
    watcher = std::thread([this] { watch(); });
}

Phase::~Phase() {
  {
    std::lock_guard lock(mutex);
    isOver = true;
  }
  over.notify_one();
  if (watcher.joinable())
    watcher.join();
  --underWay;
}

/// Writes beside the stream of standard error, which another thread may be using.
static void write(const std::string &text) {
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

void Phase::say(Clock::time_point now) {
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), ", %.0f s",
                std::chrono::duration<double>(now - start).count());
  // The cursor goes back, so that what others say stands at a line's begin.
  write(style == Progress::Style::Bar ? "\x1b[K" + label + seconds + "\r" : label + seconds + "\n");
  drawn = true;
  words = Progress::speak();
}

void Phase::watch() {
  constexpr Clock::duration frame = std::chrono::seconds(1);
  const bool isBar = style == Progress::Style::Bar;
  std::unique_lock lock(mutex);
  Clock::duration pause = patience;
  Clock::time_point next = start + pause;
  while (!over.wait_until(lock, next, [&] { return isOver; })) {
    if (isBar && Progress::spoken() != words) // what stands there says more
      break;
    // A step within this one has the first word.
    const Clock::duration silence = depth == underWay ? pause : pause + patience;
    next = std::max(start, Progress::spokenAt()) + silence;
    if (next > Clock::now())
      continue;
    say(Clock::now());
    // A line that says how far it is comes first.
    const Clock::time_point now = Clock::now();
    pause = isBar ? frame : std::min(2 * pause, Progress::pauseAfter(now - start) + frame);
    next = now + pause;
  }
  if (drawn && isBar && Progress::spoken() == words)
    write("\x1b[K");
}

} // namespace qopt::io
