#include "lowering/emit/launch.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/scalar/scalar_c.h"
#include "lowering/kernels/kernel_text.h"
#include "runtime/format/counts.h"
#include "runtime/format/text.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace qopt {

using qrt::ElementType;
using qrt::Extent;

LaunchDraft::LaunchDraft(qrt::Program &program, const qrt::Node &node, const qrt::Call &call,
                         const Choice &choice, const qrt::DeviceDescription &device,
                         const BatchRange &batches)
    : choice(choice), device(device), batches(batches), node(node), program(program),
      packing(packingOf(choice, site(), call)) {
  if (device.isGpu)
    define("TARGET_GPU", 1);
  if (device.dp4a)
    define("TARGET_PTX", 1);
  if (device.vnni)
    define("TARGET_VNNI", 1);
  items(Extent{0, 1, 1}, 1, 1);
}

qrt::Factor LaunchDraft::packed(qrt::Factor weights) {
  if (packing) {
    weights.operand = {qrt::Operand::Space::Constant, packedConstant(program, *packing)};
    weights.type.type = qrt::typeOf(*packing);
  }
  return weights;
}

void LaunchDraft::define(std::string_view name, std::string_view text) {
  defines += "#define ";
  defines += name;
  defines += ' ';
  defines += text;
  defines += '\n';
}

void LaunchDraft::define(std::string_view name, int64_t value) {
  define(name, value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value));
}

void LaunchDraft::defineFloat(std::string_view name, float value) {
  define(name, floatText(value));
}

void LaunchDraft::defineType(std::string_view name, ElementType type) {
  define(name, cTypeName(type));
}

void LaunchDraft::defineInput(const qrt::QuantizedInput &input) {
  defineFactor("INPUT", {{}, input});
}

void LaunchDraft::defineFactor(std::string_view name, const qrt::Factor &factor) {
  const std::string prefix(name);
  defineType(prefix + "_TYPE", factor.type.type);
  define(prefix + "_VALUE(x)", loadedText(factor.type.type, "(x)"));
  if (!factor.zeroPoint)
    return define(prefix + "_ZERO", factor.type.zeroPoint);
  const std::string parameter = "zero_" + prefix;
  parameters.addPointer(parameter, factor.type.type, *factor.zeroPoint);
  define(prefix + "_ZERO", "((i32)" + parameter + "[0])");
}

void LaunchDraft::addFault() {
  const auto known = std::ranges::find(program.faults, node.name); // of other batches
  parameters.add("faults", "GLOBAL_ATOMIC u32 *", qrt::FaultStore{});
  parameters.add("fault", "int ", qrt::Extent{0, known - program.faults.begin(), 1});
  define("FAULT", "(faults + fault)");
  if (known == program.faults.end())
    program.faults.push_back(node.name);
}

/// Tells whether `a` is at least `b` at every batch.
static bool isAsMany(const Extent &a, const Extent &b) {
  return a.scale >= b.scale && a.offset >= b.offset + b.multiple - 1;
}

void LaunchDraft::stateCounts() {
  std::vector<Extent> stated;
  const auto take = [&](const std::vector<qrt::LaunchArgument> &list) {
    for (const qrt::LaunchArgument &value : list)
      if (const auto *extent = std::get_if<Extent>(&value))
        stated.push_back(*extent);
  };
  take(arguments);
  take(parameters.arguments());
  int number = 0;
  for (const Extent &count : counted) {
    const bool isSmall = count.isStatic() && count.at(1) <= qrt::largestCount;
    if (isSmall || std::ranges::any_of(stated, [&](auto &a) { return isAsMany(a, count); }))
      continue;
    parameters.add("counted" + std::to_string(number++), "int ", count);
    stated.push_back(count);
  }
}

void LaunchDraft::defineParameters() {
  stateCounts();
  define("EPILOGUE_PARAMS", parameters.declarations());
  define("EPILOGUE_ARGS", parameters.names());
  for (const qrt::LaunchArgument &value : parameters.arguments())
    argument(value);
}

void LaunchDraft::items(Extent x, int64_t y, uint32_t workGroup) {
  const int64_t most = std::clamp<int64_t>(device.maxWorkGroup, 1, 1 << 20);
  local = std::min(workGroup, std::bit_floor(uint32_t(most)));
  global = {roundExtent(x, local), Extent{0, y, 1}, Extent{0, 1, 1}};
}

void LaunchDraft::groups(Extent x, int64_t y, uint32_t items) {
  local = items;
  global = {timesExtent(x, items), Extent{0, y, 1}, Extent{0, 1, 1}};
}

void LaunchDraft::giveLocal(int64_t bytes) {
  if (device.dynamicLocalMemory)
    localBytes = uint32_t(bytes);
}

void LaunchDraft::beginEarly() {
  if (!device.dependentLaunch)
    return;
  dependent = true;
  define("DEPENDENT_LAUNCH", 1);
}

std::string LaunchDraft::source() const {
  const KernelText &files = choice.kernel->text;
  std::string own; // behind the prelude
  FloatFunctions called = floatFunctionsIn(defines) | floatFunctionsIn(functions);
  const auto take = [&](std::string_view file) {
    if (file.empty())
      return;
    own += kernelFile(file);
    called |= floatFunctionsOf(file);
  };
  take(files.before);
  own += functions;
  for (std::string_view file : files.behind)
    take(file);
  take(files.file);
  return defines + kernelPrelude(called) + own;
}

uint32_t LaunchDraft::addKernel() {
  qrt::KernelSource kernel{std::string(choice.kernel->text.entry), source()};
  std::vector<qrt::KernelSource> &kernels = program.kernels;
  auto found = std::find_if(kernels.begin(), kernels.end(), [&](const qrt::KernelSource &other) {
    return other.entry == kernel.entry && other.source == kernel.source;
  });
  const uint32_t index = uint32_t(found - kernels.begin());
  if (found == kernels.end())
    kernels.push_back(std::move(kernel));
  return index;
}

qrt::Launch LaunchDraft::finish() {
  qrt::Launch launch;
  launch.kernel = hasKernel ? addKernel() : qrt::Launch::noKernel;
  launch.library = std::move(library);
  launch.arguments = std::move(arguments);
  launch.global = global;
  launch.local = {local, 1, 1};
  launch.localBytes = localBytes;
  launch.dependent = dependent;
  launch.choice = textOf(choice);
  return launch;
}

ElementType accumulatorType(const qrt::ScalarProgram &program, const qrt::QuantizedInput &input) {
  for (const qrt::ScalarInput &in : program.inputs)
    if (in.kind == qrt::ScalarInputKind::Accumulator)
      return in.storage;
  return qrt::sumType(input.type);
}

void defineWindow(LaunchDraft &draft, const std::array<int64_t, 2> &in,
                  const std::array<int64_t, 2> &out, const qrt::Window2d &window) {
  for (size_t i = 0; i < 2; ++i) {
    const std::string axis = i == 0 ? "H" : "W";
    draft.define("IN_" + axis, in[i]);
    draft.define("OUT_" + axis, out[i]);
    draft.define("KERNEL_" + axis, window.kernel[i]);
    draft.define("STRIDE_" + axis, window.stride[i]);
    draft.define("DILATION_" + axis, window.dilation[i]);
    draft.define("PAD_" + axis, window.padBegin[i]);
  }
}

std::string resultFirst(LaunchDraft &draft, const qrt::CallEpilogue &epilogue) {
  if (epilogue.offset == 0 || epilogue.offset > qrt::largestCount)
    return std::to_string(epilogue.offset);
  draft.parameters.add("result_first", "int ", Extent{0, epilogue.offset, 1});
  return "result_first";
}

void defineResult(LaunchDraft &draft, const qrt::CallEpilogue &epilogue, int64_t pixels,
                  int64_t channels) {
  qrt::EpilogueStrides dense{.sample = pixels * channels, .pixel = channels};
  const qrt::EpilogueStrides &strides = epilogue.result ? *epilogue.result : dense;
  const std::string begin = epilogue.offset ? resultFirst(draft, epilogue) + " + " : "";
  draft.define("RESULT_AT(n, p)", "(" + begin + "(i64)(n) * " + std::to_string(strides.sample) +
                                      " + (p) * " + std::to_string(strides.pixel) + ")");
}

void defineMultiplyAdd(LaunchDraft &draft, ElementType type) {
  draft.define("MULTIPLY_ADD(a, b, c)", qrt::isFloat(type) ? "fmaF(a, b, c)" : "((a) * (b) + (c))");
}

uint32_t computedConstant(qrt::Program &program, const std::string &key,
                          const std::vector<int32_t> &values) {
  const auto isTheSame = [&](const qrt::Constant &constant) {
    return constant.key == key && constant.value.type() == ElementType::I32 &&
           std::ranges::equal(constant.value.values<int32_t>(), values);
  };
  const auto same = std::ranges::find_if(program.constants, isTheSame);
  if (same != program.constants.end())
    return uint32_t(same - program.constants.begin());
  qrt::Tensor value = qrt::Tensor::allocate(ElementType::I32, {int64_t(values.size())});
  std::copy(values.begin(), values.end(), value.mutableValues<int32_t>().begin());
  program.constants.push_back({key, std::move(value)});
  return uint32_t(program.constants.size() - 1);
}

/// Returns the text of a load step of any kind, without its source, its target and the target's
/// type and shape.
static std::string wayOf(const qrt::LoadStep &step) {
  return std::visit(
      []<typename Step>(Step way) {
        const Step unsaid{};
        way.source = unsaid.source;
        way.target = unsaid.target;
        way.type = unsaid.type;
        way.targetShape = unsaid.targetShape;
        return qrt::text(way);
      },
      step);
}

uint32_t packedConstant(qrt::Program &program, qrt::LoadStep step) {
  auto setTarget = [&](uint32_t target) {
    std::visit([&](auto &one) { one.target = target; }, step);
  };
  for (const qrt::LoadStep &load : program.loads) {
    setTarget(qrt::targetOf(load));
    if (load == step)
      return qrt::targetOf(load);
  }
  setTarget(uint32_t(program.constants.size()));
  program.constants.push_back({program.constants[qrt::sourceOf(step)].key + ":" +
                                   qrt::shapeToString(qrt::shapeOf(step)) + ":" + wayOf(step),
                               {}});
  program.loads.push_back(std::move(step));
  return qrt::targetOf(program.loads.back());
}

qrt::Status requireIndex32(const LaunchDraft &draft, std::initializer_list<int64_t> values) {
  for (int64_t value : values)
    if (value > std::numeric_limits<int32_t>::max())
      return {qrt::StatusCode::Unsupported,
              "layer '" + draft.node.name + "': kernel " + std::string(draft.choice.kernel->name) +
                  " counts in 32 bits, and one sample has " + std::to_string(value)};
  return {};
}

} // namespace qopt
