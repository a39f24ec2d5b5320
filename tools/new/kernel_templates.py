"""A new device kernel starts from these: one of softmax from rows of two, one of a family that `new family` wrote as its
first.

$name and $Name are the kernel's, $family and $Family its family's; $kernel is what programs call the kernel.
"""

CPP_HEAD = """\
#include "lowering/emit/launch.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::$name {
namespace {

using qrt::${Family}Call;
"""

CPP_TAIL = """\
                                     .text = {"$name", "$name.cl"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::$name
"""

SOFTMAX_CL = """\
// TODO(author): what it is for. Softmax of rows of two, an item a row: no loop, and no sum that
// has an order.
KERNEL $name(GLOBAL_CONST f32 *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
             int outer EPILOGUE_PARAMS) {
  const int n = GLOBAL_ID(0);
  if (n >= outer)
    return;
  const f32 a = input[(i64)n * 2], b = input[(i64)n * 2 + 1], largest = maxF(a, b);
  const f32 first = expF(subF(a, largest)), second = expF(subF(b, largest));
  const f32 sum = addF(first, second);
  output[(i64)n * 2] = EPILOGUE(divF(first, sum), n, 0, 0, 0);
  output[(i64)n * 2 + 1] = EPILOGUE(divF(second, sum), n, 1, 0, 0);
}
"""

SOFTMAX_CPP = "// TODO(author): what it is for. Softmax of rows of two.\n" + CPP_HEAD + """
std::string against(const CallSite &, const SoftmaxCall &call) {
  return unless(call.axis == 2, "needs rows of two");
}

qrt::Status emit(LaunchDraft &draft, const SoftmaxCall &call) {
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  draft.items(call.outer, 1, 64);
  return addEpilogue(draft, call.epilogue, {}, 1);
}

constexpr DeviceKernel kernels[] = {{.name = "$kernel",
                                     .family = SoftmaxCall::family,
                                     .preference = 199, // before what takes rows of any size
""" + CPP_TAIL

SOFTMAX_SAMPLE = """\
#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::$name {
namespace {

constexpr TypeSet floats{qrt::ElementType::F32};

Sample rows(qrt::ElementType type) {
  Sample sample{CaseBuilder(qrt::ElementType::U8, 2), {}};
  CaseBuilder &b = sample.builder;
  sample.call = qrt::SoftmaxCall{perSample(1), 2, b.buffer(empty(type, {1, 2})), richEpilogue(b, type, 2)};
  return sample;
}

constexpr KernelSample samples[] = {{"$kernel", floats, rows}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::$name
"""

SOFTMAX_TEST = """\
// Against the definition; softmax_test.cpp compares all kernels with the host.
#include "test/lowering/kernels/epilogues.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class ${Name} : public OnOpenCl<> {};

TEST_F(${Name}, IsTheDefinition) {
  constexpr int64_t outer = 70;
  CaseBuilder builder(ElementType::F32, 2);
  std::mt19937 random{5};
  qrt::Tensor x = randomTensor(random, ElementType::F32, {outer, 2});
  const qrt::SoftmaxCall call{perSample(1), 2, builder.buffer(x), identityEpilogue()};
  builder.onKernel("$kernel", call, outer, [&](const qrt::Tensor &y, const Choice &) {
    for (int64_t i = 0; i < y.size(); ++i) {
      const double other = x.values<float>()[i ^ 1], own = x.values<float>()[i];
      ASSERT_NEAR(numberAt(y, i), 1 / (1 + std::exp(other - own)), 1e-6) << i;
    }
  });
}

} // namespace
} // namespace qopt::test
"""

ROWS_CL = """\
// The largest element so far along rows of AXIS, an item a row; a NaN stays.
KERNEL $name(GLOBAL_CONST f32 *RESTRICT input, GLOBAL f32 *RESTRICT output, int rows) {
  const int row = GLOBAL_ID(0);
  if (row >= rows)
    return;
  const i64 begin = (i64)row * AXIS;
  f32 largest = input[begin];
  for (int i = 0; i < AXIS; ++i) {
    const f32 value = input[begin + i];
    largest = value != value || largest < value ? value : largest;
    output[begin + i] = largest;
  }
}
"""

ROWS_CPP = "// The largest element so far along rows, a row an item.\n" + CPP_HEAD + """
std::string against(const CallSite &site, const ${Family}Call &call) {
  return whyTypesNot({qrt::ElementType::F32}, {site.typeOf(call.input)});
}

qrt::Status emit(LaunchDraft &draft, const ${Family}Call &call) {
  QRT_RETURN_IF_ERROR(requireIndex32(draft, {call.axis}));
  draft.define("AXIS", call.axis);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.rows);
  draft.items(call.rows, 1, 16);
  return {};
}

constexpr DeviceKernel kernels[] = {{.name = "$kernel",
                                     .family = ${Family}Call::family,
                                     .preference = 400,
""" + CPP_TAIL

SOFTMAX = {"cl": SOFTMAX_CL, "cpp": SOFTMAX_CPP, "sample": SOFTMAX_SAMPLE, "test": SOFTMAX_TEST}
# A first kernel is tried with its family's sample, against the host, and on the family's goldens.
ROWS = {"cl": ROWS_CL, "cpp": ROWS_CPP}
PATHS = {"cl": "lowering/kernels/{0}/{0}.cl", "cpp": "lowering/kernels/{0}/{0}.cpp",
         "sample": "test/lowering/kernels/{0}/{0}_sample.cpp", "test": "test/lowering/kernels/{0}/{0}_test.cpp"}
