// Programs of a part for the very sizes of a run that its own program does not take: that one has
// sizes without a name as one batch, and each open size as 1 or more.
#pragma once

#include "tools/onnxruntime/compiled_part.h"

#include <atomic>
#include <list>
#include <mutex>

namespace qopt::ort {

class StatedSizes {
public:
  /// Keeps the part's graph; of its constants those that `context`, which it keeps too, holds for a
  /// module of the part are referred to, others copied.
  StatedSizes(const GraphPart &part, const PartOptions &options,
              std::shared_ptr<mlir::MLIRContext> context);

  /// Tells whether anything is kept: it takes no lock.
  bool keepsAny() const { return hasPrograms; }
  /// Returns what was compiled for these shapes of the part's inputs and is kept; null: nothing.
  std::shared_ptr<CompiledPart> kept(const std::vector<qrt::Shape> &shapes);
  /// Returns the part with these shapes stated, as `qrun --shape` states them: compiled now where
  /// it is not kept, of which the latest four are. Null after `refusal` is filled: sizes that were
  /// refused are remembered, the latest 64, unless the refusal is one of a moment, as of memory
  /// that ran out. `place` stands in what is logged.
  std::shared_ptr<CompiledPart> partFor(const std::vector<qrt::Shape> &shapes,
                                        const std::string &place, Refusal &refusal);

private:
  using Shapes = std::vector<qrt::Shape>;
  std::shared_ptr<CompiledPart> made(const Shapes &shapes, const std::string &place,
                                     Refusal &refusal) const;
  /// Tells whether these shapes are known to be refused; then `refusal` is filled.
  bool isRefused(const Shapes &shapes, Refusal &refusal);
  void remember(const Shapes &shapes, std::shared_ptr<CompiledPart> program,
                const qrt::Status &why);

  static constexpr size_t mostPrograms = 4; // each has weights of its own
  static constexpr size_t mostRefusals = 64;
  GraphPart part;
  PartOptions options;
  std::shared_ptr<mlir::MLIRContext> context;
  std::mutex making; // one program at a time; it is locked before `guard`
  std::mutex guard;  // of the lists
  std::list<std::pair<Shapes, std::shared_ptr<CompiledPart>>> programs;
  std::list<std::pair<Shapes, qrt::Status>> refusals;
  std::atomic<bool> hasPrograms = false;
};

} // namespace qopt::ort
