// A note tells who won a contest, by how much, and why the best one did not.
#include "tools/libqopt/flows/contest/contest_note.h"

#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::run;

namespace {

ContestedSetting setting(std::string name, double worst) {
  ContestedSetting made;
  made.setting = std::move(name);
  made.worst = worst;
  return made;
}

TEST(ContestNote, SaysWhyTheBestIsNotChosen) {
  EXPECT_EQ(doubtText({.doubt = Doubt::None}, 64), "");
  EXPECT_EQ(doubtText({.doubt = Doubt::Chance, .samples = 1}, 64),
            "it is not surely better: 1 of 64 samples makes the difference");
  EXPECT_EQ(doubtText({.doubt = Doubt::Chance, .samples = 3}, 64),
            "it is not surely better: 3 of 64 samples make the difference");
  EXPECT_EQ(doubtText({.doubt = Doubt::Chance, .samples = 3}, 4),
            "it is not surely better: 4 samples differ too much to tell");
  EXPECT_EQ(doubtText({.doubt = Doubt::TypicalLoss}, 64),
            "it is not surely better: the typical sample loses");
  EXPECT_EQ(doubtText({.doubt = Doubt::PartLoses}, 64),
            "it is not surely better: one half of the samples loses");
  EXPECT_EQ(doubtText({.doubt = Doubt::Untried}, 64),
            "it is not surely 0.5 dB better, as it has to be where few samples try the ranges of "
            "the other");
  EXPECT_EQ(doubtText({.doubt = Doubt::Price}, 64),
            "it is not surely 0.5 dB better, as dynamic ranges have to be");
  EXPECT_EQ(doubtText({.doubt = Doubt::LittleGain}, 64), "it is hardly better");
}

TEST(ContestNote, NamesTheChosenAndTheNext) {
  Contest contest{.chosen = "a", .usual = "c", .samples = 64};
  contest.settings = {setting("a", 31), setting("b", 30), setting("c", 29)};
  EXPECT_EQ(noteOf(contest), "chosen: a: 31.0 dB on 64 samples held back in turn; next b, 30.0 dB; "
                             "by default c, 29.0 dB");
  contest.chosen = "c";
  contest.doubt = "it is hardly better";
  EXPECT_EQ(noteOf(contest), "chosen: c: 29.0 dB on 64 samples held back in turn; best is a, "
                             "31.0 dB, but it is hardly better");
  EXPECT_EQ(noteOf({.chosen = "a"}), "chosen: a");
}

TEST(ContestNote, SaysThatOneHalfJudged) {
  Contest contest{.chosen = "a", .usual = "a", .samples = 32};
  contest.settings = {setting("a", 31), setting("b", 30)};
  contest.isOfFirstHalf = true;
  EXPECT_EQ(noteOf(contest), "chosen: a: 31.0 dB on 32 samples of the first half; next b, 30.0 dB");
}

} // namespace
