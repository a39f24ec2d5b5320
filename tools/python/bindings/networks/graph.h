// A graph that Python builds or rewrites operation by operation, and what Python holds of it.
#pragma once

#include "tools/python/bindings/bindings.h"
#include "tools/python/bindings/networks/op_definitions.h"

#include "ir/types/dims.h"
#include "ir/values/keys.h"

#include "mlir/IR/PatternMatch.h"

namespace qopt::python {

/// Python's hold on an operation. It outlives the operation.
struct Node {
  mlir::Operation *op;  // null: it is gone
  std::string lastName; // what it was called then
};

/// A place in a Python source; lines and columns count from 1, a column of 0 is not known.
struct Place {
  std::string file;
  unsigned line = 0, column = 0;
};

/// One module under construction. Threads take turns by the interpreter's lock, which every call
/// holds. In a child that was forked all calls raise.
class Graph {
public:
  /// `file` is what messages call it.
  Graph(ModuleInContext parts, std::string file);
  ~Graph() { end("is gone"); }
  /// A module with an empty entry.
  static std::shared_ptr<Graph> empty(const std::string &name);

  mlir::ModuleOp module();
  mlir::func::FuncOp entry();
  /// Returns the context and keeps it alive: the caller may let Python's code run, which may end
  /// the graph, and go on with attributes.
  std::shared_ptr<mlir::MLIRContext> context() {
    check();
    return parts->context;
  }
  const std::string &file() const { return path; }
  /// Returns the builder that makes operations. Throws outside of a pattern's call, where there is
  /// no place for them.
  mlir::OpBuilder &builder();
  /// Throws where patterns are at work: what they change has its inputs and outputs.
  void checkBuilt();
  /// Returns the location for what is made for a Python line; without a line, the place that a
  /// pattern's root has.
  mlir::Location location(const std::optional<Place> &place, llvm::StringRef name);

  std::shared_ptr<Node> node(mlir::Operation *op);
  /// The operation is about to be erased.
  void forget(mlir::Operation *op);
  /// Hands the module out: nothing can be asked of the graph any more, `why` says it to who asks.
  ModuleInContext give(const std::string &why);
  void end(const std::string &why);
  /// Throws where it is over, or of another process.
  void check();

  /// Through the rewriter, where one is at work.
  void erase(mlir::Operation *op);

  /// A pattern's call: operations are made in front of its root.
  void enter(mlir::RewriterBase &rewriter, mlir::Operation *root);
  void leave();

  /// A name that nobody has, reserved: "conv2d_1"; in a pattern "relu1/conv2d".
  std::string freshName(const std::string &base);
  /// The name with the keys of so many results; false where one is taken. `first` of them is to be
  /// reserved yet.
  bool takeKeys(const std::string &name, unsigned first, unsigned results);
  /// Names are those of what there is: what was reserved for others is free again.
  void forgetNames();

private:
  OfProcess<ModuleInContext> parts;
  mlir::func::FuncOp function;
  std::string path, over; // why nothing can be asked
  std::optional<mlir::OpBuilder> own;
  std::optional<nn::NameTable> names;
  mlir::RewriterBase *rewriter = nullptr;
  mlir::Operation *root = nullptr;
  llvm::DenseMap<mlir::Operation *, std::shared_ptr<Node>> nodes;
};

struct OperationRef {
  std::shared_ptr<Graph> graph;
  std::shared_ptr<Node> node;
  /// Throws where it is gone.
  mlir::Operation *get() const;
};

struct ValueRef {
  std::shared_ptr<Graph> graph;
  std::shared_ptr<Node> node; // null: of an input
  unsigned index = 0;
  /// Throws where it is gone.
  mlir::Value get() const;
  bool operator==(const ValueRef &) const = default;
};

ValueRef refOf(const std::shared_ptr<Graph> &graph, mlir::Value value);
OperationRef refOf(const std::shared_ptr<Graph> &graph, mlir::Operation *op);

/// The errors of a scope and of its thread, as text: the first, rendered.
class FirstError {
public:
  FirstError(mlir::MLIRContext *context, std::string file);
  const std::string &text() const { return first; }

private:
  std::string first;
  mlir::ScopedDiagnosticHandler handler;
};

// ---- attributes.cpp ----

/// An attribute of the kinds that a definition names. Throws where `value` is none, calling it
/// `what`.
mlir::Attribute attributeOf(mlir::MLIRContext *context, llvm::StringRef kinds, nb::handle value,
                            const std::string &what);
/// A number, a text, a tuple, an array; None of none.
nb::object objectOf(mlir::Attribute attribute);
/// The kinds that attributeOf knows.
std::vector<std::string> attributeKinds();

/// "float32", "int4", or MLIR's own words: "!quant.uniform<i8:f32, 0.5>".
mlir::Type elementNamed(mlir::MLIRContext *context, const std::string &name);
std::string elementText(mlir::Type element);
/// Numbers, and expressions of symbols: (8, "N", "2*H+1").
nn::SymbolicShape shapeOf(mlir::MLIRContext *context, nb::handle sizes);
nb::tuple sizesOf(mlir::Type type);

// ---- constants.cpp ----

/// An array as a constant's value, of the elements that `dtype` names (none: the array's own).
mlir::ElementsAttr elementsOf(mlir::MLIRContext *context, nb::handle array,
                              const std::optional<std::string> &dtype, const std::string &what);

// ---- create.cpp ----

/// An operation as a caller states it.
struct OpRequest {
  std::string op;
  std::vector<std::vector<ValueRef>> operands; // a list for each of the definition's
  nb::dict attributes;
  std::string name;
  bool isReserved = false; // by freshName
  std::optional<std::string> dtype;
  nb::object shape; // or None
  std::optional<Place> place;
};
/// Makes the operation where the graph's builder stands. Types of results that nobody stated follow
/// from what the operation's inference and verifier say.
std::vector<ValueRef> createOperation(const std::shared_ptr<Graph> &graph,
                                      const OpRequest &request);

} // namespace qopt::python
