#include "tools/libqopt/flows/eval/gates.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>

namespace qopt {

double OutputLoss::decibels() const {
  if (sqnr)
    return *sqnr;
  return paired.flips ? 10 * std::log10(double(paired.samples) / double(paired.flips))
                      : std::numeric_limits<double>::infinity();
}

const OutputLoss *Loss::mostFlips() const {
  const OutputLoss *most = nullptr;
  for (const OutputLoss &output : outputs)
    if (output.hasClasses() && (!most || output.paired.flips > most->paired.flips))
      most = &output;
  return most;
}

const OutputLoss *Loss::leastAlike() const {
  const OutputLoss *least = nullptr;
  for (const OutputLoss &output : outputs)
    if (output.likeness && (!least || output.likeness->leastCosine < least->likeness->leastCosine))
      least = &output;
  return least;
}

static std::string countOf(int64_t part, int64_t whole) {
  return io::grouped(part) + " of " + io::grouped(whole);
}

/// Rounded down: 1 is said of what is 1.
static std::string cosine(double value) { return io::fixed(std::floor(value * 1e4) / 1e4, 4); }

std::string cosines(const OutputLoss &output) {
  const auto &likeness = output.likeness;
  return likeness ? cosine(likeness->meanCosine) + ", least " + cosine(likeness->leastCosine) : "-";
}

std::string movedNeighbours(const OutputLoss &output) {
  const auto &likeness = output.likeness;
  return likeness && likeness->neighbours > 1 ? countOf(likeness->moved, likeness->neighbours)
                                              : "-";
}

std::string flips(const OutputLoss &output) {
  if (!output.hasClasses())
    return "-";
  return countOf(output.paired.flips, output.paired.samples) + (output.areIndices ? " indices"
                                                                : output.areSteps ? " steps"
                                                                                  : "");
}

std::string decibels(const std::optional<double> &sqnr) {
  if (!sqnr)
    return "-";
  return std::isinf(*sqnr) && *sqnr > 0 ? "exact" : io::fixed(*sqnr, 1) + " dB";
}

/// "; so do 'a' (3 dB), 'b' (4 dB)".
static std::string others(llvm::StringRef verb, llvm::ArrayRef<std::string> names) {
  constexpr size_t most = 8;
  if (names.empty())
    return "";
  const size_t more = names.size() - std::min(most, names.size());
  return "; so " + verb.str() + " " + llvm::join(names.take_front(most), ", ") +
         (more ? " and " + std::to_string(more) + " more" : std::string());
}

/// "12 predictions of output 'y' flip", "1 of the 320 indices of output 'y' differs".
static std::string flipsOf(const OutputLoss &output, bool isNamed) {
  const int64_t flips = output.paired.flips;
  const std::string count = std::to_string(flips), ending = flips == 1 ? "s" : "",
                    of = isNamed ? " of output '" + output.output + "'" : "";
  if (output.areIndices)
    return count + " of the " + std::to_string(output.paired.samples) + " indices" + of +
           " differ" + ending;
  if (output.areSteps)
    return count + " of the " + std::to_string(output.paired.samples) + " steps" + of + " flip" +
           ending;
  return count + (flips == 1 ? " prediction" : " predictions") + of + " flip" + ending;
}

static std::string brokenFlips(const Loss &loss, int64_t most) {
  const OutputLoss *worst = loss.mostFlips();
  if (!worst || worst->paired.flips <= most)
    return "";
  std::vector<std::string> names;
  for (const OutputLoss &output : loss.outputs)
    if (&output != worst && output.paired.flips > most)
      names.push_back(std::to_string(output.paired.flips) + " of '" + output.output + "'");
  return flipsOf(*worst, loss.outputs.size() > 1) +
         ", more than --max-flips=" + std::to_string(most) + others("do", names);
}

static std::string brokenSqnr(const Loss &loss, double least) {
  const OutputLoss *worst = nullptr; // the worst come first
  std::vector<std::string> names;
  bool areNumbers = false;
  for (const OutputLoss &output : loss.outputs) {
    areNumbers |= output.sqnr.has_value();
    if (!output.sqnr || *output.sqnr >= least)
      continue;
    if (worst)
      names.push_back("'" + output.output + "' (" + decibels(output.sqnr) + ")");
    else
      worst = &output;
  }
  if (!areNumbers)
    return "--min-sqnr needs outputs of numbers, and there are none";
  if (!worst)
    return "";
  return "output '" + worst->output + "' has " + decibels(worst->sqnr) +
         ", less than --min-sqnr=" + io::shortest(least) + others("have", names);
}

static std::string brokenCosine(const Loss &loss, double least) {
  const OutputLoss *worst = loss.leastAlike();
  if (!worst)
    return "--min-cosine needs an output that is judged as an embedding, and there is none; "
           "--judge=embedding judges one so";
  if (worst->likeness->leastCosine >= least)
    return "";
  std::vector<std::string> names;
  for (const OutputLoss &output : loss.outputs)
    if (&output != worst && output.likeness && output.likeness->leastCosine < least)
      names.push_back("'" + output.output + "' (" + cosine(output.likeness->leastCosine) + ")");
  return "the least cosine of a sample in output '" + worst->output + "' is " +
         cosine(worst->likeness->leastCosine) + ", less than --min-cosine=" + io::shortest(least) +
         others("have", names);
}

std::vector<std::string> Gates::broken(const Loss &loss) const {
  std::vector<std::string> messages;
  if (const double drop = maxDrop ? loss.scores().paired.drop() : 0; maxDrop && drop > *maxDrop)
    messages.push_back("accuracy drops by " + io::fixed(drop, 3) +
                       " points, more than --max-drop=" + io::shortest(*maxDrop));
  if (maxFlips)
    messages.push_back(brokenFlips(loss, *maxFlips));
  if (minSqnr)
    messages.push_back(brokenSqnr(loss, *minSqnr));
  if (minCosine)
    messages.push_back(brokenCosine(loss, *minCosine));
  llvm::erase(messages, "");
  return messages;
}

} // namespace qopt
