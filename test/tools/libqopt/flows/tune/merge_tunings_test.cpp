// Databases of parts become the one of all.
#include "tools/libqopt/flows/tune/merge_tunings.h"

#include "runtime/cache/tuning_database.h"
#include "test/tools/scratch.h"
#include "tools/libqopt/flows/tune/tune_flow.h"

#include <fstream>

namespace qopt {
namespace {

using qrt::Measurement;
using qrt::TuningDatabase;

class Merge : public test::ScratchTest {
protected:
  static Measurement row(const std::string &call, const std::string &kernel, double seconds,
                         int64_t runs = 9) {
    Measurement row{call,    "device",    4,    8,  kernel,           "",
                    seconds, seconds / 8, runs, "", run::tunedBuild()};
    return row;
  }
  void write(const std::string &file, const std::vector<Measurement> &rows) {
    auto database = TuningDatabase::open(path(file), TuningDatabase::Access::Write);
    ASSERT_TRUE(database.ok());
    for (const Measurement &one : rows)
      ASSERT_TRUE((*database)->write(one).ok());
  }
  /// "call kernel seconds refusal" of each.
  std::vector<std::string> rowsOf(const std::string &file) {
    auto database = TuningDatabase::open(path(file), TuningDatabase::Access::Read);
    const auto rows = (*database)->read();
    std::vector<std::string> all;
    for (const Measurement &one : *rows)
      all.push_back(one.call + " " + one.row + " " + std::to_string(one.seconds) + " " +
                    one.refusal + " " + std::to_string(one.runs) + " " + one.build);
    return all;
  }
  std::string fileOf(const std::string &name) {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(Merge, LeavesWhatOneCallWould) {
  write("a", {row("x", "k0", 1), row("x", "k1", 2)});
  write("b", {row("y", "k0", 3), row("z", "k0", 4)});
  write("one", {row("x", "k0", 1), row("x", "k1", 2), row("y", "k0", 3), row("z", "k0", 4)});
  EXPECT_EQ(*mergeTunings({path("a"), path("b")}, path("ab")), 4);
  EXPECT_EQ(*mergeTunings({path("b"), path("a")}, path("ba")), 4);
  EXPECT_EQ(rowsOf("ab"), rowsOf("one"));
  EXPECT_EQ(fileOf("ab"), fileOf("ba"));
  // Again nothing changes, and what the output has stays.
  EXPECT_EQ(*mergeTunings({path("a")}, path("ab")), 4);
  EXPECT_EQ(rowsOf("ab"), rowsOf("one"));
}

TEST_F(Merge, TakesOneRowOfAConfiguration) {
  Measurement refused = row("x", "k0", 0, 0), old = row("y", "k0", 1, 99);
  refused.refusal = "other answers";
  old.build = "0";
  write("a", {row("x", "k0", 1), row("y", "k0", 5), row("z", "k0", 4, 3), row("z", "k1", 7)});
  write("b", {refused, old, row("z", "k0", 9, 8), row("z", "k1", 6)});
  ASSERT_TRUE(mergeTunings({path("a"), path("b")}, path("ab")).ok());
  ASSERT_TRUE(mergeTunings({path("b"), path("a")}, path("ba")).ok());
  const std::vector<std::string> rows = rowsOf("ab");
  EXPECT_EQ(rows, rowsOf("ba"));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_NE(rows[0].find("other answers"), std::string::npos); // whoever got them, they are wrong
  EXPECT_NE(rows[1].find(" 5.0"), std::string::npos);          // of this build's kernels
  EXPECT_NE(rows[2].find(" 9.0"), std::string::npos);          // of more runs
  EXPECT_NE(rows[3].find(" 6.0"), std::string::npos);          // the faster
}

TEST_F(Merge, NamesWhatIsWrong) {
  write("a", {row("x", "k0", 1)});
  EXPECT_NE(mergeTunings({path("a"), path("absent")}, path("o")).status().message().find("absent"),
            std::string::npos);
  std::ofstream(path("text")) << "no database";
  EXPECT_NE(mergeTunings({path("text")}, path("o")).status().message().find("text"),
            std::string::npos);
  EXPECT_FALSE(mergeTunings({}, path("o")).ok());
  EXPECT_EQ(fileOf("o"), "");
}

} // namespace
} // namespace qopt
