"""Templates of a new operation and a new pass: simple, but real, and right. $name, $Name, $flag are
put in."""

ELEMENTWISE_TD = """
// TODO(author): the formula, in the words of ir/ops/formula.h.
def NN_${Name}Op : NN_FunctionOp<"$name", "x * x">;
"""

ELEMENTWISE_NUMERICS = """\
// nn.$name, float and as a table of 256 results.
!x = !quant.uniform<i8:f32, 0.5>
!y = !quant.uniform<u8:f32, 0.25:10>

func.func @$name(
    %x: tensor<?xf32, #nn.dims<N>> {check.input = dense<[-3.5, -1.0, 0.0, 0.5, 1.5]> : tensor<5xf32>})
    -> (tensor<?xf32, #nn.dims<N>> {check.expected = dense<[12.25, 1.0, 0.0, 0.25, 2.25]> : tensor<5xf32>}) {
  %y = nn.$name %x : (tensor<?xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %y : tensor<?xf32, #nn.dims<N>>
}

func.func @${name}_table(
    %x: tensor<5x!x> {check.input = dense<[-128, -3, 0, 2, 5]> : tensor<5xi8>})
    -> (tensor<5x!y> {check.expected = dense<[255, 19, 10, 14, 35]> : tensor<5xui8>}) {
  %y = nn.$name %x : (tensor<5x!x>) -> tensor<5x!y>
  return %y : tensor<5x!y>
}
"""

ELEMENTWISE_ERRORS = """\
// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @${name}_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{result has shape 3, but 2 follows from the operands}}
  %y = nn.$name %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}
"""

INDEXED_TD = """
// TODO(author): what it computes.
def NN_${Name}Op : NN_IndexedOp<"$name"> {
  let summary = "the last dimension in reverse";
  let description = [{
    y[…, i] = x[…, n − 1 − i]. An exact copy under equal parameters.

    (C1) the last dimension is there, and static.
    (C2) the element type stays, and is quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$$input);
}
"""

INDEXED_CPP = """
// ---- $name ----

LogicalResult ${Name}Op::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  if (shape.empty() || !shape.back().isStatic())
    return error() << "(C1): " << toString(shape) << " ends in no static dimension";
  results.push_back(shape);
  return success();
}
LogicalResult ${Name}Op::verify() { return verifyMoved(*this, "C2"); }
bool ${Name}Op::loadsOperand(unsigned) { return true; }
BodyValue ${Name}Op::buildBody(BodyBuilder &body) {
  SymbolicShape shape = symbolicShape(getInput());
  SmallVector<BodyValue> from;
  for (size_t i = 0; i < shape.size(); ++i)
    from.push_back(body.coordinate(int64_t(i)));
  BodyValue last = body.scalar.constant(int32_t(shape.back().value() - 1));
  from.back() = body.scalar.apply(ScalarOp::SubI, last, from.back());
  return body.load(0, from);
}
QuantizationRule ${Name}Op::quantizationRule() { return sharesInput(); }
OpCost ${Name}Op::cost(int64_t batch) { return costOf(*this, batch, 0); }
"""

INDEXED_NUMERICS = """\
// nn.$name, where the batch grows.
func.func @$name(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32, #nn.dims<N>> {check.expected = dense<[[3.0, 2.0, 1.0], [-6.0, 5.0, 4.0]]> : tensor<2x3xf32>}) {
  %y = nn.$name %x : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
"""

INDEXED_ERRORS = """\
// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @${name}_c1(%x: tensor<2x?xf32, #nn.dims<W>>) {
  // expected-error@+1 {{(C1): 2xW ends in no static dimension}}
  %y = nn.$name %x : (tensor<2x?xf32, #nn.dims<W>>) -> tensor<2x?xf32, #nn.dims<W>>
  return
}

// -----

func.func @${name}_c2(%x: tensor<2xf32>) {
  // expected-error@+1 {{(C2)}}
  %y = nn.$name %x : (tensor<2xf32>) -> tensor<2xi32>
  return
}
"""

COMPOSITE_TD = """
// TODO(author): what it computes.
def NN_${Name}Op : NN_CompositeOp<"$name"> {
  let summary = "x·x + x";
  let description = [{
    Stays float. (C1) the result has the input's shape. (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$$input);
}
"""

COMPOSITE_CPP = """
// ---- $name ----

LogicalResult ${Name}Op::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  results.push_back(symbolicShape(getInput()));
  return success();
}
LogicalResult ${Name}Op::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule ${Name}Op::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
SmallVector<Value> ${Name}Op::expand(CompositeBuilder &b) {
  Value square = b.part<MulOp>("square", getInput(), getInput());
  return {b.part<AddOp>("sum", square, getInput())};
}
"""

COMPOSITE_NUMERICS = """\
// nn.$name, each part rounded.
func.func @$name(
    %x: tensor<?xf32, #nn.dims<N>> {check.input = dense<[-3.5, -1.0, 0.0, 0.5, 1.5]> : tensor<5xf32>})
    -> (tensor<?xf32, #nn.dims<N>> {check.expected = dense<[8.75, 0.0, 0.0, 0.75, 3.75]> : tensor<5xf32>}) {
  %y = nn.$name %x : (tensor<?xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %y : tensor<?xf32, #nn.dims<N>>
}
"""

COMPOSITE_ERRORS = """\
// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @${name}_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{result has shape 3, but 2 follows from the operands}}
  %y = nn.$name %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @${name}_c2(%x: tensor<2xf16>) {
  // expected-error@+1 {{(C2)}}
  %y = nn.$name %x : (tensor<2xf16>) -> tensor<2xf16>
  return
}
"""

PASS_TD = """
// TODO(author): what it does, and what it does not do.
def ${Name} : NN_Pass<"$flag"> {
  let summary = "Drop a relu of a relu";
  let description = [{
    nn.relu of an nn.relu of its type is the first, under the second's key. Not
    where others read the first.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}
"""

PASS_CPP = """\
// TODO(author): what it rewrites.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_$MACRO
#include "passes/passes.h.inc"
namespace {

struct DropOuter : OpRewritePattern<ReluOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReluOp outer, PatternRewriter &rewriter) const override {
    auto inner = outer.getInput().getDefiningOp<ReluOp>();
    if (!inner || inner.getType() != outer.getType())
      return rewriter.notifyMatchFailure(outer, "its operand is no nn.relu of its type");
    if (!inner->hasOneUse())
      return rewriter.notifyMatchFailure(outer, "others read the inner nn.relu");
    absorb(outer, inner); // before its key goes
    takeIdentity(inner, outer);
    rewriter.replaceOp(outer, inner);
    return success();
  }
};

struct ${Name} : impl::${Name}Base<${Name}> {
  using ${Name}Base::${Name}Base;
  void runOnOperation() override {
    Rewrites rewrites(&getContext());
    rewrites.add<DropOuter>({"$flag/outer", Promise::SameBits});
    if (failed(std::move(rewrites).apply(getOperation(), {explain, without})))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt
"""

PASS_LIT = """\
// RUN: qopt %s --$flag --split-input-file | FileCheck %s

// CHECK-LABEL: @positive
// CHECK-NEXT:  %[[Y:.*]] = nn.relu %arg0 {nn.absorbed = ["a"], nn.name = "y"}
// CHECK-NEXT:  return %[[Y]]
func.func @positive(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.relu %x {nn.name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.relu %a {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// CHECK-LABEL: @negative
// CHECK:       nn.neg
// CHECK-NEXT:  nn.relu
func.func @negative(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.neg %x {nn.name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.relu %a {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// CHECK-LABEL: @multi_use
// CHECK-COUNT-2: nn.relu
func.func @multi_use(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = nn.relu %x {nn.name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.relu %a {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %a, %y : tensor<2xf32>, tensor<2xf32>
}
"""

PASS_TEST = """\
// The answer stays, bit for bit.
#include "test/passes/net.h"

namespace qopt::test {
namespace {

TEST(${Name}, KeepsEveryBit) {
  Net net("func.func @main(%x: tensor<?x3xf32, #nn.dims<N>> {nn.name = \\"x\\"}) -> "
          "tensor<?x3xf32, #nn.dims<N>> {\\n"
          "%a = nn.relu %x {nn.name = \\"a\\"} : (tensor<?x3xf32, #nn.dims<N>>) -> "
          "tensor<?x3xf32, #nn.dims<N>>\\n"
          "%y = nn.relu %a {nn.name = \\"y\\"} : (tensor<?x3xf32, #nn.dims<N>>) -> "
          "tensor<?x3xf32, #nn.dims<N>>\\n"
          "return %y : tensor<?x3xf32, #nn.dims<N>>\\n}");
  EXPECT_TRUE(keepsEveryBit(net, "$flag", {Random(1).tensor({2, 3}, -1, 1)}));
  EXPECT_EQ(net.count("nn.relu"), 1);
}

} // namespace
} // namespace qopt::test
"""
