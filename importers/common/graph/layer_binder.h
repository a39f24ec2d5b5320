// Reads one layer: its inputs and the rules they must meet, then its results. The
// first thing that does not fit decides the layer's fate (`require`: the file is
// wrong; `support`: we do not read this); what follows is skipped.
//
// A format's binder adds how its attributes are read, and has all of this as a
// chain: `class Binder : public ChainBinder<Binder>`.
#pragma once

#include "importers/common/graph/graph_importer.h"

namespace qopt {

using mlir::Value;
using Ints = llvm::SmallVector<int64_t>;

class LayerBinder {
public:
  LayerBinder(GraphImporter &importer, const Layer &layer, llvm::StringRef key)
      : importer(importer), entry(importer.entry()), source(layer), key(key.str()) {}

  // ---- inputs; an absent optional one leaves the variable as it is ----
  void arity(unsigned least, unsigned most);
  bool has(unsigned index) const { return index < inputCount() && !source.inputs[index].empty(); }
  unsigned inputCount() const { return unsigned(source.inputs.size()); }
  unsigned outputCount() const { return unsigned(source.outputs.size()); }
  /// An f32 tensor. One of f16 or bf16 is widened, and the layer's f32 results are narrowed again:
  /// such networks are stored so and computed in f32.
  void input(unsigned index, Value &value);
  void optional(unsigned index, Value &value);
  /// A tensor of elements that scalar bodies compute with, as it is: all but f8 and 4 bits.
  void numeric(unsigned index, Value &value);
  /// A tensor of any element type.
  void any(unsigned index, Value &value);
  /// One whose elements may be moved as they are: not quantized per axis.
  void movable(unsigned index, Value &value);
  /// A tensor of which the elements are known (a copy of a view); required.
  void constant(unsigned index, qrt::Tensor &tensor);
  /// The same of a float, in f32.
  void reals(unsigned index, qrt::Tensor &tensor);
  /// Integers of a shape computation; constants count.
  void ints(unsigned index, IntTensor &ints);
  /// The same, none of which may vary with the batch.
  void ints(unsigned index, Ints &values);
  /// Tells whether input `index` comes from a shape computation.
  bool isInts(unsigned index) const;
  /// Tells whether `ints` can read it: the above, or a small constant.
  bool isKnownInts(unsigned index) const;
  /// Tells whether its elements are known and plain data.
  bool isConstant(unsigned index) const;
  /// The dimension of an input of which the data decide the length.
  std::optional<int64_t> openDim(unsigned index) const;
  /// Returns the value that the name of input `index` stands for.
  ImportedPtr imported(unsigned index) const;

  // ---- rules ----
  void require(bool condition, const llvm::Twine &otherwise);
  void support(bool condition, const llvm::Twine &otherwise);
  void check(const qrt::Status &status);
  /// Sizes that must be equal, or the file is wrong. Where one value of an open size makes them so,
  /// the import begins anew with it.
  void equal(const nn::Dim &a, const nn::Dim &b, const llvm::Twine &otherwise);
  /// Each value in [least, most]; `what` names them.
  void bounded(llvm::ArrayRef<int64_t> values, int64_t least, int64_t most, llvm::StringRef what);
  /// Negative axes counted from the end; in range afterwards.
  void axis(int64_t &axis, int64_t rank);
  /// The same for several; sorted, distinct.
  void axes(Ints &axes, int64_t rank);
  bool ok() const { return state.ok(); }
  const qrt::Status &status() const { return state; }

  // ---- results ----
  /// Creates the operation that computes output 0 (under the layer's key) and binds it.
  template <typename Op, typename... Args> void emit(mlir::Type element, Args &&...args) {
    if (isNarrowed(element))
      return bindNarrowed(part<Op>("f32", element, std::forward<Args>(args)...));
    bind(0, create<Op>(key, element, std::forward<Args>(args)...));
  }
  /// The same for an operation whose result type is its own to say.
  template <typename Op, typename... Args>
  void emitAs(llvm::ArrayRef<nn::Dim> shape, mlir::Type element, Args &&...args) {
    if (isNarrowed(element))
      return bindNarrowed(partAs<Op>("f32", shape, element, std::forward<Args>(args)...));
    bind(0, createAs<Op>(key, shape, element, std::forward<Args>(args)...));
  }
  /// The same for all outputs, one result each.
  template <typename Op, typename... Args> void emitAll(mlir::Type element, Args &&...args) {
    if (!ok())
      return;
    auto results = entry.createAll<Op>(key, outputCount(), element, std::forward<Args>(args)...);
    check(entry.status);
    for (auto [i, value] : llvm::enumerate(results))
      bind(unsigned(i), value);
  }
  /// All results of an operation that has so many, however many outputs the layer names: to be
  /// bound by bindReal. None once something failed.
  template <typename Op, typename... Args>
  llvm::SmallVector<Value> allParts(unsigned results, mlir::Type element, Args &&...args) {
    llvm::SmallVector<Value> values;
    if (ok()) {
      values =
          entry.createAll<Op>(resultsKey(results), results, element, std::forward<Args>(args)...);
      check(entry.status);
    }
    return values;
  }
  void emitReshape(Value input, llvm::ArrayRef<nn::Dim> shape);
  /// A step on the way, under `key/part`; without a name the layer's own result, still to be bound.
  /// Null once something failed.
  template <typename Op, typename... Args>
  Value part(llvm::StringRef name, mlir::Type element, Args &&...args) {
    return ok() ? create<Op>(partKey(name, element), element, std::forward<Args>(args)...)
                : Value();
  }
  template <typename Op, typename... Args>
  Value partAs(llvm::StringRef name, llvm::ArrayRef<nn::Dim> shape, mlir::Type element,
               Args &&...args) {
    return ok() ? createAs<Op>(partKey(name, element), shape, element, std::forward<Args>(args)...)
                : Value();
  }
  Value reshapePart(llvm::StringRef name, Value input, llvm::ArrayRef<nn::Dim> shape);
  /// EntryBuilder's: a step that reads constants alone as a constant. Null stays null.
  Value evaluated(Value step) { return step ? entry.evaluated(step) : step; }
  /// Takes places that data choose as so many as there may be, −1 behind the last one.
  void takeWhole(Value places) { entry.paddings.forget(places); }
  Value scalarPart(llvm::StringRef name, float value);
  Value constantPart(llvm::StringRef name, mlir::RankedTensorType type, const qrt::Tensor &tensor);
  void bind(unsigned index, Value value);
  /// A step on the way, which turned out to be the layer's own result, gets the layer's key.
  void takeKey(mlir::Operation *step) { entry.rename(step, key); }
  /// The reverse: what turned out to be a step on the way gets a part's name instead of the key.
  void leaveKey(mlir::Operation *result, llvm::StringRef part);
  /// The same of a part that is an f32 result: narrowed where inputs were widened.
  void bindReal(unsigned index, Value value);
  void bind(unsigned index, const qrt::Tensor &constant);
  void bind(unsigned index, const IntTensor &ints);
  /// A constant still to be read from the file.
  void bind(unsigned index, ConstantReader read);
  /// The output is the input.
  void alias(unsigned outputIndex, unsigned inputIndex);
  /// An output that later layers read.
  bool isRead(unsigned output) const;
  /// Sizes in the file's constants are those of a batch of 1, which is any here.
  bool freesBatch() const { return importer.freesBatch(); }

  mlir::Type f32() const;
  mlir::Type i64() const;
  mlir::MLIRContext *context() const { return entry.builder.getContext(); }
  llvm::StringRef layer() const { return key; }
  /// Returns what the layer became; an error where an output that is read is not bound.
  Conversion finish();

private:
  template <typename Op, typename... Args>
  Value create(const std::string &name, mlir::Type element, Args &&...args) {
    if (!ok())
      return {};
    Value value = entry.create<Op>(name, element, std::forward<Args>(args)...);
    check(entry.status);
    return value;
  }
  template <typename Op, typename... Args>
  Value createAs(const std::string &name, llvm::ArrayRef<nn::Dim> shape, mlir::Type element,
                 Args &&...args) {
    if (ok())
      check(EntryBuilder::checkShape(shape));
    if (!ok())
      return {};
    Value value = entry.createAs<Op>(name, shape, element, std::forward<Args>(args)...);
    check(entry.status);
    return value;
  }
  std::string whyUnknown(unsigned index, const Imported &given) const;
  std::string partKey(llvm::StringRef name, mlir::Type element);
  std::string resultsKey(unsigned results);
  bool isNarrowed(mlir::Type element) const { return narrow && element.isF32(); }
  void bindNarrowed(Value value); // output 0
  void bindImported(unsigned index, ImportedPtr value);
  void bindNew(unsigned index, Imported result); // under the layer's key

  GraphImporter &importer;
  EntryBuilder &entry;
  const Layer &source;
  std::string key;
  qrt::Status state;
  mlir::Type narrow; // of inputs that were widened
  std::map<unsigned, ImportedPtr> bound;
};

/// The same, each step giving back the format's own binder.
template <typename Binder> class ChainBinder : public LayerBinder {
public:
  using LayerBinder::LayerBinder;
  Binder &arity(unsigned least, unsigned most) {
    return chain([&](LayerBinder &b) { b.arity(least, most); });
  }
  Binder &input(unsigned index, Value &value) {
    return chain([&](LayerBinder &b) { b.input(index, value); });
  }
  Binder &optional(unsigned index, Value &value) {
    return chain([&](LayerBinder &b) { b.optional(index, value); });
  }
  Binder &numeric(unsigned index, Value &value) {
    return chain([&](LayerBinder &b) { b.numeric(index, value); });
  }
  Binder &reals(unsigned index, qrt::Tensor &tensor) {
    return chain([&](LayerBinder &b) { b.reals(index, tensor); });
  }
  Binder &any(unsigned index, Value &value) {
    return chain([&](LayerBinder &b) { b.any(index, value); });
  }
  Binder &movable(unsigned index, Value &value) {
    return chain([&](LayerBinder &b) { b.movable(index, value); });
  }
  Binder &constant(unsigned index, qrt::Tensor &tensor) {
    return chain([&](LayerBinder &b) { b.constant(index, tensor); });
  }
  template <typename Values> Binder &ints(unsigned index, Values &values) {
    return chain([&](LayerBinder &b) { b.ints(index, values); });
  }
  Binder &require(bool condition, const llvm::Twine &otherwise) {
    return chain([&](LayerBinder &b) { b.require(condition, otherwise); });
  }
  Binder &support(bool condition, const llvm::Twine &otherwise) {
    return chain([&](LayerBinder &b) { b.support(condition, otherwise); });
  }
  Binder &check(const qrt::Status &status) {
    return chain([&](LayerBinder &b) { b.check(status); });
  }
  Binder &equal(const nn::Dim &first, const nn::Dim &second, const llvm::Twine &otherwise) {
    return chain([&](LayerBinder &b) { b.equal(first, second, otherwise); });
  }
  Binder &bounded(llvm::ArrayRef<int64_t> values, int64_t least, int64_t most,
                  llvm::StringRef what) {
    return chain([&](LayerBinder &b) { b.bounded(values, least, most, what); });
  }
  Binder &axis(int64_t &axis, int64_t rank) {
    return chain([&](LayerBinder &b) { b.axis(axis, rank); });
  }
  Binder &axes(Ints &axes, int64_t rank) {
    return chain([&](LayerBinder &b) { b.axes(axes, rank); });
  }

private:
  template <typename Step> Binder &chain(Step step) {
    step(*this);
    return static_cast<Binder &>(*this);
  }
};

/// The element type of a tensor value.
inline mlir::Type elementOf(Value value) { return mlir::getElementTypeOrSelf(value.getType()); }
/// The sizes of its dimensions, which may be symbols.
inline llvm::SmallVector<nn::Dim> dimsOf(Value value) {
  return llvm::SmallVector<nn::Dim>(nn::symbolicShape(value));
}
inline int64_t rankOf(Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType()).getRank();
}

} // namespace qopt
