#include "test/lowering/kernels/sample_calls.h"

#include "lowering/kernels/row.h"

#include "test/lowering/kernels/sample_parts.h"

#include <algorithm>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

qrt::Call reduce(CaseBuilder &b, const KernelRow &row, ElementType type) {
  const int64_t reduced = std::max(row.needs.reduced, row.needs.column);
  const int64_t inner = std::max<int64_t>(row.needs.channels, row.needs.column == 0 ? 1 : 8);
  const auto kind = row.needs.inOrder ? qrt::ReduceKind::Sum : qrt::ReduceKind::Max;
  return qrt::ReduceCall{{kind, reduced, inner},
                         perSample(1),
                         {type, 0},
                         b.buffer(empty(type, {1, reduced, inner})),
                         richEpilogue(b, qrt::accumulatorOf(kind, type), inner)};
}

qrt::Call elementwise(CaseBuilder &b, ElementType type) {
  qrt::ScalarBuilder s;
  auto x = s.input({qrt::ScalarInputKind::Tensor, type, 0});
  qrt::ElementwiseCall call;
  call.leading = perSample(1);
  call.walk.sizes = {1, 3, 4};
  call.program = s.finish(s.apply(ScalarOp::Select, s.apply(ScalarOp::Less, x, x), x, x), type);
  call.tensors = {{b.buffer(empty(type, {1, 4, 3})), {{12, 1, 3}}}};
  call.output = {{12, 4, 1}};
  return call;
}

// Two lines of three updates in places of two dimensions; bool has no arithmetic.
qrt::Call scatter(CaseBuilder &b, ElementType type) {
  const bool isBool = qrt::typeClass(type) == qrt::TypeClass::Boolean;
  qrt::ScatterShape shape{isBool ? qrt::ScatterKind::None : qrt::ScatterKind::Add,
                          {{0, 0}},
                          {{0, 1}},
                          {{0, 1}},
                          2,
                          1,
                          2,
                          {8, 2}};
  return qrt::ScatterCall{shape,
                          perSample(1),
                          {{1, 2}},
                          fixed(3),
                          {fixed(8), fixed(4)},
                          b.buffer(empty(ElementType::I64, {3, 2})),
                          b.buffer(empty(type, {3, 2}))};
}

qrt::Call scan(CaseBuilder &b, ElementType type) {
  const qrt::ScanShape shape{qrt::ScanKind::Product, true, true, {{64}}, {{64}}, 1, 1};
  return qrt::ScanCall{shape, perSample(1), {{1}}, fixed(64), b.buffer(empty(type, {1, 64}))};
}

qrt::Call order(CaseBuilder &b, ElementType type) {
  const qrt::OrderShape shape{true, 16, 4, {{16, 1}}, {{16, 1}}, 4, 4};
  return qrt::OrderCall{shape, perSample(1), {{1, 4}}, b.buffer(empty(type, {1, 16, 4}))};
}

// Two directions with everything that a cell may read, their programs not the same.
qrt::Call recurrent(CaseBuilder &b, const KernelRow &row) {
  namespace at = qrt::recurrent;
  const int64_t units = row.needs.channels + 1;
  auto program = [](uint32_t first, uint32_t second, ScalarOp op) {
    qrt::ScalarBuilder s;
    auto read = [&](uint32_t input) {
      return s.input({qrt::ScalarInputKind::Tensor, ElementType::F32, input});
    };
    return s.finish(s.apply(op, s.apply(ScalarOp::AddF, read(first), read(second))),
                    ElementType::F32);
  };
  qrt::RecurrentCall call;
  call.shape = {3,
                units,
                false,
                false,
                {{6 * units, 6 * units, 3 * units, units, 1}},
                {{2 * units, units, 2 * units, 1}},
                {{units, 2 * units, 1}},
                {}};
  call.steps = fixed(1);
  call.samples = perSample(1);
  for (ScalarOp op : {ScalarOp::TanhF, ScalarOp::SigmoidF})
    call.cells.push_back({program(at::projection(1), at::sum(1), op), std::nullopt,
                          program(at::sum(2), at::peephole, op)});
  auto floats = [&](qrt::Shape shape) { return b.buffer(empty(ElementType::F32, shape)); };
  call.input = floats({1, 1, 6 * units});
  call.weights = b.constantOperand(empty(ElementType::F32, {2, 3 * units, units}));
  call.bias = floats({2, 3 * units});
  call.peepholes = floats({2, 3 * units});
  call.lengths = {b.buffer(empty(ElementType::I64, {1})), {{1}}};
  call.hidden = {floats({2, 1, units}), {{units, units, 1}}};
  b.program.nodes[0].writes.push_back(floats({1, 2, units}).index);
  return call;
}

// 7² pixels: maxima of 3², or their average.
Sample vectorPool(const KernelRow &row, ElementType type) {
  const bool isMax = row.needs.pool == PoolForm::Largest;
  const std::array<int64_t, 2> image{7, 7};
  Sample sample{CaseBuilder(isMax ? type : ElementType::U8, isMax ? 49 * 32 : 32), {}};
  qrt::Pool2dCall call;
  call.shape =
      isMax
          ? qrt::Pool2dShape{qrt::PoolKind::Max, image, image, 32, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}}
          : qrt::Pool2dShape{qrt::PoolKind::Average, image, {1, 1}, 32, {image}};
  call.samples = perSample(1);
  call.inputType = {type, 0};
  call.input = sample.builder.buffer(empty(type, {1, 7, 7, 32}));
  qrt::ScalarBuilder b;
  auto acc =
      b.accumulator(isMax ? qrt::accumulatorOf(qrt::ReduceKind::Max, type) : ElementType::I32);
  if (isMax) {
    call.epilogue.program = b.finish(acc, type);
  } else {
    auto m = b.lookup(std::vector<float>(50, 0.25f), b.count());
    auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, acc), m);
    call.epilogue.program = b.finish(quantizeValue(b, t, 3, 0, 255), ElementType::U8);
  }
  sample.call = call;
  return sample;
}

Sample sampleCall(std::string_view family, const KernelRow &row, ElementType type) {
  const bool keepsType = family == "elementwise" || family == "copy" || family == "fill" ||
                         family == "scatter" || family == "scan" || family == "recurrent";
  const ElementType result = family == "order"       ? ElementType::I64
                             : family == "extremes"  ? ElementType::F32
                             : family == "histogram" ? ElementType::I32
                                                     : ElementType::U8;
  Sample sample{CaseBuilder(keepsType ? type : result, 64), qrt::FillCall{}};
  CaseBuilder &b = sample.builder;
  if (family == "pool2d" && row.needs.pool != PoolForm::Any)
    sample = vectorPool(row, type);
  else if (family == "pool2d")
    sample.call = qrt::Pool2dCall{
        {qrt::PoolKind::Average, {6, 5}, {6, 5}, 20, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, false},
        perSample(1),
        {type, 0},
        b.buffer(empty(type, {1, 6, 5, 20})),
        richEpilogue(b, accumulatorOf(type), 20)};
  else if (family == "reduce")
    sample.call = reduce(b, row, type);
  else if (family == "standardize")
    sample.call = qrt::StandardizeCall{perSample(1),
                                       {row.needs.reduced, 1e-5f, true},
                                       b.buffer(empty(type, {1, row.needs.reduced})),
                                       richEpilogue(b, ElementType::F32, row.needs.reduced)};
  else if (family == "elementwise")
    sample.call = elementwise(b, type);
  else if (family == "copy" && row.needs.turned)
    sample.call = qrt::CopyCall{perSample(1),
                                {{1, 16, 16}},
                                b.buffer(empty(type, {1, 16, 16})),
                                {{256, 1, 16}},
                                {{256, 16, 1}}};
  else if (family == "copy")
    sample.call = qrt::CopyCall{
        perSample(1), {{1, 3, 4}}, b.buffer(empty(type, {1, 4, 3})), {{12, 1, 3}}, {{12, 4, 1}}};
  else if (family == "fill")
    sample.call = qrt::FillCall{perSample(64), 5};
  else if (family == "scatter")
    sample.call = scatter(b, type);
  else if (family == "scan")
    sample.call = scan(b, type);
  else if (family == "order")
    sample.call = order(b, type);
  else if (family == "recurrent")
    sample.call = recurrent(b, row);
  else if (family == "extremes")
    sample.call = qrt::ExtremesCall{fixed(1), perSample(1), fixed(64), b.buffer(empty(type, {64}))};
  else if (family == "histogram")
    sample.call = qrt::HistogramCall{{2, 2048},
                                     perSample(64),
                                     b.buffer(empty(type, {64})),
                                     b.constantOperand(empty(ElementType::F32, {}))};
  else
    ADD_FAILURE() << "no sample call for family " << family;
  return sample;
}

} // namespace

static const KernelSample *listedSample(std::string_view name) {
  for (std::span<const KernelSample> samples : kernelSamples())
    for (const KernelSample &sample : samples)
      if (sample.kernel == name)
        return &sample;
  return nullptr;
}

std::optional<Sample> sampleOf(const DeviceKernel &kernel, ElementType type) {
  if (kernel.row)
    return kernel.row->inputs.contains(type)
               ? std::optional(sampleCall(kernel.family, *kernel.row, type))
               : std::nullopt;
  const KernelSample *sample = listedSample(kernel.name);
  if (!sample) {
    ADD_FAILURE() << kernel.name << " has no sample under test/lowering/kernels";
    return std::nullopt;
  }
  return sample->types.contains(type) ? std::optional(sample->make(type)) : std::nullopt;
}

std::vector<qrt::DeviceDescription> describedDevices() {
  const qrt::DeviceDescription cpu{.driver = "opencl",
                                   .name = "described",
                                   .localMemoryBytes = 1 << 15,
                                   .maxWorkGroup = 256,
                                   .computeUnits = 132};
  qrt::DeviceDescription gpu = cpu, checked, ampere, hopper, vnni = cpu;
  gpu.isGpu = gpu.dp4a = true;
  checked = gpu;
  checked.computeCapability = 60;
  ampere = checked;
  ampere.computeCapability = 80;
  ampere.localMemoryBytes = 163 * 1024;
  ampere.maxWorkGroup = 1024;
  hopper = ampere;
  hopper.computeCapability = 90;
  hopper.localMemoryBytes = 227 * 1024;
  hopper.wgmma = hopper.dynamicLocalMemory = hopper.dependentLaunch = true;
  qrt::DeviceDescription transforms = hopper;
  transforms.winograd = true;
  vnni.vnni = true;
  return {gpu, checked, ampere, hopper, transforms, cpu, vnni};
}

std::optional<qrt::DeviceDescription> deviceFor(const DeviceKernel &kernel, const Sample &sample) {
  const qrt::Program &program = sample.builder.program;
  for (const qrt::DeviceDescription &device : describedDevices())
    if (reasonAgainst(kernel, {program, program.nodes[0], device}, sample.call).empty())
      return device;
  return std::nullopt;
}

void forEveryKernel(const std::function<void(const DeviceKernel &, const Sample &)> &visit) {
  for (const DeviceKernel *kernel : allKernels()) {
    SCOPED_TRACE(std::string(kernel->name));
    int taken = 0;
    for (ElementType type : qrt::allElementTypes)
      if (const std::optional<Sample> sample = sampleOf(*kernel, type))
        if (deviceFor(*kernel, *sample)) {
          SCOPED_TRACE(std::string(qrt::elementTypeName(type)));
          visit(*kernel, *sample);
          ++taken;
        }
    EXPECT_GT(taken, 0) << "no described device takes its sample";
  }
}

} // namespace qopt::test
