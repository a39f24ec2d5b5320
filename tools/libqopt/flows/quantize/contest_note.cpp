#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/contest.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::run {

std::string noteOf(const Contest &contest) {
  auto figure = [](const ContestedSetting &of) { return io::fixed(of.worst, 1) + " dB"; };
  auto find = [&](const std::string &setting) {
    return llvm::find_if(contest.settings,
                         [&](const ContestedSetting &of) { return of.setting == setting; });
  };
  std::string text = "chosen: " + contest.chosen;
  if (contest.samples == 0)
    return text;
  text += ": " + figure(*find(contest.chosen)) + " on " + std::to_string(contest.samples) +
          " samples held back in turn";
  const ContestedSetting *next = &contest.settings.front();
  const bool isBest = next->setting == contest.chosen;
  if (isBest && contest.settings.size() > 1)
    ++next;
  if (next->setting != contest.chosen)
    text += (isBest ? "; next " : "; it is simpler than ") + next->setting + ", " + figure(*next);
  if (auto usual = find(contest.usual); usual != contest.settings.end() &&
                                        contest.usual != contest.chosen &&
                                        contest.usual != next->setting)
    text += "; by default " + contest.usual + ", " + figure(*usual);
  return text + (contest.isCutShort ? "; time ended the contest, and another machine may choose "
                                      "another setting"
                                    : "");
}

} // namespace qopt::run
