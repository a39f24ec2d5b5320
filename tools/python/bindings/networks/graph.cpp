// Graphs under construction, and what Python holds of operations and values.
#include "tools/python/bindings/networks/graph.h"

#include "ir/ops.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/Support/Threading.h"

namespace qopt::python {

// ---- the graph ----

Graph::Graph(ModuleInContext given, std::string file)
    : parts(OfProcess<ModuleInContext>(std::move(given))), path(std::move(file)) {
  FirstError error(context().get(), path);
  function = nn::entryOf(module());
  if (!function)
    python::check(qrt::invalidArgument(error.text()));
  names.emplace(function);
}

std::shared_ptr<Graph> Graph::empty(const std::string &name) {
  ModuleInContext parts{makeContext(), {}};
  mlir::MLIRContext *context = parts.context.get();
  mlir::Location nowhere = mlir::UnknownLoc::get(context);
  parts.module = mlir::ModuleOp::create(nowhere);
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(parts.module->getBody());
  auto function = mlir::func::FuncOp::create(b, nowhere, "main", b.getFunctionType({}, {}));
  function->setAttr(nn::entryAttr, b.getUnitAttr());
  mlir::Block *block = function.addEntryBlock();
  auto graph = std::make_shared<Graph>(std::move(parts), name);
  graph->own.emplace(mlir::OpBuilder::atBlockEnd(block));
  return graph;
}

void Graph::check() {
  if (!over.empty())
    python::check(qrt::invalidArgument(path + ": " + over));
  if (!parts.isOurs())
    python::check(qrt::invalidArgument(
        path + ": was begun before this process was forked; build it in this process"));
}

mlir::ModuleOp Graph::module() {
  check();
  return *parts->module;
}

mlir::func::FuncOp Graph::entry() {
  check();
  return function;
}

mlir::OpBuilder &Graph::builder() {
  check();
  if (rewriter)
    return *rewriter;
  if (!own)
    python::check(qrt::invalidArgument(
        path + ": a pattern's builder makes operations during the pattern's call alone; use the "
               "one that the call gives"));
  return *own;
}

void Graph::checkBuilt() {
  check();
  if (!own)
    python::check(qrt::invalidArgument(
        path +
        ": a pattern's builder makes layers; give inputs and outputs when the network is built"));
}

mlir::Location Graph::location(const std::optional<Place> &place, llvm::StringRef name) {
  if (root && !place)
    return root->getLoc();
  mlir::MLIRContext *own = context().get();
  mlir::Location line = mlir::UnknownLoc::get(own);
  if (place)
    line = mlir::FileLineColLoc::get(own, place->file, place->line, place->column);
  return mlir::NameLoc::get(mlir::StringAttr::get(own, name), line);
}

void Graph::enter(mlir::RewriterBase &by, mlir::Operation *op) {
  rewriter = &by;
  root = op;
}

void Graph::leave() {
  rewriter = nullptr;
  root = nullptr;
}

void Graph::erase(mlir::Operation *op) {
  if (op == root)
    return; // its pattern is looking at it
  if (rewriter)
    return rewriter->eraseOp(op); // its listener has the graph forget it
  forget(op);
  op->erase();
}

std::string Graph::freshName(const std::string &base) {
  check();
  const bool isPart = root && !nn::nameOf(root).empty();
  return names->unique(isPart ? nn::nameOf(root).str() + "/" + base : base);
}

bool Graph::takeKeys(const std::string &name, unsigned first, unsigned results) {
  check();
  return names->extend(name, first, results);
}

void Graph::forgetNames() {
  check();
  names.emplace(function);
}

std::shared_ptr<Node> Graph::node(mlir::Operation *op) {
  std::shared_ptr<Node> &node = nodes[op];
  if (!node)
    node = std::make_shared<Node>(Node{op, {}});
  return node;
}

void Graph::forget(mlir::Operation *op) {
  auto found = nodes.find(op);
  if (found == nodes.end())
    return;
  found->second->lastName = nn::layerName(op);
  found->second->op = nullptr;
  nodes.erase(found);
}

void Graph::end(const std::string &why) {
  if (!over.empty())
    return;
  over = why;
  for (auto &[op, node] : nodes) {
    if (parts.isOurs())
      node->lastName = nn::layerName(op);
    node->op = nullptr;
  }
  nodes.clear();
  leave();
  names.reset();
}

ModuleInContext Graph::give(const std::string &why) {
  check();
  end(why);
  return std::move(*parts);
}

// ---- references ----

[[noreturn]] static void gone(const std::string &file, const std::string &name) {
  check(qrt::invalidArgument(file + ": layer '" + name +
                             "' is gone: a pattern replaced it; use what stands in its place"));
  llvm_unreachable("check throws");
}

mlir::Operation *OperationRef::get() const {
  graph->check();
  if (!node->op)
    gone(graph->file(), node->lastName);
  return node->op;
}

mlir::Value ValueRef::get() const {
  graph->check();
  if (!node)
    return graph->entry().getArgument(index);
  if (!node->op)
    gone(graph->file(), node->lastName);
  return node->op->getResult(index);
}

ValueRef refOf(const std::shared_ptr<Graph> &graph, mlir::Value value) {
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
    return {graph, nullptr, argument.getArgNumber()};
  auto result = mlir::cast<mlir::OpResult>(value);
  return {graph, graph->node(result.getOwner()), unsigned(result.getResultNumber())};
}

OperationRef refOf(const std::shared_ptr<Graph> &graph, mlir::Operation *op) {
  return {graph, graph->node(op)};
}

FirstError::FirstError(mlir::MLIRContext *context, std::string file)
    : handler(context, [this, file = std::move(file),
                        thread = llvm::get_threadid()](mlir::Diagnostic &diagnostic) {
        if (llvm::get_threadid() != thread ||
            diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return mlir::failure(); // somebody else's
        if (first.empty())
          first = renderDiagnostic(diagnostic, file);
        return mlir::success();
      }) {}

} // namespace qopt::python
