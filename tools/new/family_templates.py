"""A new family of calls starts from these: the largest element so far along rows, which no scalar body can say.

$name, $Name, $function and $MACRO are put in. The host computes it; ./run new kernel adds a device's.
"""

TD = """\
// TODO(author): what it computes.
#ifndef QOPT_IR_$MACRO
#define QOPT_IR_$MACRO

include "ir/dialect.td"

def NN_${Name}Op : NN_LoopOp<"$name"> {
  let summary = "the largest element so far along the last dimension";
  let description = [{
    y[…, i] is the largest of x[…, 0] to x[…, i]; a NaN stays. Stays float.

    (C1) the last dimension is there, static, and has elements.
    (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$$input);
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
"""

OP = """\
#include "ir/ops.h"
#include "ir/reference/layout.h"
#include "ir/verify.h"
#include "runtime/calls/$name/$name.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult ${Name}Op::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  if (shape.empty() || !shape.back().isStatic() || shape.back().value() == 0)
    return error() << "(C1): " << toString(shape) << " ends in no static dimension with elements";
  results.push_back(shape);
  return success();
}
// The call holds a row's size as a number.
bool ${Name}Op::mayGrow(unsigned, int64_t dim) {
  return dim + 1 < int64_t(symbolicShape(getInput()).size());
}
LogicalResult ${Name}Op::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule ${Name}Op::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost ${Name}Op::cost(int64_t batch) { return costOf(*this, batch, 0); }

qrt::Tensor ${Name}Op::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  const qrt::Tensor &input = operands[0];
  qrt::Tensor result = allocateResult(context, getResult());
  const int64_t axis = input.shape().back();
  qrt::$function(context.execution, input.size() / axis, axis, input.values<float>().data(), result.mutableValues<float>().data());
  return result;
}
"""

CALL_H = """\
// TODO(author): what it computes. The largest element so far along rows.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"

namespace qrt {

/// y[row, i] is the largest of x[row, 0] to x[row, i]; a NaN stays.
void $function(const Execution &, int64_t rows, int64_t axis, const float *x, float *y);

struct ${Name}Call {
  static constexpr std::string_view family = "$name";
  static constexpr size_t results = 1;
  Extent rows;
  int64_t axis = 1; // a row's size
  Operand input;    // F32, [rows, axis]
};
QRT_FIELDS(${Name}Call, rows, axis, input)

Status check(const CallCheck &, const ${Name}Call &);
bool isPerSample(const SampleParts &, const ${Name}Call &);
void run(const HostRun &, const ${Name}Call &);

} // namespace qrt
"""

CALL_CPP = """\
#include "runtime/calls/$name/$name.h"

#include <algorithm>

namespace qrt {

void $function(const Execution &execution, int64_t rows, int64_t axis, const float *x, float *y) {
  constexpr int64_t least = 4096; // elements that are worth a thread
  execution.parallelFor(rows, std::max<int64_t>(1, least / axis), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      float largest = x[row * axis];
      for (int64_t i = row * axis; i < (row + 1) * axis; ++i) {
        const bool isNan = x[i] != x[i];
        largest = isNan || largest < x[i] ? x[i] : largest;
        y[i] = largest;
      }
    }
  });
}

Status check(const CallCheck &check, const ${Name}Call &call) {
  QRT_RETURN_IF_ERROR(CallCheck::dimensions({call.axis}, 1));
  const Linear elements = check.bound(call.rows).times(call.axis);
  QRT_RETURN_IF_ERROR(check.reads(call.input, ElementType::F32, elements));
  if (check.resultType() != ElementType::F32)
    return invalidArgument("a result that is not f32");
  return CallCheck::fits(elements, check.resultElements());
}

bool isPerSample(const SampleParts &parts, const ${Name}Call &call) {
  return parts.splits(call.input, call.rows, call.axis) && parts.splits(parts.result(), call.rows, call.axis);
}

void run(const HostRun &run, const ${Name}Call &call) {
  $function(run.execution, run.at(call.rows), call.axis, static_cast<const float *>(run.data(call.input)), static_cast<float *>(run.result()));
}

} // namespace qrt
"""

LOWER = """\
#include "lowering/families/op_lowering.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lower${Name}(ProgramBuilder &builder, const Region &region) {
  auto op = cast<${Name}Op>(region.anchor);
  Sizes sizes = sizesOf(op.getInput());
  // As the input lies, a row's elements side by side.
  SmallVector<int64_t, 6> order;
  for (int64_t dim : layoutOf(builder.viewOf(op.getInput()), sizes).order())
    if (dim + 1 < int64_t(sizes.size()))
      order.push_back(dim);
  order.push_back(int64_t(sizes.size()) - 1);
  Layout layout = Layout::of(order);
  qrt::${Name}Call call;
  call.rows = *productOf(ArrayRef(sizes).drop_back());
  call.axis = sizes.back().offset;
  call.input = builder.materialize(op.getInput(), layout).operand;
  builder.add(layerName(op), std::move(call), {builder.defineResult(op.getResult(), layout)});
  return success();
}

void add${Name}(OpLowerings &lowerings) {
  lowerings.add<${Name}Op>({.lower = lower${Name}});
}

} // namespace qopt
"""

NUMERICS = """\
// nn.$name, where the batch grows, and a NaN.
// NumPy: $name(op, x) = np.maximum.accumulate(x.data, axis=-1)
// DEVICES: reference host

func.func @$name(
    %x: tensor<?x4xf32, #nn.dims<N>> {check.input = dense<[[1.0, 3.0, 2.0, 4.0], [-1.0, -2.0, 0x7FC00000, 5.0]]> : tensor<2x4xf32>})
    -> (tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[1.0, 3.0, 3.0, 4.0], [-1.0, -1.0, 0x7FC00000, 0x7FC00000]]> : tensor<2x4xf32>}) {
  %y = nn.$name %x : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}

// Rows of what another operation laid otherwise.
func.func @${name}_of_columns(
    %x: tensor<3x2xf32> {check.input = dense<[[1.0, 6.0], [0.0, 7.0], [2.0, -8.0]]> : tensor<3x2xf32>})
    -> (tensor<2x3xf32> {check.expected = dense<[[1.0, 1.0, 2.0], [6.0, 7.0, 7.0]]> : tensor<2x3xf32>}) {
  %t = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %y = nn.$name %t : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
"""

SAMPLE = """\
#include "test/runtime/format/family_sample.h"

namespace qrt::test::samples::$name {

static void add(NetBuilder &net, uint32_t floats) {
  net.call(${Name}Call{perSample(), 3, bufferOperand(floats)}, {net.activation(ElementType::F32, {perSample(), fixed(3)})});
}

FamilySample list() { return add; }

} // namespace qrt::test::samples::$name
"""

ERRORS = """\
// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @${name}_c1(%x: tensor<3x?xf32, #nn.dims<W>>) {
  // expected-error@+1 {{(C1): 3xW ends in no static dimension with elements}}
  %y = nn.$name %x : (tensor<3x?xf32, #nn.dims<W>>) -> tensor<3x?xf32, #nn.dims<W>>
  return
}

// -----

func.func @${name}_c2(%x: tensor<3xf16>) {
  // expected-error@+1 {{(C2):}}
  %y = nn.$name %x : (tensor<3xf16>) -> tensor<3xf16>
  return
}
"""

# A golden has this line until a device has a kernel.
HOST_ALONE = "// DEVICES: reference host\n"

FILES = {
    "ir/ops/{0}/{0}.td": TD,
    "ir/ops/{0}/{0}.cpp": OP,
    "runtime/calls/{0}/{0}.h": CALL_H,
    "runtime/calls/{0}/{0}.cpp": CALL_CPP,
    "lowering/families/{0}/lower.cpp": LOWER,
    "test/ir/ops/{0}/{0}_errors.mlir": ERRORS,
    "test/numerics/{0}/{0}.mlir": NUMERICS,
    "test/runtime/calls/{0}/{0}_sample.cpp": SAMPLE,
}
