// ONNX Runtime's functions as this process has them, and errors across its border: inside, a call
// that fails throws a Failure; `guarded` makes an object of ONNX Runtime's of whatever is thrown.
#pragma once

#include "runtime/numerics/types/status.h"
#include "tools/onnxruntime/abi.h"

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace qopt::ort {

/// A Failure that is thrown ends a call of ONNX Runtime's with this code and message.
struct Failure {
  ErrorCode code;
  std::string message;
  std::optional<size_t> node = {}; // of a graph's, the one that is to blame
};
[[noreturn]] void fail(const qrt::Status &status, const std::string &place);
/// Returns what `fail` makes the failure's code of again, for functions that must not throw.
qrt::Status statusOf(const Failure &failure);

/// Returns an error also of an ONNX Runtime that is too old for an Api: the function that makes one
/// has always been the first of its table.
Status *errorOf(const ApiBase &base, const Failure &failure);

struct Api {
  /// Takes the functions of ONNX Runtime 1.23 or later; throws a Failure for an older one.
  explicit Api(const ApiBase &base);

#define QOPT_ORT_DECLARE(name, place, ...) std::add_pointer_t<__VA_ARGS__> name = nullptr;
  QOPT_ORT_FUNCTIONS(QOPT_ORT_DECLARE)
  QOPT_ORT_EP_FUNCTIONS(QOPT_ORT_DECLARE)
  QOPT_ORT_EDITOR_FUNCTIONS(QOPT_ORT_DECLARE) // null in a build that makes no models
#undef QOPT_ORT_DECLARE
  HasShape *hasShape = nullptr; // null before 1.24
  /// 1.23, which does not say everything that its interface has.
  bool isFirstVersion() const { return !hasShape; }
  /// 1.23.0 takes the host's memory for a card's where a provider is a library: between nodes of
  /// ours and its own it wants copies that nobody makes.
  bool runsWholeGraphsAlone = false;

  /// Throws what a call answered.
  void must(Status *status) const;

  template <typename To, typename Of> To get(Status *(*function)(Of *, To *), Of *of) const {
    To value{};
    must(function(of, &value));
    return value;
  }
  /// Returns what a pair of functions lists: `count` tells how many items, `read` which.
  template <typename Item, typename Of>
  std::vector<Item> list(Status *(*count)(Of *, size_t *), Status *(*read)(Of *, Item *, size_t),
                         Of *of) const {
    std::vector<Item> items(get(count, of));
    if (!items.empty())
      must(read(of, items.data(), items.size()));
    return items;
  }

  /// Returns null, or an error that ONNX Runtime owns, of what `work` threw.
  template <typename Work> Status *guarded(const Work &work) const {
    try {
      work();
      return nullptr;
    } catch (const Failure &failure) {
      return createStatus(failure.code, failure.message.c_str());
    } catch (const std::exception &error) { // memory that ran out
      return createStatus(ErrorCode::EpFail, error.what());
    }
  }

  void log(const Logger *logger, LogLevel level, const std::string &message) const;
};

} // namespace qopt::ort
