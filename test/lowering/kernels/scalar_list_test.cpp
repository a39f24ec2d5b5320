// Every row of the list of scalar operations, printed as C and run on the device, against the
// host's arithmetic.
#include "test/lowering/kernels/cases.h"
#include "test/runtime/numerics/scalar_cases.h"

namespace qopt::test {
namespace {

using qrt::ScalarOp;
using qrt::test::ScalarCase;
using qrt::test::ScalarTuple;

qrt::Tensor onDevice(const ScalarCase &c, const std::vector<ScalarTuple> &tuples) {
  const int64_t count = int64_t(tuples.size());
  CaseBuilder builder(qrt::test::storageOf(c.result), count);
  qrt::ElementwiseCall call;
  for (int k = 0; k < qrt::operandCount(c.op); ++k)
    call.tensors.push_back({builder.buffer(qrt::test::columnOf(c, tuples, k)), {{1}}});
  call.program = qrt::test::programOf(c);
  call.leading = fixed(count);
  call.walk.sizes = {1};
  call.output = {{1}};
  OpenClRunner &runner = *OpenClRunner::instance();
  const qrt::Program program =
      builder.emitted(call, {kernelNamed("elementwise.cpu"), {}}, runner.description(false));
  return runner.run(program, 1, builder.contents).buffers[0];
}

TEST(ScalarList, EveryOperationAsOnTheHost) {
  SKIP_WITHOUT_OPENCL();
  qrt::test::Random random(17);
  for (const ScalarCase &c : qrt::test::scalarCases()) {
    SCOPED_TRACE(c.name());
    const std::vector<ScalarTuple> tuples = qrt::test::definedTuples(c, random, 400);
    const std::vector<uint64_t> values = qrt::test::bitsOf(onDevice(c, tuples));
    for (size_t i = 0; i < tuples.size(); ++i)
      ASSERT_TRUE(qrt::test::sameScalar(c.result, values[i], tuples[i].result))
          << i << ": bits " << values[i] << ", on the host " << tuples[i].result;
  }
}

} // namespace
} // namespace qopt::test
