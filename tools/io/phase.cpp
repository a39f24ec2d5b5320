#include "tools/io/phase.h"

#include <cstdio>
#include <unistd.h>

namespace qopt::io {

Phase::Phase(std::string label, Progress::Style style, Patience patience)
    : label(std::move(label)), style(style), patience(patience), start(Clock::now()),
      words(Progress::speak()), watcher([this] { watch(); }) {}

Phase::~Phase() {
  {
    std::lock_guard lock(mutex);
    isOver = true;
  }
  over.notify_one();
  watcher.join();
}

/// Beside the stream of standard error, which another thread may be using.
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
}

void Phase::watch() {
  constexpr auto frame = std::chrono::seconds(1);
  std::unique_lock lock(mutex);
  Clock::duration next = patience;
  while (!over.wait_until(lock, start + next, [&] { return isOver; })) {
    if (Progress::spoken() != words)
      break;
    say(Clock::now());
    next = style == Progress::Style::Bar ? next + frame : 2 * next;
  }
  if (drawn && style == Progress::Style::Bar && Progress::spoken() == words)
    write("\x1b[K");
}

} // namespace qopt::io
