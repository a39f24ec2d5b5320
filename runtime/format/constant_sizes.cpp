#include "runtime/format/constant_sizes.h"

#include <algorithm>

namespace qrt {

int64_t loadedBytes(const Program &program, uint32_t constant) {
  auto load = std::find_if(program.loads.begin(), program.loads.end(),
                           [&](const LoadStep &step) { return targetOf(step) == constant; });
  if (load != program.loads.end())
    return elementCount(shapeOf(*load)) * int64_t(byteWidth(typeOf(*load)));
  const Tensor &value = program.constants[constant].value;
  return value.size() * int64_t(byteWidth(unpackedType(value.type())));
}

std::vector<bool> constantsRead(const Program &program) {
  std::vector<bool> read(program.constants.size());
  auto mark = [&]<typename T>(const T &operand) {
    if constexpr (!std::same_as<T, Operand>)
      read[operand.value] = true;
    else if (operand.space == Operand::Space::Constant)
      read[operand.index] = true;
  };
  for (const Node &node : program.nodes) {
    if (const Call *call = std::get_if<Call>(&node.work))
      std::visit([&](const auto &c) { visitOperands(c, mark); }, *call);
    visitLaunches(node, [&](const Launch &launch) {
      for (const LaunchArgument &argument : launch.arguments)
        if (auto *operand = std::get_if<Operand>(&argument))
          mark(*operand);
      if (launch.library)
        std::ranges::for_each(launch.library->operands, mark);
    });
  }
  return read;
}

int64_t constantBytes(const Program &program) {
  const std::vector<bool> read = constantsRead(program);
  int64_t bytes = 0;
  for (uint32_t i = 0; i < read.size(); ++i)
    if (read[i])
      bytes += loadedBytes(program, i);
  return bytes;
}

} // namespace qrt
