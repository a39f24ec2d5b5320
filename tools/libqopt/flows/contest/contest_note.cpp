#include "tools/libqopt/flows/contest/contest_note.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::run {

std::string doubtText(const Verdict &verdict, size_t samples) {
  const std::string of = std::to_string(verdict.samples) + " of " + std::to_string(samples),
                    unsure = "it is not surely better: ";
  switch (verdict.doubt) {
  case Doubt::None: break;
  case Doubt::LittleGain: return "it is hardly better";
  case Doubt::TypicalLoss: return unsure + "the typical sample loses";
  case Doubt::PartLoses: return unsure + "one half of the samples loses";
  case Doubt::Price:
    return "it is not surely " + io::fixed(priceOfDynamic, 1) +
           " dB better, as dynamic ranges have to be";
  case Doubt::Untried:
    return "it is not surely " + io::fixed(priceOfUntried, 1) +
           " dB better, as it has to be where few samples try the ranges of the other";
  case Doubt::Chance:
    if (4 * verdict.samples > samples) // no few of them stand out
      return unsure + std::to_string(samples) + " samples differ too much to tell";
    return unsure + of + " samples " + (verdict.samples == 1 ? "makes" : "make") +
           " the difference";
  }
  return "";
}

/// "34.2 dB"
static std::string figureOf(const ContestedSetting &of) { return io::fixed(of.worst, 1) + " dB"; }

std::string samplesText(const Contest &contest) {
  return std::to_string(contest.samples) +
         (contest.isOfFirstHalf ? " samples of the first half" : " samples held back in turn");
}

std::string noteOf(const Contest &contest) {
  std::string text = "chosen: " + contest.chosen;
  if (contest.samples == 0)
    return text;
  const auto find = [&](const std::string &setting) {
    return llvm::find_if(contest.settings,
                         [&](const ContestedSetting &of) { return of.setting == setting; });
  };
  text += ": " + figureOf(*find(contest.chosen)) + " on " + samplesText(contest);
  const ContestedSetting *next = &contest.settings.front();
  if (next->setting == contest.chosen && contest.settings.size() > 1)
    ++next;
  if (next->setting != contest.chosen)
    text +=
        (contest.doubt.empty() ? "; next " : "; best is ") + next->setting + ", " + figureOf(*next);
  if (!contest.doubt.empty())
    text += ", but " + contest.doubt;
  if (auto usual = find(contest.usual); usual != contest.settings.end() &&
                                        contest.usual != contest.chosen &&
                                        contest.usual != next->setting)
    text += "; by default " + contest.usual + ", " + figureOf(*usual);
  if (contest.isCutShort)
    text += "; time ended the contest, and another machine may choose another setting";
  return text;
}

std::string noteOf(const FloatChoice &choice) {
  const std::string ended = choice.isCutShort
                                ? "time ended the choice of float layers, and another "
                                  "machine may choose others"
                                : "";
  if (choice.samples == 0)
    return ended;
  std::string text = io::fixed(choice.macs, 1) +
                     " % of all multiply-adds: " + io::fixed(choice.after, 1) + " dB for " +
                     io::fixed(choice.before, 1) + " on " + std::to_string(choice.samples) +
                     " samples that calibrate";
  const size_t count = choice.layers.size();
  if (choice.doubt.empty())
    text = std::to_string(count) + (count == 1 ? " small layer stays" : " small layers stay") +
           " float, " + text;
  else
    text = "no small layer stays float, of " + text + ", but " + choice.doubt;
  return ended.empty() ? text : text + "; " + ended;
}

} // namespace qopt::run
