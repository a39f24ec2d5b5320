#include "tools/io/report/progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>

namespace qopt::io {

using Clock = std::chrono::steady_clock;

static std::atomic<uint64_t> words = 0;
static std::atomic<Clock::rep> lastWord = 0;
static std::atomic<bool> isSilent = false;

void Progress::silence() { isSilent = true; }

uint64_t Progress::speak() {
  lastWord = Clock::now().time_since_epoch().count();
  return ++words;
}
uint64_t Progress::spoken() { return words; }
Clock::duration Progress::pauseAfter(Clock::duration elapsed) {
  return std::max<Clock::duration>(std::chrono::seconds(5), elapsed / 20);
}
Clock::time_point Progress::spokenAt() { return Clock::time_point(Clock::duration(lastWord)); }

Progress::Style Progress::styleOfStderr() {
  if (isSilent)
    return Style::Silent;
  return llvm::sys::Process::StandardErrIsDisplayed() ? Style::Bar : Style::Lines;
}

Progress::Progress(std::string label, int64_t total, Style style, Patience patience)
    : label(std::move(label)), total(std::max<int64_t>(total, 1)), style(style), patience(patience),
      start(Clock::now()), lastDraw(start) {}

Progress::~Progress() {
  if (drawn && style == Style::Bar)
    llvm::errs() << "\n";
}

std::string Progress::render(int64_t done, double seconds) const {
  constexpr int64_t width = 30;
  done = std::min(done, total);
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << label << ' ';
  if (style == Style::Bar) {
    int64_t filled = width * done / total;
    stream << '[' << std::string(filled, '#') << std::string(width - filled, '.') << "] ";
  }
  stream << done << '/' << total << llvm::format(" %5.1f s", seconds);
  if (!noted.empty())
    stream << ", " << noted;
  else if (style == Style::Bar && done > 0 && done < total)
    stream << llvm::format(", %.0f s left", seconds * double(total - done) / double(done));
  return text;
}

void Progress::update(int64_t done) {
  if (style == Style::Silent)
    return;
  Clock::time_point now = Clock::now();
  double seconds = std::chrono::duration<double>(now - start).count();
  if (!drawn && now - start < patience)
    return;
  if (style == Style::Lines) {
    const bool isLast = done >= total;
    const bool isDue = isLast ? !isOver : now - lastDraw >= pauseAfter(now - start);
    if (!isDue)
      return;
    speak();
    llvm::errs() << render(done, seconds) << "\n";
    isOver = isLast;
    lastDraw = now;
    drawn = true;
    return;
  }
  if (drawn && done < total && now - lastDraw < std::chrono::milliseconds(100))
    return;
  speak();
  llvm::errs() << '\r' << render(done, seconds) << "\x1b[K";
  lastDraw = now;
  drawn = true;
}

} // namespace qopt::io
