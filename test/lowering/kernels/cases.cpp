#include "test/lowering/kernels/cases.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace qopt::test {

using qrt::ElementType;

CaseBuilder::CaseBuilder(ElementType outputType, int64_t elementsPerSample) {
  program.buffers.push_back(
      {.key = "output", .type = outputType, .shape = {perSample(elementsPerSample)}});
  contents.emplace_back();
  program.nodes.push_back({.name = "layer", .writes = {0}});
}

CaseBuilder::CaseBuilder(qrt::Program whole)
    : program(std::move(whole)), contents(program.buffers.size()) {}

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

qrt::Program CaseBuilder::emitted(const qrt::Call &call, const Choice &choice,
                                  const qrt::DeviceDescription &device) const {
  qrt::Program out = program;
  qrt::Expected<qrt::Launch> launch = emitLaunch(out, out.nodes[0], call, choice, device);
  EXPECT_TRUE(launch.ok()) << launch.status().message();
  if (launch.ok())
    out.nodes[0].work = *launch;
  return out;
}

std::vector<Choice> CaseBuilder::choicesOf(const DeviceKernel &kernel, const qrt::Call &call,
                                           const qrt::DeviceDescription &device) const {
  std::vector<Choice> choices;
  for (const KernelParameters &parameters :
       parametersFor(kernel, {program, program.nodes[0], device}, call))
    choices.push_back({&kernel, parameters});
  return choices;
}

qrt::Tensor CaseBuilder::run(const qrt::Program &launches, int64_t batch) const {
  return OpenClRunner::instance()
      ->run(launches, batch, contents)
      .buffers[program.nodes[0].writes[0]];
}

void CaseBuilder::onKernel(
    std::string_view name, const qrt::Call &call, int64_t batch,
    const std::function<void(const qrt::Tensor &, const Choice &)> &check) const {
  OpenClRunner &runner = *OpenClRunner::instance();
  const DeviceKernel *kernel = kernelNamed(name);
  ASSERT_TRUE(kernel);
  const bool isGpu = !against(*kernel, call, runner.withLibraries(false)).empty();
  const qrt::DeviceDescription device = runner.withLibraries(isGpu);
  ASSERT_EQ(against(*kernel, call, device), "");
  for (const Choice &choice : choicesOf(*kernel, call, device)) {
    SCOPED_TRACE(textOf(choice));
    check(run(emitted(call, choice, device), batch), choice);
    if (::testing::Test::HasFailure())
      return;
  }
}

/// Those that a kernel is tried as: text for byte products has a form without them.
static std::vector<qrt::DeviceDescription> formsOf(bool needsVnni,
                                                   const qrt::DeviceDescription &device) {
  if (!needsVnni)
    return {device};
  std::vector<qrt::DeviceDescription> forms{device, device};
  forms[0].vnni = false;
  if (!device.vnni)
    forms.pop_back();
  return forms;
}

void CaseBuilder::onEveryKernel(const qrt::Call &call, int64_t batch,
                                const std::function<void(const qrt::Tensor &)> &check,
                                bool withTensorCores) const {
  OpenClRunner &runner = *OpenClRunner::instance();
  for (bool isGpu : {false, true}) {
    qrt::DeviceDescription device = runner.description(isGpu);
    if (!withTensorCores)
      device.computeCapability = std::min(device.computeCapability, 75);
    qrt::DeviceDescription able = device, unable = device;
    able.vnni = !isGpu;
    unable.vnni = false;
    int tried = 0;
    for (const DeviceKernel *kernel : kernelsFor(call)) {
      if (!against(*kernel, call, able).empty())
        continue;
      const bool needsVnni = !against(*kernel, call, unable).empty();
      for (const qrt::DeviceDescription &form : formsOf(needsVnni, device))
        for (const Choice &choice : choicesOf(*kernel, call, form)) {
          SCOPED_TRACE(textOf(choice) + (isGpu ? " as on a GPU" : form.vnni ? " with VNNI" : ""));
          check(run(emitted(call, choice, form), batch));
          if (::testing::Test::HasFailure())
            return;
          ++tried;
        }
    }
    EXPECT_GE(tried, 1);
  }
}

void expectSameBits(const CaseBuilder &builder, const qrt::Call &call,
                    const CaseBuilder &wideBuilder, const qrt::Call &wide, int64_t batch) {
  std::vector<qrt::Tensor> expected;
  wideBuilder.onEveryKernel(wide, batch, [&](const qrt::Tensor &y) { expected.push_back(y); });
  size_t row = 0;
  auto check = [&](const qrt::Tensor &y) {
    ASSERT_LT(row, expected.size());
    const qrt::Tensor &same = expected[row++];
    for (int64_t i = 0; i < y.size(); ++i)
      ASSERT_EQ(std::bit_cast<uint32_t>(y.values<float>()[i]),
                std::bit_cast<uint32_t>(same.values<float>()[i]))
          << i;
  };
  builder.onEveryKernel(call, batch, check, /*withTensorCores=*/false);
  EXPECT_EQ(row, expected.size()) << "kernels of f32 that do not take halves";
}

qrt::Tensor randomTensor(std::mt19937 &random, ElementType type, qrt::Shape shape) {
  qrt::Tensor tensor = qrt::Tensor::allocate(type, std::move(shape));
  qrt::visitElementType(type, [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    std::span<T> values = tensor.mutableValues<T>();
    if (qrt::isFloat(type)) {
      std::uniform_real_distribution<float> reals(-1.0f, 1.0f);
      for (T &value : values)
        value = T(reals(random));
      return;
    }
    const int low = int(std::max<int64_t>(qrt::lowestOf(type), -1000000));
    const int high = int(std::min<int64_t>(qrt::highestOf(type), 1000000));
    std::uniform_int_distribution<int> steps(low, high), kind(0, 5);
    for (T &value : values) {
      const int k = kind(random);
      value = k == 0 ? T(low) : k == 1 ? T(high) : T(steps(random));
    }
  });
  return tensor;
}

// Reference loops ask for every element: no span, and no tensor that unpacks small types, is made
// here.
double numberAt(const qrt::Tensor &tensor, int64_t i) {
  assert(!qrt::isPacked(tensor.type()));
  return qrt::visitElementType(tensor.type(), [&](auto tag) {
    using Storage = typename decltype(tag)::Storage;
    return double(static_cast<const Storage *>(tensor.data())[i]);
  });
}

} // namespace qopt::test
