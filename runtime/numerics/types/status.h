// Errors as values: nothing in the runtime throws across its boundary.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace qrt {

enum class StatusCode {
  Ok,
  InvalidArgument, // the caller's tensor, shape, name or option is wrong
  NotFound,        // no such device, file or symbol
  Unsupported,     // well formed, but this build or device cannot do it
  Io,              // the operating system refused a read or a write
  DeviceError,     // a driver call failed
};

/// Either ok, or a code with one sentence for the user.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(StatusCode code, std::string message) : errorCode(code), text(std::move(message)) {}

  bool ok() const { return errorCode == StatusCode::Ok; }
  StatusCode code() const { return errorCode; }
  const std::string &message() const { return text; }

private:
  StatusCode errorCode = StatusCode::Ok;
  std::string text;
};

inline Status invalidArgument(std::string message) {
  return {StatusCode::InvalidArgument, std::move(message)};
}

/// A value or the Status that says why there is none.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state(std::move(value)) {}
  Expected(Status status) : state(std::move(status)) {
    assert(!std::get<Status>(state).ok() && "an Ok status carries no value");
  }

  bool ok() const { return std::holds_alternative<T>(state); }
  explicit operator bool() const { return ok(); }
  T &operator*() { return std::get<T>(state); }
  const T &operator*() const { return std::get<T>(state); }
  T *operator->() { return &std::get<T>(state); }
  const T *operator->() const { return &std::get<T>(state); }
  Status status() const { return ok() ? Status() : std::get<Status>(state); }

private:
  std::variant<T, Status> state;
};

} // namespace qrt
