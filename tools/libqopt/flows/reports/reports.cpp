#include "tools/libqopt/flows/reports/reports.h"

#include "tools/libqopt/flows/reports/cancelled.h"

using namespace qrt;

namespace qopt {

namespace run {

void Reports::tell(const Remark &remark) const {
  const std::lock_guard lock(guard);
  if (hooks.onRemark)
    hooks.onRemark(remark);
}

bool Reports::isNew(const std::string &text) {
  const std::lock_guard lock(guard);
  return told.insert(text).second;
}

void Reports::warnOnce(const std::string &text, const std::string &where) {
  if (isNew(text))
    warn(where + text);
}

void Reports::diagnostic(const std::string &text, bool isError) {
  if (isError || isNew(text))
    tell({isError ? Remark::Kind::Error : Remark::Kind::Diagnostic, text});
}

Status Reports::checkCancelled() const {
  if (hooks.isCancelled && hooks.isCancelled())
    return {cancelledCode, "cancelled by the caller"};
  return {};
}

FlowHooks keeping(const FlowHooks &hooks, std::vector<Remark> &remarks) {
  FlowHooks kept = hooks;
  kept.onRemark = [take = hooks.onRemark, &remarks](const Remark &remark) {
    remarks.push_back(remark);
    if (take)
      take(remark);
  };
  return kept;
}

} // namespace run
} // namespace qopt
