// Building what happens to one element. The formulas of the numerics contract
// that several operations share stand here, once.
#pragma once

#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "runtime/numerics/scalar/scalar_program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace qopt::nn {

/// One operation's scalar body as a program of its own. Input Tensor i and Indexed i are operand i,
/// Channel i is channels[i], Size i is sizes[i], Coordinate d the result's logical dimension d.
struct Body {
  qrt::ScalarProgram program;
  std::vector<qrt::Tensor> channels;
  std::vector<Dim> sizes;
};

/// What an operation's buildBody reads and writes.
class BodyBuilder {
public:
  using Value = qrt::ScalarBuilder::Value;

  explicit BodyBuilder(mlir::Operation *op) : op(op) {}

  qrt::ScalarBuilder scalar;

  /// Storage value of operand `index` at this element (integers as I32), broadcast.
  Value operand(unsigned index);
  /// What the anchor summed: F32, I32 or I64.
  Value accumulator();
  /// How many positions a pool's element covers (I32).
  Value count() { return scalar.count(); }
  /// A value per output channel; a scalar when all are equal.
  Value channel(llvm::ArrayRef<float> values);
  Value channel(llvm::ArrayRef<int32_t> values);

  // ---- indexed bodies ----
  /// This element's coordinate along the result's logical dimension `dim` (I32).
  Value coordinate(int64_t dim);
  Value size(Dim dim);
  /// Storage value of operand `index` at coordinates (I32), one for each of its logical dimensions,
  /// each proved below its size: made so by what it is computed from, by MinI and MaxI, or by a
  /// guard. The operation's `loadsOperand(index)` says that it does so.
  Value load(unsigned index, llvm::ArrayRef<Value> coordinates);
  /// An index that data decide: outside [0, size) the run fails.
  Value guard(Value index, Dim size);

private:
  friend Body bodyOf(mlir::Operation *op);
  qrt::ElementType storageOf(unsigned index) const;
  template <class T> Value channelOf(llvm::ArrayRef<T> values);

  mlir::Operation *op;
  std::vector<qrt::Tensor> channels;
  std::vector<Dim> sizes;
};

/// The scalar body of an operation that has one.
Body bodyOf(mlir::Operation *op);
/// Its result within another program: `bind` says what each input that the body uses becomes there.
BodyBuilder::Value
inlineBody(qrt::ScalarBuilder &scalar, const Body &body,
           llvm::function_ref<qrt::ScalarBuilder::Argument(const qrt::ScalarInput &)> bind);

using BodyValue = BodyBuilder::Value;

/// An index as it stands in a tensor, i32 or i64, from the end where it is negative; outside
/// `size` the run fails.
BodyValue indexFrom(BodyBuilder &body, BodyValue index, Dim size);

/// What an operation that reads `value` stored as `type` would load: rounded where that is a
/// narrow float, wrapped where it is a plain integer of fewer bits.
BodyValue asStored(qrt::ScalarBuilder &, BodyValue value, mlir::Type type);
/// An integer value as `type` stores it, in f32.
BodyValue realOf(qrt::ScalarBuilder &, BodyValue value, qrt::ElementType type);
/// As nn.cast words it: a float towards zero, saturating, NaN as 0; of an integer the low bits.
BodyValue integerOf(qrt::ScalarBuilder &, BodyValue value, qrt::ElementType to);
/// q − z.
BodyValue centeredSteps(qrt::ScalarBuilder &, BodyValue q, const QuantParams &);
/// f32(q − z).
BodyValue centered(qrt::ScalarBuilder &, BodyValue q, const QuantParams &);
/// clamp(rint(t) + z) in the storage range, as an integer. `t` is finite or a
/// saturating infinity; NaN must not reach it.
BodyValue roundToStorage(qrt::ScalarBuilder &, BodyValue t, const QuantParams &);
/// roundToStorage(x / s), NaN → z.
BodyValue quantizeReal(qrt::ScalarBuilder &, BodyValue x, const QuantParams &);
/// The table of an 8-bit function, computed in f64, rounded half to even: 256 entries, from
/// storage value 0 (u8) or −128, as bytes outside a narrower declared range may come.
BodyValue tableOf(qrt::ScalarBuilder &, BodyValue q, const QuantParams &from, const QuantParams &to,
                  llvm::function_ref<double(double)> function);

/// An operand's own strides over the result's dimensions: 0 where it broadcasts, along operandAxis
/// where it has one.
llvm::SmallVector<int64_t, 6> broadcastStrides(mlir::Operation *op, unsigned index,
                                               llvm::ArrayRef<int64_t> own);
/// The axis along which a per-axis conversion's scales run (operand's or
/// result's type); −1 for per-tensor ones.
int64_t quantizedAxis(mlir::Operation *op);
/// The step that stands for a bound or a border: quantize(limit), so divided in f32 as the
/// values are that it is compared with.
int64_t stepOf(float limit, const QuantParams &);
/// The bits that a border is filled with: an integer's own, or of a real value stepOf or the
/// float's (what is neither has a border of 0, whose bits are 0 too).
uint64_t borderBits(mlir::Type type, mlir::Attribute value);

} // namespace qopt::nn
