#include "tools/onnxruntime/api.h"

namespace qopt::ort {

void fail(const qrt::Status &status, const std::string &place) {
  const bool isUnsupported = status.code() == qrt::StatusCode::Unsupported;
  const bool isArgument = status.code() == qrt::StatusCode::InvalidArgument;
  throw Failure{isUnsupported ? ErrorCode::NotImplemented
                : isArgument  ? ErrorCode::InvalidArgument
                              : ErrorCode::EpFail,
                "qopt: " + place + status.message()};
}

qrt::Status statusOf(const Failure &failure) {
  const bool isUnsupported = failure.code == ErrorCode::NotImplemented;
  const bool isArgument = failure.code == ErrorCode::InvalidArgument;
  return {isUnsupported ? qrt::StatusCode::Unsupported
          : isArgument  ? qrt::StatusCode::InvalidArgument
                        : qrt::StatusCode::DeviceError,
          failure.message};
}

static bool isFirst(std::string_view version) { return version.starts_with("1.23."); }

Api::Api(const ApiBase &base) {
  const void *const *table = base.api(abiVersion);
  if (!table)
    throw Failure{ErrorCode::Fail,
                  std::string("qopt: needs ONNX Runtime 1.23 or later; this is ") + base.version()};
#define QOPT_ORT_READ(name, place, ...)                                                            \
  name = reinterpret_cast<decltype(name)>(const_cast<void *>(table[place]));
  QOPT_ORT_FUNCTIONS(QOPT_ORT_READ)
  table = static_cast<const void *const *>(epApi());
  if (!table)
    throw Failure{ErrorCode::Fail, std::string("qopt: ONNX Runtime ") + base.version() +
                                       " takes no execution providers from libraries"};
  QOPT_ORT_EP_FUNCTIONS(QOPT_ORT_READ)
  if ((table = static_cast<const void *const *>(modelEditor()))) {
    QOPT_ORT_EDITOR_FUNCTIONS(QOPT_ORT_READ)
  }
#undef QOPT_ORT_READ
  runsWholeGraphsAlone = base.version() == std::string_view("1.23.0");
  if (isFirst(base.version())) // it complains where a later version is asked for
    return;
  if (const void *const *newer = base.api(hasShapeVersion))
    hasShape = reinterpret_cast<HasShape *>(const_cast<void *>(newer[hasShapePlace]));
}

Status *errorOf(const ApiBase &base, const Failure &failure) {
  using Create = Status *(ErrorCode, const char *);
  const void *const *table = base.api(1);
  return table ? reinterpret_cast<Create *>(const_cast<void *>(table[0]))(failure.code,
                                                                          failure.message.c_str())
               : nullptr;
}

void Api::must(Status *status) const {
  if (!status)
    return;
  Failure failure{ErrorCode::EpFail, errorMessage(status)};
  releaseStatus(status);
  throw failure;
}

void Api::log(const Logger *logger, LogLevel level, const std::string &message) const {
  Status *status = logMessage(logger, level, message.c_str(), "qopt", 0, "qopt");
  if (status) // a message that is lost is no reason to end
    releaseStatus(status);
}

} // namespace qopt::ort
