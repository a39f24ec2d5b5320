#include "test/lowering/kernels/cases.h"

#include <cmath>

namespace qopt::test {

using qrt::ElementType;

CaseBuilder::CaseBuilder(ElementType outputType, int64_t elementsPerSample) {
  program.buffers.push_back(
      {.key = "output", .type = outputType, .shape = {perSample(elementsPerSample)}});
  contents.emplace_back();
  program.nodes.push_back({.name = "layer", .writes = {0}});
}

qrt::Operand CaseBuilder::buffer(qrt::Tensor tensor) {
  qrt::Buffer buffer{.key = "input", .type = tensor.type()};
  for (int64_t size : tensor.shape())
    buffer.shape.push_back(fixed(size));
  program.buffers.push_back(buffer);
  contents.push_back(std::move(tensor));
  return {qrt::Operand::Space::Buffer, uint32_t(contents.size() - 1)};
}

uint32_t CaseBuilder::constant(qrt::Tensor value) {
  const uint32_t index = uint32_t(program.constants.size());
  program.constants.push_back({"constant" + std::to_string(index), std::move(value)});
  return index;
}

qrt::Program CaseBuilder::emitted(const qrt::Call &call, const KernelRow &row,
                                  const qrt::DeviceDescription &device) const {
  qrt::Program out = program;
  qrt::Expected<qrt::Launch> launch = emitLaunch(out, out.nodes[0], call, row, device);
  EXPECT_TRUE(launch.ok()) << launch.status().message();
  if (launch.ok())
    out.nodes[0].work = *launch;
  return out;
}

void CaseBuilder::onEveryRow(const qrt::Call &call, int64_t batch,
                             const std::function<void(const qrt::Tensor &)> &check) const {
  OpenClRunner &runner = *OpenClRunner::instance();
  for (bool isGpu : {false, true}) {
    const qrt::DeviceDescription device = runner.description(isGpu);
    int tried = 0;
    for (const KernelRow &row : rowsFor(call)) {
      if (!reasonAgainst(row, program, program.nodes[0], call, device).empty())
        continue;
      SCOPED_TRACE(std::string(row.name) + (isGpu ? " as on a GPU" : ""));
      check(runner.run(emitted(call, row, device), batch, contents).buffers[0]);
      if (::testing::Test::HasFailure())
        return;
      ++tried;
    }
    EXPECT_GE(tried, 1);
  }
}

qrt::Tensor randomTensor(std::mt19937 &random, ElementType type, qrt::Shape shape) {
  qrt::Tensor tensor = qrt::Tensor::allocate(type, std::move(shape));
  auto integers = [&]<typename T>(T, T low, T high) {
    std::uniform_int_distribution<int> values(low, high), kind(0, 5);
    for (T &value : tensor.mutableValues<T>()) {
      const int k = kind(random);
      value = k == 0 ? low : k == 1 ? high : T(values(random));
    }
  };
  switch (type) {
  case ElementType::I8: integers(int8_t(), int8_t(-128), int8_t(127)); break;
  case ElementType::U8: integers(uint8_t(), uint8_t(0), uint8_t(255)); break;
  case ElementType::I16: integers(int16_t(), int16_t(-32768), int16_t(32767)); break;
  case ElementType::I32: integers(int32_t(), -1000000, 1000000); break;
  default: {
    std::uniform_real_distribution<float> values(-1.0f, 1.0f);
    for (float &value : tensor.mutableValues<float>())
      value = values(random);
  }
  }
  return tensor;
}

double numberAt(const qrt::Tensor &tensor, int64_t i) {
  switch (tensor.type()) {
  case ElementType::I8: return tensor.values<int8_t>()[i];
  case ElementType::U8:
  case ElementType::Bool: return static_cast<const uint8_t *>(tensor.data())[i];
  case ElementType::I16: return tensor.values<int16_t>()[i];
  case ElementType::I32: return tensor.values<int32_t>()[i];
  case ElementType::I64: return double(tensor.values<int64_t>()[i]);
  case ElementType::F32: return tensor.values<float>()[i];
  default: ADD_FAILURE() << "no number in this type"; return 0;
  }
}

} // namespace qopt::test
