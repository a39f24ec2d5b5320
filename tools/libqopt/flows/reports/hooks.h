// A flow tells its caller by hooks what it does while it runs, and asks whether to end. For
// bindings: hooks are plain structs and std::function. Remarks come one at a time, maybe from a
// thread of the library's that compiles while another hook runs; the others on the flow's own. A
// hook that throws ends the flow, as one that cancels it does: no hook is called any more, what the
// flow made is gone, and the exception leaves the call as it was thrown. One that is absent is not
// called, and nothing is printed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace qopt {

/// Part of a flow that takes a while. Steps may lie within steps: what begins last ends first.
struct FlowStep {
  enum class State { Begins, Goes, Ends };
  State state = State::Begins;
  std::string label;           // "calibrate, pass 1 of 2"
  int64_t done = 0, total = 0; // samples, layers; a total of 0: nobody knows how far it is
  std::string note = {};       // what is said in place of how long all will take: "12 s are left"
};

/// A sentence for the user, without "warning: " before it. A Diagnostic and an Error, which come
/// with a rewrite, say themselves what they are, and of which file and layer.
struct Remark {
  enum class Kind { Note, Warning, Diagnostic, Error };
  Kind kind = Kind::Note;
  std::string text;
};

struct FlowHooks {
  std::function<void(const FlowStep &)> onStep;
  std::function<void(const Remark &)> onRemark;
  /// Told of each step's command, as the command line has it, before the step begins.
  std::function<void(const std::string &)> onCommand;
  /// Asked before each batch of samples, and of flows without samples before each step; true ends
  /// the flow, whose Status then is wasCancelled.
  std::function<bool()> isCancelled;
};

} // namespace qopt
