#include "runtime/numerics/block_program.h"
#include "runtime/numerics/walk.h"

#include <algorithm>
#include <cassert>

namespace qrt {

namespace {

/// One call: the last two dimensions are a tile's rows and columns, all
/// before them are walked.
struct ElementwiseCall {
  const BlockProgram &program;
  std::span<const ElementwiseOperand> operands;
  CollapsedWalk walk; // access 0 is the output
  char *output;
  int64_t rows, columns, outer;

  int64_t stride(size_t access, size_t fromLast) const {
    const auto &strides = walk.strides[access];
    return fromLast < strides.size() ? strides[strides.size() - 1 - fromLast] : 0;
  }
  size_t outerDimensions() const { return walk.sizes.size() > 2 ? walk.sizes.size() - 2 : 0; }

  /// Rows [begin, end) of one outer position, columns from `column` on.
  void run(BlockRunner &runner, std::vector<TileInput> &inputs, int64_t position, int64_t begin,
           int64_t end, int64_t column, int64_t count) const {
    auto offset = [&](size_t access) {
      return walk.offsetOf(access, position, outerDimensions()) + begin * stride(access, 1) +
             column * stride(access, 0);
    };
    const ScalarProgram &scalar = program.program;
    for (size_t i = 0; i < scalar.inputs.size(); ++i) {
      const ScalarInput &input = scalar.inputs[i];
      assert(input.kind == ScalarInputKind::Tensor && input.index < operands.size());
      const ElementwiseOperand &operand = operands[input.index];
      size_t access = input.index + 1;
      int64_t first = operand.access.offset + offset(access);
      inputs[i] = {static_cast<const char *>(operand.data) +
                       first * int64_t(byteWidth(input.storage)),
                   stride(access, 1), stride(access, 0)};
    }
    char *target = output + offset(0) * int64_t(byteWidth(scalar.resultType));
    runner.run(inputs, end - begin, count, {target, stride(0, 1), stride(0, 0)});
  }
};

} // namespace

void elementwise(const Execution &execution, const StridedWalk &walk, const ScalarProgram &program,
                 std::span<const ElementwiseOperand> operands, const StridedAccess &output,
                 void *outputData) {
  std::vector<const StridedAccess *> accesses = {&output};
  for (const ElementwiseOperand &operand : operands)
    accesses.push_back(&operand.access);
  BlockProgram block(execution.isa, program);
  ElementwiseCall call{block, operands, collapse(walk, accesses), nullptr, 1, 1, 1};
  int64_t total = call.walk.count();
  if (total == 0)
    return;
  call.output =
      static_cast<char *>(outputData) + output.offset * int64_t(byteWidth(program.resultType));
  size_t rank = call.walk.sizes.size();
  call.columns = call.walk.sizes.back();
  call.rows = rank > 1 ? call.walk.sizes[rank - 2] : 1;
  call.outer = total / call.columns / call.rows;

  // Few long rows are cut, so that every thread has something.
  constexpr int64_t chunk = 16 * 1024;
  int64_t rowCount = call.outer * call.rows;
  int64_t cuts = rowCount < 16 ? (call.columns + chunk - 1) / chunk : 1;
  int64_t cutColumns = (call.columns + cuts - 1) / cuts;
  auto body = [&](int64_t begin, int64_t end) {
    BlockRunner runner(block);
    std::vector<TileInput> inputs(program.inputs.size());
    while (begin < end) {
      int64_t row = begin / cuts, column = begin % cuts * cutColumns;
      int64_t first = row % call.rows;
      int64_t rows = cuts > 1 ? 1 : std::min(end - begin, call.rows - first);
      int64_t columns = std::min(cutColumns, call.columns - column);
      if (columns > 0)
        call.run(runner, inputs, row / call.rows, first, first + rows, column, columns);
      begin += rows;
    }
  };
  if (execution.pool)
    execution.pool->parallelFor(rowCount * cuts, chunk / cutColumns + 1, body);
  else
    body(0, rowCount * cuts);
}

} // namespace qrt
