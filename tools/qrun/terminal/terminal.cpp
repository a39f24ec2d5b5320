#include "tools/qrun/terminal/terminal.h"

#include "tools/io/report/phase.h"

#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <optional>

namespace qopt::run {
namespace {

/// Steps under way, the outermost first.
class Steps {
public:
  void take(const FlowStep &step) {
    switch (step.state) {
    case FlowStep::State::Begins: open.push_back(std::make_unique<Shown>(step)); return;
    case FlowStep::State::Goes: open.back()->show(step); return;
    case FlowStep::State::Ends: open.pop_back();
    }
  }

private:
  struct Shown {
    explicit Shown(const FlowStep &step) {
      if (step.total > 0)
        progress.emplace(step.label, step.total);
      phase.emplace(step.label); // parts of a step may be few and long
    }
    void show(const FlowStep &step) {
      if (!progress)
        return;
      if (!step.note.empty())
        progress->note(step.note);
      progress->update(step.done);
    }
    std::optional<io::Progress> progress;
    std::optional<io::Phase> phase;
  };
  std::vector<std::unique_ptr<Shown>> open;
};

std::atomic<bool> isQuiet = false;

void print(const Remark &remark) {
  if (isQuiet && remark.kind != Remark::Kind::Error)
    return;
  llvm::errs() << (remark.kind == Remark::Kind::Note      ? "note: "
                   : remark.kind == Remark::Kind::Warning ? "warning: "
                                                          : "")
               << remark.text << "\n";
}

} // namespace

void silenceTerminal() {
  isQuiet = true;
  io::Progress::silence();
}

FlowHooks terminalHooks() {
  FlowHooks hooks;
  hooks.onStep = [steps = std::make_shared<Steps>()](const FlowStep &step) { steps->take(step); };
  hooks.onRemark = print;
  return hooks;
}

void printCommand(const std::string &command) {
  if (!isQuiet)
    llvm::errs() << "$ " << command << "\n";
}

const std::shared_ptr<Reports> &terminal() {
  static const auto reports = std::make_shared<Reports>(terminalHooks());
  return reports;
}

} // namespace qopt::run
