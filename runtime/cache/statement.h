// SQLite's statements as the kernel cache and the tuning database use them.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qrt {

/// A prepared statement that cannot be forgotten.
class Statement {
public:
  Statement(sqlite3 *database, const char *sql) {
    status = sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement); }
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;

  Statement &bind(int index, const std::string &text) {
    sqlite3_bind_text(statement, index, text.data(), int(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement &bind(int index, std::span<const uint8_t> bytes) {
    sqlite3_bind_blob64(statement, index, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
    return *this;
  }
  Statement &bind(int index, int64_t value) {
    sqlite3_bind_int64(statement, index, value);
    return *this;
  }
  Statement &bind(int index, double value) {
    sqlite3_bind_double(statement, index, value);
    return *this;
  }
  /// SQLITE_ROW, SQLITE_DONE, or the primary code of an error.
  int step() { return (status == SQLITE_OK ? sqlite3_step(statement) : status) & 0xff; }
  int64_t integer(int column) { return sqlite3_column_int64(statement, column); }
  double real(int column) { return sqlite3_column_double(statement, column); }
  std::string text(int column) {
    auto *data = reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
    return data ? std::string(data, size_t(sqlite3_column_bytes(statement, column)))
                : std::string();
  }
  std::vector<uint8_t> bytes(int column) {
    auto *data = static_cast<const uint8_t *>(sqlite3_column_blob(statement, column));
    return {data, data + sqlite3_column_bytes(statement, column)};
  }

private:
  sqlite3_stmt *statement = nullptr;
  int status;
};

/// The one number that `sql` yields; none after an error.
inline std::optional<int64_t> number(sqlite3 *database, const char *sql) {
  Statement statement(database, sql);
  return statement.step() == SQLITE_ROW ? std::optional(statement.integer(0)) : std::nullopt;
}

} // namespace qrt
