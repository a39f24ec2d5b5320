// Reads one operator as a chain, its options from the table that its type has:
//
//   b.arity(1, 1);
//   Values x = b.read({0});
//   b.bindReal(0, b.part<nn::ExpOp>("real", b.f32(), x[0]), x.order);
//
// Values lie in the file's order of dimensions, images channels last. Operations on images want
// channels first: such a result is an nn.transpose of what was computed, and who reads it may take
// what lies behind (an Order). Chains of operators so lie channels first, with transposes at their
// ends, which lowering makes views.
#pragma once

#include "importers/common/graph/layer_binder.h"
#include "importers/tflite/graph/scope.h"
#include "importers/tflite/graph/steps.h"
#include "ir/types/dim_order.h"

namespace qopt::tflite {

/// Inputs of one operator in one order.
struct Values {
  llvm::SmallVector<Value> all;
  Order order;
  Value operator[](size_t i) const { return i < all.size() ? all[i] : Value(); }
};

class Binder : public ChainBinder<Binder> {
public:
  Binder(GraphImporter &importer, Scope &scope, const Layer &layer, const schema::Operator &op,
         llvm::StringRef key)
      : ChainBinder(importer, layer, key), scope(scope), op(op) {}

  /// Returns null where the file has none of that type.
  template <typename Options> const Options *options() const {
    return op.builtin_options_as<Options>();
  }
  template <typename Options> schema::ActivationFunctionType activation() const {
    const Options *said = options<Options>();
    return said ? said->fused_activation_function() : schema::ActivationFunctionType::NONE;
  }

  // ---- the file's tensors ----
  /// Returns null where it is absent, and the tensor that a constant was read from where operators
  /// handed it on.
  const schema::Tensor *inputTensor(unsigned index) const;
  const schema::Tensor *outputTensor(unsigned index) const;
  /// The type that the operator itself reads, whatever a constant is stored as.
  schema::TensorType typeRead(unsigned index) const;
  /// Returns the steps that an input states; none for one that is not quantized, or once failed.
  std::optional<Steps> inputSteps(unsigned index);
  std::optional<Steps> outputSteps(unsigned index);
  /// Returns the steps of a value inside the operator.
  std::optional<Steps> intermediateSteps(unsigned index);

  // ---- inputs ----
  /// Numbers to compute with, in the order that one of them lies in: reals in f32, integers that
  /// stand for themselves as they are. One of lower rank is as it broadcasts.
  Values read(llvm::ArrayRef<unsigned> indices);
  /// One in an order of one's choice, which has its rank or more.
  Value real(unsigned index, const Order &order = {});
  /// The same as stored: plain integers, or quantized by type.
  Values readStored(llvm::ArrayRef<unsigned> indices);
  Value stored(unsigned index, const Order &order = {});
  /// A product's constant weights, which take the steps that products like; others as `real`.
  Value weights(unsigned index, const Order &order = {});
  /// Refuses weights of a quantized input with scales along another dimension than `channels`, that
  /// of the results: no sum of integers has those.
  void needChannelScales(unsigned weights, unsigned input, int64_t channels);
  /// i32 or i64 under the scale s_x·s_w, or a float.
  Value bias(unsigned index, unsigned input, unsigned weights);
  /// The order that one of these inputs lies in, where it has the highest rank of them.
  Order orderOf(llvm::ArrayRef<unsigned> indices);

  // ---- results ----
  Value activated(Value x, schema::ActivationFunctionType activation);
  /// Real values, in an order, become the output's: steps where it is quantized. The operation that
  /// computes it gets the layer's key.
  void bindReal(unsigned index, Value real, const Order &order = {});
  /// Stored values, in an order, which the output has as they are.
  void bindStored(unsigned index, Value stored, const Order &order = {});
  /// Returns in the file's order a value that lies in another one.
  Value inFileOrder(Value value, const Order &order);
  /// The output is the constant that the input is, of the tensor that this one came from.
  void handOn(unsigned output, unsigned input);
  /// An output that was bound to an input's elements has the steps of that one's tensor.
  void keepOrigin(unsigned output, unsigned input);

private:
  std::optional<Steps> stepsOfTensor(const schema::Tensor *tensor);
  Value constantOf(unsigned index, const qrt::Tensor &tensor, const std::optional<Steps> &steps);
  Value inOrder(Value value, const Order &order);
  Value realOf(unsigned index, Value stored);
  void becomesPart(Value step);
  Value stepsOfReal(Value real, const Steps &steps);
  void remarkFloat(Value real);
  void bindIn(unsigned index, Value value, const Order &order);

  Scope &scope;
  const schema::Operator &op;
};

} // namespace qopt::tflite
