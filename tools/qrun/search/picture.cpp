#include "tools/qrun/search/search_report.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace qopt::run {
namespace {

constexpr double width = 640, height = 400, left = 64, top = 24, right = 24, bottom = 48;

/// Points' place: time to the right from 0, dB upwards.
class Frame {
public:
  explicit Frame(const SearchResult &result) {
    double worst = 100, best = 0;
    for (const SearchedNetwork &one : result.networks) {
      longest = std::max({longest, one.seconds, one.predictedSeconds});
      for (double noise : {one.noise, one.predictedNoise})
        if (noise > 0 && std::isfinite(noise))
          worst = std::min(worst, decibelsOf(noise)), best = std::max(best, decibelsOf(noise));
    }
    low = std::floor(std::min(worst, best) / 10) * 10;
    high = std::max(std::ceil(best / 10) * 10, low + 10) + 10; // exact networks lie at the top
  }

  double x(double seconds) const {
    return left + seconds / (longest * 1.1) * (width - left - right);
  }
  double y(double noise) const {
    const double level = noise > 0 ? std::clamp(decibelsOf(noise), low, high) : high;
    return yOf(level);
  }
  double yOf(double level) const {
    return height - bottom - (level - low) / (high - low) * (height - top - bottom);
  }
  double longest = 1e-9, low = 0, high = 0;
};

std::string number(double value) { return io::fixed(value, 1); }

void text(llvm::raw_ostream &stream, double x, double y, llvm::StringRef anchor,
          llvm::StringRef words) {
  stream << "<text x=\"" << number(x) << "\" y=\"" << number(y) << "\" text-anchor=\"" << anchor
         << "\">";
  llvm::printHTMLEscaped(words, stream);
  stream << "</text>\n";
}

void line(llvm::raw_ostream &stream, double x, double y, double toX, double toY,
          llvm::StringRef colour) {
  stream << "<path d=\"M" << number(x) << " " << number(y) << "L" << number(toX) << " "
         << number(toY) << "\" stroke=\"" << colour << "\"/>\n";
}

void axes(llvm::raw_ostream &stream, const Frame &frame) {
  for (double level = frame.low; level <= frame.high; level += 10) {
    const bool isExact = level == frame.high;
    line(stream, left, frame.yOf(level), width - right, frame.yOf(level), "#ddd");
    text(stream, left - 6, frame.yOf(level) + 4, "end",
         isExact ? "exact" : io::fixed(level, 0) + " dB");
  }
  constexpr int ticks = 4;
  for (int i = 0; i <= ticks; ++i) {
    const double seconds = frame.longest * i / ticks;
    text(stream, frame.x(seconds), height - bottom + 18, "middle", io::fixed(seconds * 1e3, 2));
  }
  text(stream, (left + width) / 2, height - 10, "middle", "ms a run");
}

void dot(llvm::raw_ostream &stream, const Frame &frame, const SearchedNetwork &one, bool isChosen) {
  const double x = frame.x(one.seconds), y = frame.y(one.noise);
  if (one.isMixed()) {
    const double wasX = frame.x(one.predictedSeconds), wasY = frame.y(one.predictedNoise);
    line(stream, x, y, wasX, wasY, "#999");
    line(stream, wasX - 3, wasY - 3, wasX + 3, wasY + 3, "#999");
    line(stream, wasX - 3, wasY + 3, wasX + 3, wasY - 3, "#999");
  }
  const bool holds = one.brokenBy.empty() && one.broken.empty();
  auto circle = [&](double radius, llvm::StringRef fill) {
    stream << "<circle cx=\"" << number(x) << "\" cy=\"" << number(y) << "\" r=\"" << number(radius)
           << "\" fill=\"" << fill << "\" stroke=\"#246\"/>\n";
  };
  circle(4, holds ? "#246" : "#fff");
  if (isChosen)
    circle(8, "none");
  text(stream, x + 9, y - 6, "start", one.name);
}

} // namespace

void drawSearch(const SearchResult &result, llvm::raw_ostream &stream) {
  stream << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << number(width) << " "
         << number(height) << "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  const Frame frame(result);
  axes(stream, frame);
  for (size_t i = 0; i < result.networks.size(); ++i)
    dot(stream, frame, result.networks[i], result.chosen == i);
  stream << "</svg>\n";
}

} // namespace qopt::run
