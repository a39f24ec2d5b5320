#include "runtime/drivers/host/prepared.h"

#include "runtime/core/load_constants.h"

#include <unordered_set>

namespace qrt::host {

// Canonical weights whose every reader has them packed are not kept beside. One call may read a
// constant in two roles, packed in one and as it is in the other.
static std::vector<bool> readAtRuns(const Program &program,
                                    const std::unordered_set<const Operand *> &replaced) {
  std::vector<bool> read(program.constants.size(), false);
  auto mark = [&]<typename T>(const T &operand) {
    if constexpr (!std::same_as<T, Operand>)
      read[operand.value] = true;
    else if (operand.space == Operand::Space::Constant && !replaced.contains(&operand))
      read[operand.index] = true;
  };
  for (const Node &node : program.nodes)
    std::visit([&](const auto &call) { visitOperands(call, mark); }, std::get<Call>(node.work));
  return read;
}

PreparedProgram::PreparedProgram(const Execution &execution, const Program &program)
    : constants(loadConstants(execution, program)) {
  std::unordered_set<const Operand *> replaced;
  for (size_t node = 0; node < program.nodes.size(); ++node) {
    HostLoad load{execution, constants, replaced, bytes};
    auto prepareCall = [&](const auto &call) -> Prepared {
      if constexpr (requires { prepare(load, call); })
        return prepare(load, call);
      return nullptr;
    };
    const Call &call = std::get<Call>(program.nodes[node].work);
    nodes.push_back(std::visit(prepareCall, call));
    const ScalarProgram *scalar = scalarProgramOf(call);
    programs.push_back(scalar ? prepareProgram(execution.isa, *scalar) : nullptr);
  }
  std::vector<bool> kept = readAtRuns(program, replaced);
  for (size_t i = 0; i < constants.size(); ++i)
    if (kept[i])
      bytes += int64_t(constants[i].bytes());
    else
      constants[i] = {};
}

} // namespace qrt::host
