// Patterns that Python writes, applied by MLIR's greedy driver.
#include "tools/python/bindings/networks/graph.h"

#include "ir/ops.h"
#include "ir/values/results.h"
#include "passes/rewrite.h"
#include "tools/libqopt/diagnostics.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

namespace qopt::python {
namespace {

using mlir::Operation;

/// The answer of a pattern's function: the values that take the place of the root's results, and
/// the matched layers that they stand for as well.
using Answer = std::optional<std::tuple<std::vector<ValueRef>, std::vector<OperationRef>>>;

/// (kind of the root, "" for any; the function (operation, graph) -> answer).
using PatternParts = std::tuple<std::string, nb::callable>;

/// One application of patterns to a graph.
class Session : public mlir::RewriterBase::Listener {
public:
  Session(std::shared_ptr<Graph> graph, size_t patterns, int64_t limit)
      : graph(std::move(graph)), left(limit), applied(patterns, 0) {}

  void notifyOperationInserted(Operation *op, mlir::OpBuilder::InsertPoint) override {
    made.push_back(op);
  }
  void notifyOperationErased(Operation *op) override {
    llvm::erase(made, op);
    graph->forget(op);
  }

  /// Nothing is applied any more.
  bool isOver() const { return error || isEndless; }

  std::shared_ptr<Graph> graph;
  int64_t left;                  // applications
  bool isEndless = false;        // more than there were
  std::vector<int64_t> applied;  // by pattern
  std::exception_ptr error;      // of a function
  std::vector<Operation *> made; // in the call that is under way
};

[[noreturn]] void refuse(Operation *op, const std::string &file, const std::string &why) {
  FirstError error(op->getContext(), file);
  mlir::emitError(op->getLoc()) << why;
  check(qrt::invalidArgument(error.text()));
  llvm_unreachable("check throws");
}

std::string textOf(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Returns the values that take the place of the results of `op`. Refuses another number of values,
/// other types, the results of `op` itself, and values of another network.
llvm::SmallVector<mlir::Value> valuesOf(Session &session, Operation *op,
                                        const std::vector<ValueRef> &refs) {
  const std::string &file = session.graph->file();
  if (refs.size() != op->getNumResults())
    refuse(op, file,
           "the pattern gives " + std::to_string(refs.size()) + " values for " +
               std::to_string(op->getNumResults()) + " results; return one for each");
  llvm::SmallVector<mlir::Value> values;
  for (auto [ref, result] : llvm::zip_equal(refs, op->getResults())) {
    mlir::Value value = ref.get();
    if (ref.graph != session.graph)
      refuse(op, file, "the pattern gives a value of another network; use one of this one");
    if (value.getDefiningOp() == op)
      refuse(op, file,
             "the pattern gives the layer's own result; return None where nothing changes");
    if (value.getType() != result.getType())
      refuse(op, file,
             "the pattern gives " + textOf(value.getType()) + " for " + textOf(result.getType()) +
                 "; give a value of the same type");
    values.push_back(value);
  }
  return values;
}

/// Hands the key, range and absorbed layers of `op` to what takes its place, where the pattern made
/// it; a layer that was there before absorbs `op`. Returns the operation that stands for `op` from
/// now on, or null.
Operation *handOver(Session &session, Operation *op, llvm::ArrayRef<mlir::Value> values) {
  Operation *whole = values.empty() ? nullptr : values.front().getDefiningOp();
  const bool isMade = whole && llvm::is_contained(session.made, whole);
  if (isMade && llvm::equal(whole->getResults(), values)) {
    takeIdentity(whole, op);
    return whole;
  }
  Operation *heir = nullptr;
  llvm::SmallPtrSet<Operation *, 4> named;
  for (auto [value, result] : llvm::zip_equal(values, op->getResults())) {
    Operation *maker = value.getDefiningOp();
    if (!maker || !named.insert(maker).second)
      continue;
    heir = heir ? heir : maker;
    if (llvm::is_contained(session.made, maker) && maker->getNumResults() == 1)
      nn::takeResultIdentity(value, result);
    else if (!nn::nameOf(op).empty() && !mlir::isa<nn::ConstantOp>(maker))
      nn::absorb(maker, op);
  }
  return heir;
}

void discard(Session &session) {
  for (size_t i = session.made.size(); i-- > 0;)
    if (i < session.made.size() && session.made[i]->use_empty())
      session.graph->erase(session.made[i]);
}

mlir::LogicalResult answer(Session &session, Operation *op, mlir::PatternRewriter &rewriter,
                           const Answer &given) {
  session.isEndless = given && session.left == 0;
  if (!given || session.isEndless) {
    discard(session);
    return mlir::failure();
  }
  --session.left;
  const auto &[refs, matched] = *given;
  llvm::SmallVector<mlir::Value> values = valuesOf(session, op, refs);
  Operation *heir = handOver(session, op, values);
  rewriter.replaceOp(op, values);
  for (const OperationRef &ref : matched)
    if (Operation *part = ref.node->op; part && heir && part != heir && part->use_empty())
      nn::absorb(heir, part);
  return mlir::success();
}

class PythonPattern : public mlir::RewritePattern {
public:
  PythonPattern(Session &session, size_t number, const std::string &kind, nb::callable function)
      : RewritePattern("nn." + kind, 1, session.graph->context().get()), session(session),
        number(number), function(std::move(function)) {}
  PythonPattern(Session &session, size_t number, nb::callable function)
      : RewritePattern(MatchAnyOpTypeTag(), 1, session.graph->context().get()), session(session),
        number(number), function(std::move(function)) {}

  mlir::LogicalResult matchAndRewrite(Operation *op,
                                      mlir::PatternRewriter &rewriter) const override {
    if (session.isOver() || !mlir::isa<nn::NNDialect>(op->getDialect()))
      return mlir::failure();
    session.made.clear();
    session.graph->enter(rewriter, op);
    mlir::LogicalResult done = mlir::failure();
    try {
      nb::object given = function(refOf(session.graph, op), session.graph);
      done = answer(session, op, rewriter, nb::cast<Answer>(given));
    } catch (...) {
      session.error = std::current_exception(); // MLIR's frames pass none on
    }
    session.graph->leave();
    session.applied[number] += mlir::succeeded(done);
    return done;
  }

private:
  Session &session;
  size_t number;
  nb::callable function;
};

void applyAll(Session &session, const std::vector<PatternParts> &patterns, int64_t limit) {
  mlir::RewritePatternSet set(session.graph->context().get());
  for (const auto &[i, parts] : llvm::enumerate(patterns)) {
    const auto &[kind, function] = parts;
    if (kind.empty())
      set.add(std::make_unique<PythonPattern>(session, i, function));
    else
      set.add(std::make_unique<PythonPattern>(session, i, kind, function));
  }
  mlir::GreedyRewriteConfig config;
  config.enableFolding(false)
      .enableConstantCSE(false)
      .setUseTopDownTraversal()
      .setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Disabled)
      .setMaxIterations(mlir::GreedyRewriteConfig::kNoLimit)
      .setListener(&session);
  mlir::func::FuncOp entry = session.graph->entry();
  (void)mlir::applyPatternsGreedily(entry.getBody(), std::move(set), config);
  if (session.error)
    std::rethrow_exception(session.error);
  if (session.isEndless)
    check(qrt::invalidArgument(
        session.graph->file() + ": patterns were applied " + std::to_string(limit) +
        " times and still match; make each of what it does not match, or give "
        "a higher limit="));
}

/// The module as it is to be kept: verified, its outputs called as they were.
ModuleInContext finished(const std::shared_ptr<Graph> &graph,
                         const std::vector<std::string> &outputs) {
  const std::string file = graph->file();
  mlir::func::FuncOp entry = graph->entry();
  ModuleInContext parts = graph->give("the rewrite is over; ask the model for its layers anew");
  eraseUnusedConstants(entry);
  if (nn::outputNames(entry) != outputs)
    nn::setOutputNames(entry, outputs);
  ErrorCollector errors(parts.context.get(), file);
  if (mlir::failed(mlir::verify(*parts.module)))
    check(
        errors.status(qrt::StatusCode::InvalidArgument, "what the patterns made does not verify"));
  return parts;
}

/// Applies the patterns and returns how often each was applied. Where a function raises, or the
/// result does not verify, the model is as it was.
std::vector<int64_t> apply(Model &model, const std::vector<PatternParts> &patterns, int64_t limit) {
  int version = 0;
  std::optional<InContext> atWork;
  std::unique_ptr<Model> changed = [&] {
    const Released released;
    std::lock_guard lock(model.mutex);
    version = model.version();
    atWork.emplace(model.users());
    return model.clone();
  }();
  auto graph = std::make_shared<Graph>(changed->give(), model.file());
  const std::vector<std::string> outputs = nn::outputNames(graph->entry());
  Session session(graph, patterns.size(), limit);
  struct Over {
    Graph &graph;
    ~Over() { graph.end("the rewrite is over; ask the model for its layers anew"); }
  } over{*graph};
  applyAll(session, patterns, limit);
  ModuleInContext parts = finished(graph, outputs);
  const Released released;
  std::lock_guard lock(model.mutex);
  if (model.version() != version)
    check(qrt::invalidArgument(model.file() +
                               ": the model was changed while patterns were applied; "
                               "apply them again"));
  model.replace(std::move(parts));
  return session.applied;
}

} // namespace

void addRewrite(nb::module_ &m) {
  m.def("apply_patterns", &apply, nb::arg("model"), nb::arg("patterns"), nb::arg("limit"));
}

} // namespace qopt::python
