// Errors cross the server's border here: inside, what fails throws a Failure; `guarded` makes an
// object of the server's of whatever is thrown.
#pragma once

#include "runtime/numerics/types/status.h"
#include "tools/triton/abi.h"

#include <exception>
#include <string>

namespace qopt::triton {

/// It ends a call of the server's, or answers a request, in words.
struct Failure {
  TRITONSERVER_Error_Code code;
  std::string message;
};
[[noreturn]] void fail(TRITONSERVER_Error_Code code, std::string message);
[[noreturn]] void refuse(std::string message); // an invalid argument
/// Throws a Failure where the status is not ok; its message begins with `place`.
void must(const qrt::Status &status, const std::string &place);
template <typename T> T must(qrt::Expected<T> value, const std::string &place) {
  if (!value)
    must(value.status(), place);
  return std::move(*value);
}
/// Throws the error that a call of the server's returned, and deletes it; null is no error.
void must(TRITONSERVER_Error *error);

/// Makes an error that the caller deletes, or hands to the server.
TRITONSERVER_Error *errorOf(const Failure &failure);

/// Calls work(); what it throws becomes caught(failure).
template <typename Work, typename Caught> void catching(const Work &work, const Caught &caught) {
  try {
    work();
  } catch (const Failure &failure) {
    caught(failure);
  } catch (const std::exception &error) { // memory that ran out
    caught(Failure{TRITONSERVER_ERROR_INTERNAL, std::string("qopt: ") + error.what()});
  }
}

/// Calls work(), and returns null, or an error of what it threw.
template <typename Work> TRITONSERVER_Error *guarded(const Work &work) {
  TRITONSERVER_Error *error = nullptr;
  catching(work, [&](const Failure &failure) { error = errorOf(failure); });
  return error;
}

void log(TRITONSERVER_LogLevel level, const std::string &message);

/// Returns what a function of the server's tells of an object.
template <typename Told, typename Of>
Told told(TRITONSERVER_Error *(*function)(Of *, Told *), Of *of) {
  Told value{};
  must(function(of, &value));
  return value;
}

} // namespace qopt::triton
