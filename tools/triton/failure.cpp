#include "tools/triton/failure.h"

namespace qopt::triton {

void fail(TRITONSERVER_Error_Code code, std::string message) {
  throw Failure{code, "qopt: " + std::move(message)};
}

void refuse(std::string message) { fail(TRITONSERVER_ERROR_INVALID_ARG, std::move(message)); }

void must(const qrt::Status &status, const std::string &place) {
  using enum qrt::StatusCode;
  static constexpr std::pair<qrt::StatusCode, TRITONSERVER_Error_Code> codes[] = {
      {InvalidArgument, TRITONSERVER_ERROR_INVALID_ARG},
      {NotFound, TRITONSERVER_ERROR_NOT_FOUND},
      {Unsupported, TRITONSERVER_ERROR_UNSUPPORTED}};
  if (status.ok())
    return;
  for (auto [code, servers] : codes)
    if (code == status.code())
      fail(servers, place + status.message());
  fail(TRITONSERVER_ERROR_INTERNAL, place + status.message());
}

void must(TRITONSERVER_Error *error) {
  if (!error)
    return;
  Failure failure{TRITONSERVER_ErrorCode(error), TRITONSERVER_ErrorMessage(error)};
  TRITONSERVER_ErrorDelete(error);
  throw failure;
}

TRITONSERVER_Error *errorOf(const Failure &failure) {
  return TRITONSERVER_ErrorNew(failure.code, failure.message.c_str());
}

void log(TRITONSERVER_LogLevel level, const std::string &message) {
  // A message that is lost is no reason to end.
  if (TRITONSERVER_Error *error =
          TRITONSERVER_LogMessage(level, "qopt", 0, ("qopt: " + message).c_str()))
    TRITONSERVER_ErrorDelete(error);
}

} // namespace qopt::triton
