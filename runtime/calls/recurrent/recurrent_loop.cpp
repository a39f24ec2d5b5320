#include "runtime/calls/recurrent/recurrent.h"

#include "runtime/calls/recurrent/panel.h"

#include <algorithm>

namespace qrt {
namespace {

using namespace recurrent;

/// The way in which threads share a layer: by samples, or each step's units between all of them.
struct Sharing {
  int64_t samples = 1; // of a panel
  int64_t parts = 1;   // of a step
};

Sharing sharingOf(const Execution &execution, const RecurrentShape &shape, int64_t directions,
                  int64_t samples) {
  // A panel's hidden states lie in the first-level cache beside a few rows of weights. A step that
  // is shared costs a meeting of the threads, a microsecond or two.
  constexpr int64_t mostSamples = 16, fewSamples = 4, leastProducts = 64 * 1024;
  const int64_t threads = execution.pool ? int64_t(execution.pool->threads()) : 1;
  const int64_t forEach = threads / directions; // threads
  const int64_t products = shape.gates * shape.hidden * shape.hidden * samples;
  if (forEach > 1 && samples < fewSamples * forEach && products >= leastProducts * forEach)
    return {samples, forEach};
  return {std::clamp<int64_t>((directions * samples + threads - 1) / threads, 1, mostSamples), 1};
}

class Layer {
public:
  Layer(const Execution &execution, const Problem &problem,
        std::span<const RecurrentCell> directions, int64_t samples)
      : execution(execution), problem(problem), samples(samples) {
    for (const RecurrentCell &cell : directions)
      cells.emplace_back(execution.isa, cell);
  }

  void run() {
    const int64_t directions = int64_t(cells.size());
    const Sharing sharing = sharingOf(execution, problem.shape, directions, samples);
    if (sharing.parts > 1)
      return runInParts(sharing);
    const int64_t panels = (samples + sharing.samples - 1) / sharing.samples;
    execution.parallelFor(directions * panels, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        panelOf(i / panels, i % panels, panels, 1).runAlone();
    });
  }

private:
  Panel panelOf(int64_t direction, int64_t panel, int64_t panels, int64_t parts) const {
    const int64_t first = samples * panel / panels, end = samples * (panel + 1) / panels;
    return {problem, cells[size_t(direction)], direction, first, end - first, parts};
  }

  void runInParts(const Sharing &sharing) {
    std::deque<Panel> panels; // they stay where they are
    int64_t steps = 0;
    for (int64_t direction = 0; direction < int64_t(cells.size()); ++direction) {
      panels.push_back(panelOf(direction, 0, 1, sharing.parts));
      steps = std::max(steps, panels.back().steps());
    }
    const int64_t parts = panels[0].partCount();
    auto forEachPart = [&](int64_t step, void (Panel::*run)(int64_t, int64_t)) {
      execution.parallelFor(int64_t(panels.size()) * parts, 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          (panels[size_t(i / parts)].*run)(step, i % parts);
      });
    };
    for (int64_t step = 0; step < steps; ++step) {
      for (Panel &panel : panels)
        panel.beginStep(step);
      if (std::any_of(panels.begin(), panels.end(), [](Panel &panel) { return panel.resets(); }))
        forEachPart(step, &Panel::runReset);
      forEachPart(step, &Panel::runStep);
    }
    for (Panel &panel : panels)
      panel.finish();
  }

  const Execution &execution;
  const Problem &problem;
  const int64_t samples;
  std::deque<PreparedCell> cells; // they stay where they are
};

} // namespace

Status runRecurrent(const Execution &execution, const RecurrentShape &shape,
                    std::span<const RecurrentCell> directions, int64_t steps, int64_t samples,
                    const RecurrentOperands &operands, const RecurrentResults &results) {
  std::atomic<bool> isOutside = false;
  const Problem problem{shape, steps, operands, results, isOutside};
  if (samples > 0)
    Layer(execution, problem, directions, samples).run();
  return isOutside ? invalidArgument(indexFault) : Status();
}

} // namespace qrt
