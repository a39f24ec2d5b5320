#include "tools/python/bindings/flows/flows.h"

namespace qopt::python {

Network networkOf(Model &model) {
  std::lock_guard lock(model.mutex);
  return take(Network::parse(model.bytecode(), Origin::Trusted));
}

HookCalls::HookCalls(nb::tuple given)
    : onStep(given[0]), onRemark(given[1]), onCommand(given[2]), asked(given[3]) {}

static const char *nameOf(FlowStep::State state) {
  switch (state) {
  case FlowStep::State::Begins: return "begins";
  case FlowStep::State::Goes: return "goes";
  case FlowStep::State::Ends: return "ends";
  }
  return "";
}

static const char *nameOf(Remark::Kind kind) {
  switch (kind) {
  case Remark::Kind::Note: return "note";
  case Remark::Kind::Warning: return "warning";
  case Remark::Kind::Diagnostic: return "diagnostic";
  case Remark::Kind::Error: return "error";
  }
  return "";
}

nb::object toPython(const Remark &remark) {
  return nb::make_tuple(nameOf(remark.kind), remark.text);
}

bool HookCalls::isCancelled() {
  const Acquired acquired;
  if (PyErr_CheckSignals() != 0)
    throw nb::python_error();
  if (asked.is_none())
    return false;
  const int ends = PyObject_IsTrue(asked().ptr());
  if (ends < 0)
    throw nb::python_error();
  return ends == 1;
}

FlowHooks HookCalls::hooks() {
  FlowHooks hooks;
  if (!onStep.is_none())
    hooks.onStep = [this](const FlowStep &step) {
      const Acquired acquired;
      onStep(nameOf(step.state), step.label, step.done, step.total, step.note);
    };
  if (!onRemark.is_none())
    hooks.onRemark = [this](const Remark &remark) {
      const Acquired acquired;
      onRemark(nameOf(remark.kind), remark.text);
    };
  if (!onCommand.is_none())
    hooks.onCommand = [this](const std::string &command) {
      const Acquired acquired;
      onCommand(command);
    };
  hooks.isCancelled = [this] { return isCancelled(); };
  return hooks;
}

} // namespace qopt::python
