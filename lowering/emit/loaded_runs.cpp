#include "lowering/emit/loaded_runs.h"

#include <algorithm>

namespace qopt {
namespace {

using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarProgram;
using qrt::ScalarType;

class RunFinder {
public:
  RunFinder(const ScalarProgram &program, const MergedWalk &walk,
            std::span<const qrt::IndexedOperandRef> indexed, int64_t run)
      : program(program), walk(walk), indexed(indexed), run(run) {
    for (const ScalarInstruction &instruction : program.instructions)
      moves.push_back(movesOn(instruction));
  }

  bool isRun(const ScalarInstruction &load) const {
    if (load.op != ScalarOp::Load || load.index >= program.inputs.size())
      return false;
    const qrt::ScalarInput &input = program.inputs[load.index];
    if (input.index >= indexed.size() || indexed[input.index].access.offset % run != 0)
      return false;
    const std::vector<int64_t> &strides = indexed[input.index].access.strides;
    if (load.bits != strides.size())
      return false;
    bool walksOn = false;
    for (size_t d = 0; d < strides.size(); ++d) {
      const uint16_t coordinate = load.operands[d];
      if (!moves[coordinate]) {
        if (strides[d] % run != 0)
          return false;
        continue;
      }
      if (walksOn || strides[d] != 1 || !isInnermost(coordinate))
        return false;
      walksOn = true;
    }
    return walksOn;
  }

  /// Offset and coordinates by strides, of the run's first element.
  ScalarProgram placeOf(size_t id) const {
    const ScalarInstruction load = program.instructions[id];
    const qrt::StridedAccess &access = indexed[program.inputs[load.index].index].access;
    ScalarProgram place = program;
    place.instructions.resize(id);
    uint16_t sum = append(place, constant(access.offset));
    for (size_t d = 0; d < access.strides.size(); ++d) {
      const uint16_t wide =
          append(place, {ScalarOp::I32ToI64, ScalarType::I64, {load.operands[d]}});
      const uint16_t step = append(place, constant(access.strides[d]));
      const uint16_t far = append(place, {ScalarOp::MulI, ScalarType::I64, {wide, step}});
      sum = append(place, {ScalarOp::AddI, ScalarType::I64, {sum, far}});
    }
    place.result = sum;
    place.resultType = qrt::ElementType::I64;
    eliminateDeadCode(place);
    return place;
  }

private:
  static ScalarInstruction constant(int64_t value) {
    return {ScalarOp::Constant, ScalarType::I64, {}, 0, uint64_t(value)};
  }
  static uint16_t append(ScalarProgram &program, const ScalarInstruction &instruction) {
    program.instructions.push_back(instruction);
    return uint16_t(program.instructions.size() - 1);
  }

  // Differs between the elements of a run.
  bool movesOn(const ScalarInstruction &instruction) const {
    if (instruction.op == ScalarOp::Input)
      return walk.strides[1 + instruction.index].back() != 0;
    for (int i = 0; i < qrt::operandCount(instruction); ++i)
      if (moves[instruction.operands[i]])
        return true;
    return false;
  }

  bool isInnermost(uint16_t id) const {
    const ScalarInstruction &instruction = program.instructions[id];
    if (instruction.op != ScalarOp::Input ||
        program.inputs[instruction.index].kind != qrt::ScalarInputKind::Coordinate)
      return false;
    const std::vector<int64_t> &strides = walk.strides[1 + instruction.index];
    return strides.back() == 1 &&
           std::count(strides.begin(), strides.end(), 0) + 1 == std::ptrdiff_t(strides.size());
  }

  const ScalarProgram &program;
  const MergedWalk &walk;
  std::span<const qrt::IndexedOperandRef> indexed;
  const int64_t run;
  std::vector<bool> moves; // by instruction
};

} // namespace

std::vector<LoadedRun> takeLoadedRuns(ScalarProgram &program, const MergedWalk &walk,
                                      std::span<const qrt::IndexedOperandRef> indexed,
                                      int64_t run) {
  constexpr size_t longest = 1 << 12; // values are counted in 16 bits
  std::vector<LoadedRun> runs;
  if (run < 2 || program.instructions.size() > longest)
    return runs;
  const ScalarProgram whole = program;
  const RunFinder finder(whole, walk, indexed, run);
  for (size_t id = 0; id < whole.instructions.size(); ++id) {
    const ScalarInstruction &load = whole.instructions[id];
    if (!finder.isRun(load))
      continue;
    const qrt::ScalarInput &from = whole.inputs[load.index];
    ScalarProgram place = finder.placeOf(id);
    if (!place.tables.empty()) // functions of a kernel share the tables' names
      continue;
    runs.push_back({from.index, from.storage, std::move(place)});
    program.inputs.push_back({qrt::ScalarInputKind::Tensor, from.storage, 0});
    program.instructions[id] = {
        ScalarOp::Input, load.type, {}, uint32_t(program.inputs.size() - 1)};
  }
  eliminateDeadCode(program);
  return runs;
}

} // namespace qopt
