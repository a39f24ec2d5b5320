// Builders of the computation on one element. Formulas of the numerics contract that several
// operations share are here.
#pragma once

#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "runtime/numerics/scalar/scalar_program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace qopt::nn {

/// An operation's scalar body as a program of its own. Inputs Tensor i and Indexed i are operand i,
/// Channel i is channels[i], Size i is sizes[i], Coordinate d the result's logical dimension d.
struct Body {
  qrt::ScalarProgram program;
  std::vector<qrt::Tensor> channels;
  std::vector<Dim> sizes;
};

/// The builder that an operation's buildBody reads operands from and adds operations to.
class BodyBuilder {
public:
  using Value = qrt::ScalarBuilder::Value;

  explicit BodyBuilder(mlir::Operation *op) : op(op) {}

  qrt::ScalarBuilder scalar;

  /// Returns the stored value of operand `index` at this element (integers as I32), broadcast.
  Value operand(unsigned index);
  /// Returns the anchor's accumulator: F32, I32 or I64.
  Value accumulator();
  /// Returns the number of positions that a pool's element covers (I32).
  Value count() { return scalar.count(); }
  /// Returns a value per output channel; a scalar if all are equal.
  Value channel(llvm::ArrayRef<float> values);
  Value channel(llvm::ArrayRef<int32_t> values);

  // ---- indexed bodies ----
  /// Returns this element's coordinate along the result's logical dimension `dim` (I32).
  Value coordinate(int64_t dim);
  Value size(Dim dim);
  /// Returns the stored value of operand `index` at coordinates (I32), one for each of its logical
  /// dimensions. Each must be proved below its size, by its own computation, by MinI and MaxI, or
  /// by a guard. The operation's `loadsOperand(index)` must be true.
  Value load(unsigned index, llvm::ArrayRef<Value> coordinates);
  /// Returns a data-dependent index; the run fails if it lies outside [0, size).
  Value guard(Value index, Dim size);

private:
  friend Body bodyOf(mlir::Operation *op);
  qrt::ElementType storageOf(unsigned index) const;
  template <class T> Value channelOf(llvm::ArrayRef<T> values);

  mlir::Operation *op;
  std::vector<qrt::Tensor> channels;
  std::vector<Dim> sizes;
};

/// Returns the scalar body of an operation that has one.
Body bodyOf(mlir::Operation *op);
/// Inlines the body in another program and returns its result: `bind` returns the replacement of
/// each input that the body uses.
BodyBuilder::Value
inlineBody(qrt::ScalarBuilder &scalar, const Body &body,
           llvm::function_ref<qrt::ScalarBuilder::Argument(const qrt::ScalarInput &)> bind);

using BodyValue = BodyBuilder::Value;

/// Returns an index stored in a tensor, i32 or i64, where a negative one counts from the end; the
/// run fails if it lies outside `size`.
BodyValue indexFrom(BodyBuilder &body, BodyValue index, Dim size);

/// Returns `value` as an operation reading it after a store as `type` would load it: rounded for a
/// narrow float, wrapped for a plain integer of fewer bits.
BodyValue asStored(qrt::ScalarBuilder &, BodyValue value, mlir::Type type);
/// Returns an integer value, as `type` stores it, in f32.
BodyValue realOf(qrt::ScalarBuilder &, BodyValue value, qrt::ElementType type);
/// Converts a value as nn.cast defines it: a float towards zero, saturating, NaN to 0; an integer
/// keeps its low bits.
BodyValue integerOf(qrt::ScalarBuilder &, BodyValue value, qrt::ElementType to);
/// q − z.
BodyValue centeredSteps(qrt::ScalarBuilder &, BodyValue q, const QuantParams &);
/// f32(q − z).
BodyValue centered(qrt::ScalarBuilder &, BodyValue q, const QuantParams &);
/// Returns clamp(rint(t) + z) in the storage range, as an integer. `t` is finite or a saturating
/// infinity; NaN must not reach it.
BodyValue roundToStorage(qrt::ScalarBuilder &, BodyValue t, const QuantParams &);
/// roundToStorage(x / s), NaN → z.
BodyValue quantizeReal(qrt::ScalarBuilder &, BodyValue x, const QuantParams &);
/// Looks q up in the table of an 8-bit function, computed in f64, rounded half to even: 256
/// entries, from storage value 0 (u8) or −128, since bytes may lie outside a narrower declared
/// range.
BodyValue tableOf(qrt::ScalarBuilder &, BodyValue q, const QuantParams &from, const QuantParams &to,
                  llvm::function_ref<double(double)> function);

/// Returns an operand's own strides over the result's dimensions: 0 where it broadcasts, along
/// operandAxis if it has one.
llvm::SmallVector<int64_t, 6> broadcastStrides(mlir::Operation *op, unsigned index,
                                               llvm::ArrayRef<int64_t> own);
/// Returns the axis along which a per-axis conversion's scales run (operand's or result's type); −1
/// for per-tensor ones.
int64_t quantizedAxis(mlir::Operation *op);
/// Returns the quantized value of a bound or a border: quantize(limit), divided in f32 like the
/// values that it is compared with.
int64_t stepOf(float limit, const QuantParams &);
/// Returns the bits of a border's value: an integer's own, stepOf of a quantized type's real value,
/// or the float's (other types have a border of 0, whose bits are 0).
uint64_t borderBits(mlir::Type type, mlir::Attribute value);

} // namespace qopt::nn
