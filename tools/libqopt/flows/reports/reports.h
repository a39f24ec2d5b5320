// Progress, remarks and cancellation inside a flow.
#pragma once

#include "runtime/numerics/types/status.h"
#include "tools/libqopt/flows/reports/hooks.h"

#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace qopt::run {

/// One for each run of a flow, shared by all that takes part in it.
class Reports {
public:
  explicit Reports(FlowHooks hooks = {}) : hooks(std::move(hooks)) {}

  void step(const FlowStep &step) const {
    if (hooks.onStep)
      hooks.onStep(step);
  }
  void note(const std::string &text) const { tell({Remark::Kind::Note, text}); }
  void warn(const std::string &text) const { tell({Remark::Kind::Warning, text}); }
  /// Networks are made of one another, and the same is to be said of each: `where` does not make it
  /// another.
  void warnOnce(const std::string &text, const std::string &where = "");
  /// Tells a diagnostic of MLIR, once; an error is told by whoever meets it.
  void diagnostic(const std::string &text, bool isError);
  void command(const std::string &line) const {
    if (hooks.onCommand)
      hooks.onCommand(line);
  }
  /// wasCancelled's Status where the caller wants no more.
  qrt::Status checkCancelled() const;

private:
  void tell(const Remark &remark) const;
  bool isNew(const std::string &text);

  FlowHooks hooks;
  // Compilers tell of a network on threads of their own. A remark's hook may make another.
  mutable std::recursive_mutex guard;
  std::set<std::string> told;
};

/// The caller's hooks, and all remarks kept in `remarks`, which outlives them.
FlowHooks keeping(const FlowHooks &hooks, std::vector<Remark> &remarks);

/// A step from construction to destruction.
class StepScope {
public:
  StepScope(const Reports &reports, std::string label, int64_t total = 0)
      : reports(reports), step{FlowStep::State::Begins, std::move(label), 0, total, {}} {
    reports.step(step);
  }
  ~StepScope() {
    step.state = FlowStep::State::Ends;
    reports.step(step);
  }
  StepScope(const StepScope &) = delete;
  StepScope &operator=(const StepScope &) = delete;
  void update(int64_t done, std::string note = {}) {
    step.state = FlowStep::State::Goes;
    step.done = done;
    step.note = std::move(note);
    reports.step(step);
  }

private:
  const Reports &reports;
  FlowStep step;
};

} // namespace qopt::run
