#include "runtime/cache/tuning_database.h"

#include "runtime/cache/database.h"
#include "runtime/numerics/types/return_if_error.h"

#include <filesystem>

namespace qrt {

// "qtun" in ASCII.
static constexpr FileIdentity tuningIdentity{0x7174756e, 1};

namespace {
class SqliteTuning final : public TuningDatabase {
public:
  SqliteTuning(std::string path, sqlite3 *database) : path(std::move(path)), database(database) {}
  ~SqliteTuning() override { sqlite3_close(database); }
  SqliteTuning(const SqliteTuning &) = delete;
  SqliteTuning &operator=(const SqliteTuning &) = delete;

  Status prepare(Access access);
  Expected<std::vector<Measurement>> read() override;
  Status write(const Measurement &measurement) override;

private:
  Status failure(const std::string &what) const {
    return {StatusCode::Io, "tuning database " + path + ": " + what};
  }
  Status sqliteFailure() const;

  std::string path;
  sqlite3 *database;
};
} // namespace

// After a statement that failed.
Status SqliteTuning::sqliteFailure() const {
  switch (sqlite3_errcode(database) & 0xff) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED: return failure("another process is writing to it; try again when it is done");
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB: return failure("is damaged; remove it and tune again");
  case SQLITE_FULL: return failure("cannot be written: no space left");
  case SQLITE_READONLY: return failure("cannot be written");
  default: return failure(sqlite3_errmsg(database));
  }
}

// Without a WAL there is one file while no process writes, so that it can be copied, and read in a
// read-only folder.
static bool createMeasurements(sqlite3 *database) {
  const std::string sql =
      "BEGIN IMMEDIATE;" + pragmasOf(tuningIdentity) +
      "CREATE TABLE IF NOT EXISTS measurements("
      " call TEXT NOT NULL, device TEXT NOT NULL, first INTEGER NOT NULL, batch INTEGER NOT NULL,"
      " row TEXT NOT NULL, parameters TEXT NOT NULL, seconds REAL NOT NULL, spread REAL NOT NULL,"
      " runs INTEGER NOT NULL, refusal TEXT NOT NULL, build TEXT NOT NULL,"
      " PRIMARY KEY(call, device, first, batch, row, parameters)) WITHOUT ROWID; COMMIT;";
  return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

Status SqliteTuning::prepare(Access access) {
  switch (examine(database, path, tuningIdentity)) {
  case Health::Ours: break;
  case Health::Empty:
    if (access == Access::Read)
      return failure("holds no measurements; qrun tune makes them");
    if (!createMeasurements(database))
      return sqliteFailure();
    break;
  case Health::OtherVersion:
    return failure("is of another version of qopt; name a new file and tune again");
  case Health::Foreign: return failure("is another program's file; name a file of its own");
  case Health::Damaged:
  case Health::Unreadable: return sqliteFailure();
  }
  if (access == Access::Write && sqlite3_db_readonly(database, "main") != 0)
    return failure("cannot be written");
  Statement check(database, "PRAGMA quick_check(1)");
  if (check.step() != SQLITE_ROW)
    return sqliteFailure();
  return check.text(0) == "ok" ? Status() : failure("is damaged; remove it and tune again");
}

Expected<std::vector<Measurement>> SqliteTuning::read() {
  Statement select(database, "SELECT call, device, first, batch, row, parameters, seconds, spread,"
                             " runs, refusal, build FROM measurements"
                             " ORDER BY call, device, first, batch, row, parameters");
  std::vector<Measurement> all;
  int code = select.step();
  for (; code == SQLITE_ROW; code = select.step())
    all.push_back({select.text(0), select.text(1), select.integer(2), select.integer(3),
                   select.text(4), select.text(5), select.real(6), select.real(7),
                   select.integer(8), select.text(9), select.text(10)});
  if (code != SQLITE_DONE)
    return sqliteFailure();
  return all;
}

Status SqliteTuning::write(const Measurement &m) {
  Statement insert(database, "INSERT OR REPLACE INTO measurements"
                             " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)");
  insert.bind(1, m.call).bind(2, m.device).bind(3, m.from).bind(4, m.batch);
  insert.bind(5, m.row).bind(6, m.parameters).bind(7, m.seconds).bind(8, m.spread);
  insert.bind(9, m.runs).bind(10, m.refusal).bind(11, m.build);
  return insert.step() == SQLITE_DONE ? Status() : sqliteFailure();
}

// Opens the file for writing, if allowed, even to read it: SQLite then rolls back what a killed
// writer left.
Expected<std::unique_ptr<TuningDatabase>> TuningDatabase::open(const std::string &path,
                                                               Access access) {
  auto failure = [&](const char *what) {
    return Status(StatusCode::Io, "tuning database " + path + ": " + what);
  };
  std::error_code ignored;
  const bool exists = std::filesystem::exists(path, ignored);
  if (std::filesystem::is_directory(path, ignored))
    return failure("is a folder");
  if (!exists && access == Access::Read)
    return Status(StatusCode::NotFound, "tuning database " + path + ": no such file");
  const int create = access == Access::Write ? SQLITE_OPEN_CREATE : 0;
  sqlite3 *database = openDatabase(path, SQLITE_OPEN_READWRITE | create);
  if (!database)
    return failure("cannot be opened");
  auto opened = std::make_unique<SqliteTuning>(path, database);
  QRT_RETURN_IF_ERROR(opened->prepare(access));
  return std::unique_ptr<TuningDatabase>(std::move(opened));
}

} // namespace qrt
