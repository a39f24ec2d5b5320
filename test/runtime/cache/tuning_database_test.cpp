// Whatever happens to the file, whole rows are read or an error says what to do.
#include "runtime/cache/tuning_database.h"

#include "test/tools/scratch.h"

#include <csignal>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace qrt {
namespace {

using Access = TuningDatabase::Access;

class TuningDatabaseTest : public qopt::test::ScratchTest {
protected:
  static Measurement row(int64_t batch, const std::string &kernel, double seconds) {
    Measurement made{"conv2d {…}", "cuda card", 1, batch};
    made.row = kernel;
    made.parameters = "{pixels 128}";
    made.seconds = seconds;
    made.spread = seconds / 8;
    made.runs = 7;
    made.build = "0.1.0";
    return made;
  }
  void write(const Measurement &measurement) const {
    auto database = TuningDatabase::open(file(), Access::Write);
    ASSERT_TRUE(database.ok()) << database.status().message();
    Status status = (*database)->write(measurement);
    ASSERT_TRUE(status.ok()) << status.message();
  }
  std::string file() const { return path("tuning.sqlite"); }
  std::string whyUnreadable(Access access = Access::Read) const {
    auto database = TuningDatabase::open(file(), access);
    auto rows =
        database ? (*database)->read() : Expected<std::vector<Measurement>>(database.status());
    EXPECT_FALSE(rows.ok());
    std::string message = rows.status().message();
    const std::string begin = "tuning database " + file() + ": ";
    EXPECT_TRUE(message.starts_with(begin)) << message;
    return message.substr(std::min(begin.size(), message.size()));
  }
  void execute(const char *sql) const {
    sqlite3 *database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }
};

TEST_F(TuningDatabaseTest, KeepsRowsAndReplacesTheSame) {
  write(row(8, "b", 2e-3));
  Measurement refused = row(8, "a", 0);
  refused.refusal = "1 of 2 values are not those of the heuristics' kernel";
  write(refused);
  write(row(8, "b", 1e-3));
  write(row(1, "b", 5e-3));
  auto rows = (*TuningDatabase::open(file(), Access::Read))->read();
  ASSERT_TRUE(rows.ok()) << rows.status().message();
  ASSERT_EQ(rows->size(), 3u);
  EXPECT_EQ((*rows)[0].batch, 1);
  EXPECT_EQ((*rows)[1].refusal, refused.refusal);
  const Measurement &last = (*rows)[2];
  EXPECT_EQ(last.call, "conv2d {…}");
  EXPECT_EQ(last.device, "cuda card");
  EXPECT_EQ(last.parameters, "{pixels 128}");
  EXPECT_EQ(last.seconds, 1e-3);
  EXPECT_EQ(last.spread, 1.25e-4);
  EXPECT_EQ(last.runs, 7);
  EXPECT_EQ(last.build, "0.1.0");
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(TuningDatabaseTest, AbsentAndEmptyFilesHoldNothing) {
  EXPECT_EQ(whyUnreadable(), "no such file");
  EXPECT_EQ(fileCount(), 0u);
  put("tuning.sqlite", "");
  EXPECT_EQ(whyUnreadable(), "holds no measurements; qrun tune makes them");
  write(row(1, "a", 1));
}

TEST_F(TuningDatabaseTest, ForeignFilesAreLeftAlone) {
  execute("CREATE TABLE notes(text)");
  const std::string before = bytesOf(file());
  for (Access access : {Access::Read, Access::Write})
    EXPECT_EQ(whyUnreadable(access), "is another program's file; name a file of its own");
  EXPECT_EQ(bytesOf(file()), before);
}

TEST_F(TuningDatabaseTest, TextIsNoDatabase) {
  put("tuning.sqlite", std::string(5000, 'x'));
  for (Access access : {Access::Read, Access::Write})
    EXPECT_EQ(whyUnreadable(access), "is another program's file; name a file of its own");
}

TEST_F(TuningDatabaseTest, OtherVersionsAreTold) {
  write(row(1, "a", 1));
  execute("PRAGMA user_version=99");
  EXPECT_EQ(whyUnreadable(), "is of another version of qopt; name a new file and tune again");
}

TEST_F(TuningDatabaseTest, TruncatedAndFlippedFilesAreDamaged) {
  for (int i = 0; i < 60; ++i)
    write(row(i + 1, std::string(200, 'k'), 1));
  const std::string whole = bytesOf(file());
  ASSERT_GT(whole.size(), 12000u);
  put("tuning.sqlite", whole.substr(0, whole.size() / 2));
  EXPECT_EQ(whyUnreadable(), "is damaged; remove it and tune again");
  std::string flipped = whole;
  for (size_t i = 8192; i < 8192 + 200; ++i)
    flipped[i] = '\xff';
  put("tuning.sqlite", flipped);
  EXPECT_EQ(whyUnreadable(), "is damaged; remove it and tune again");
}

// After some seconds of patience; nothing is lost.
TEST_F(TuningDatabaseTest, ALockedFileIsTold) {
  write(row(1, "a", 1));
  sqlite3 *other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_EQ(whyUnreadable(), "another process is writing to it; try again when it is done");
  sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  EXPECT_TRUE((*TuningDatabase::open(file(), Access::Read))->read().ok());
}

TEST_F(TuningDatabaseTest, IsReadWhereNothingCanBeWritten) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write everywhere";
  write(row(1, "a", 1));
  chmod(file().c_str(), 0400);
  chmod(folder.c_str(), 0500);
  auto database = TuningDatabase::open(file(), Access::Read);
  EXPECT_TRUE(database.ok()) << database.status().message();
  EXPECT_EQ((*database)->read()->size(), 1u);
  EXPECT_EQ(whyUnreadable(Access::Write), "cannot be written");
  chmod(folder.c_str(), 0700);
}

// Killed at any moment, a writer leaves whole rows, all that it said were written.
TEST_F(TuningDatabaseTest, AKilledWriterLeavesWholeRows) {
  for (int round = 0; round < 10; ++round) {
    int channel[2];
    ASSERT_EQ(pipe(channel), 0);
    const pid_t writer = fork();
    if (writer == 0) {
      auto database = TuningDatabase::open(file(), Access::Write);
      for (int64_t i = 1; database; ++i)
        if ((*database)->write(row(round * 1000000 + i, "a", 1)).ok() &&
            ::write(channel[1], "x", 1) != 1)
          _exit(2);
      _exit(1);
    }
    char byte;
    for (int i = 0; i < 3 + round; ++i)
      ASSERT_EQ(::read(channel[0], &byte, 1), 1);
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    close(channel[0]);
    close(channel[1]);
    auto database = TuningDatabase::open(file(), Access::Read);
    ASSERT_TRUE(database.ok()) << database.status().message();
    auto rows = (*database)->read();
    ASSERT_TRUE(rows.ok()) << rows.status().message();
    int64_t own = 0;
    for (const Measurement &one : *rows)
      own += one.batch > round * 1000000;
    EXPECT_GE(own, 3 + round);
  }
}

} // namespace
} // namespace qrt
