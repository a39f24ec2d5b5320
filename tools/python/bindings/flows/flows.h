// Flows as functions of Python: options as a dict of fieldnames, hooks as Python's functions, a
// result as a dict of its fields. The interpreter's lock is released while a flow runs; samples and
// hooks acquire it.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"
#include "tools/python/bindings/compile_options.h"
#include "tools/python/bindings/flows/options.h"

namespace qopt::python {

/// A copy of the network that a flow works on.
Network networkOf(Model &model);
/// A calibration's file.
std::string tableText(const Calibration &calibration);

/// Calls Python's hooks for those of a flow. A hook's exception is thrown, as the library allows,
/// and so is one of a signal's handler, as KeyboardInterrupt: it leaves the flow unchanged.
class HookCalls {
public:
  /// (on_step, on_remark, on_command, is_cancelled), each None or a function.
  explicit HookCalls(nb::tuple given);
  /// For one flow, which this outlives.
  FlowHooks hooks();

private:
  bool isCancelled();

  nb::object onStep, onRemark, onCommand, asked;
};

// ---- results: a struct with a visitFields(const T &, visit) is a dict ----

inline nb::object toPython(bool value) { return nb::cast(value); }
inline nb::object toPython(int64_t value) { return nb::cast(value); }
inline nb::object toPython(size_t value) { return nb::cast(value); }
inline nb::object toPython(double value) { return nb::cast(value); }
inline nb::object toPython(const std::string &value) { return nb::cast(value); }
nb::object toPython(const Remark &remark); // (kind, text)
template <typename T> nb::object toPython(const T &value);

template <typename T> nb::object toPython(const std::optional<T> &value) {
  return value ? toPython(*value) : nb::none();
}

template <typename T> nb::object toPython(const std::vector<T> &values) {
  nb::list list;
  for (const T &value : values)
    list.append(toPython(value));
  return list;
}

template <typename T> nb::object toPython(const T &value) {
  nb::dict fields;
  visitFields(value, [&](const char *name, const auto &field) { fields[name] = toPython(field); });
  return fields;
}

/// Visits the fields that all results have.
template <typename Visit> void visitFields(const FlowResult &result, Visit &&visit) {
  visit("commands", result.commands);
  visit("next_steps", result.next);
  visit("remarks", result.remarks);
}
/// The same of a result that has fields of its own.
template <typename Visit> void visitCommon(const FlowResult &result, Visit &&visit) {
  visitFields(result, visit);
}

// ---- running ----

/// Sets the compile options that Python's programs have where nobody says otherwise.
template <typename Options> void setCompileDefaults(Options &options) {
  if constexpr (requires { options.how.compile; })
    options.how.compile = defaultCompileOptions();
  else if constexpr (requires { options.compile; })
    options.compile = defaultCompileOptions();
}

/// `flow(options)`, an Expected of a result.
template <typename Options, typename Flow>
auto runFlow(const nb::dict &given, nb::tuple hooks, const Flow &flow) {
  Options options;
  setCompileDefaults(options);
  takeOptions(options, given);
  HookCalls calls(std::move(hooks));
  options.hooks = calls.hooks();
  return take([&] {
    const Released released;
    return flow(options);
  }());
}

} // namespace qopt::python
