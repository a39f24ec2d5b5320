// Programs of a part for the very sizes of a run that its own program does not take: that one has
// sizes without a name as one batch, and each open size as 1 or more.
#pragma once

#include "tools/onnxruntime/compiled_part.h"

#include <list>
#include <mutex>

namespace qopt::ort {

class StatedSizes {
public:
  /// Keeps the part's graph; of its constants those that `context`, which it keeps too, holds for a
  /// module of the part are referred to, others copied.
  StatedSizes(const GraphPart &part, const PartOptions &options,
              std::shared_ptr<mlir::MLIRContext> context);

  /// Returns what was compiled for these shapes of the part's inputs and is kept; null: nothing.
  std::shared_ptr<CompiledPart> kept(const std::vector<qrt::Shape> &shapes);
  /// Returns the part with these shapes stated, as `qrun --shape` states them: compiled now where
  /// it is not kept, of which the latest four are. Null after `refusal` is filled. `place` stands
  /// in what is logged.
  std::shared_ptr<CompiledPart> partFor(const std::vector<qrt::Shape> &shapes,
                                        const std::string &place, Refusal &refusal);

private:
  static constexpr size_t mostPrograms = 4; // each has weights of its own
  GraphPart part;
  PartOptions options;
  std::shared_ptr<mlir::MLIRContext> context;
  std::mutex making; // one program at a time; it is locked before `guard`
  std::mutex guard;
  std::list<std::pair<std::vector<qrt::Shape>, std::shared_ptr<CompiledPart>>> programs;
};

} // namespace qopt::ort
