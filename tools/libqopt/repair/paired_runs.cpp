#include "tools/libqopt/repair/paired_runs.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "passes/calibrate/taps.h"
#include "tools/libqopt/memory_budget.h"
#include "tools/libqopt/repair/measured_inputs.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using qrt::Expected;
using qrt::Status;
using qrt::Tensor;

namespace qopt {
namespace {

// Values at hand may take so much; further ones are computed again, from the last ones that fit.
constexpr int64_t bytesKept = int64_t(256) << 20;

/// Operations that lie between the known values and the wanted ones, constants among them.
llvm::DenseSet<Operation *> between(ArrayRef<Value> known, ArrayRef<Value> wanted) {
  const llvm::DenseSet<Value> ends(known.begin(), known.end());
  llvm::DenseSet<Operation *> found;
  SmallVector<Value> open(wanted.begin(), wanted.end());
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (ends.contains(value) || !op || !found.insert(op).second)
      continue;
    open.append(op->operand_begin(), op->operand_end());
  }
  return found;
}

} // namespace

Expected<std::unique_ptr<NetworkPart>>
NetworkPart::compile(func::FuncOp entry, ArrayRef<Value> known, ArrayRef<Value> wanted,
                     const std::string &device, const CompileOptions &options) {
  auto made = std::make_unique<NetworkPart>();
  for (Value value : wanted) {
    auto found = llvm::find(known, value);
    made->isKnown.push_back(found == known.end() ? std::nullopt
                                                 : std::optional(size_t(found - known.begin())));
  }
  if (llvm::all_of(made->isKnown, [](const auto &at) { return at.has_value(); }))
    return made;
  const llvm::DenseSet<Operation *> inside = between(known, wanted);
  OpBuilder builder(entry.getContext());
  Module module = ModuleOp::create(entry.getLoc());
  builder.setInsertionPointToStart(module->getBody());
  auto part = func::FuncOp::create(builder, entry.getLoc(), entry.getName(),
                                   builder.getFunctionType({}, {}));
  part->setAttr(nn::entryAttr, builder.getUnitAttr());
  Block *block = part.addEntryBlock();
  builder.setInsertionPointToStart(block);
  IRMapping mapping;
  SmallVector<Attribute> names;
  for (auto [i, value] : llvm::enumerate(known))
    if (llvm::any_of(value.getUsers(), [&](Operation *user) { return inside.contains(user); })) {
      mapping.map(value, block->addArgument(value.getType(), value.getLoc()));
      names.push_back(builder.getStringAttr(nn::keyOf(value)));
      made->inputs.push_back(i);
    }
  for (Operation &op : entry.front())
    if (inside.contains(&op))
      builder.clone(op, mapping);
  SmallVector<Value> results;
  for (auto [value, at] : llvm::zip_equal(wanted, made->isKnown))
    if (!at)
      results.push_back(mapping.lookup(value));
  func::ReturnOp::create(builder, entry.getLoc(), results);
  part.setType(builder.getFunctionType(block->getArgumentTypes(), ValueRange(results).getTypes()));
  for (auto [i, name] : llvm::enumerate(names))
    if (!cast<StringAttr>(name).empty())
      part.setArgAttr(unsigned(i), nn::nameAttr, name);
  auto model = CompiledModel::compile(*module, device, options);
  if (!model)
    return model.status();
  made->model = std::move(*model);
  return made;
}

Expected<std::vector<Tensor>> NetworkPart::run(ArrayRef<Tensor> known) const {
  std::vector<Tensor> own;
  for (size_t input : inputs)
    own.push_back(known[input]);
  std::vector<Tensor> results;
  if (model) {
    auto made = model->run(own);
    if (!made)
      return made.status();
    results = std::move(*made);
  }
  std::vector<Tensor> wanted;
  size_t next = 0;
  for (std::optional<size_t> at : isKnown)
    wanted.push_back(at ? known[*at] : results[next++]);
  return wanted;
}

int64_t NetworkPart::batchWithin(int64_t bytes, int64_t most) const {
  return model ? qopt::batchWithin(*model, bytes, most) : most;
}

PairedRuns::PairedRuns(ModuleOp module, std::string device, CompileOptions options, int64_t samples)
    : module(module), device(std::move(device)), options(std::move(options)), samples(samples) {
  floats = cast<ModuleOp>(module->clone(toFloats));
  for (Value argument : nn::entryOf(module).getArguments())
    next.push_back(argument);
}

// Returns the bytes of the values in both networks, for all samples: of one run where the batch is
// open, else of many.
int64_t PairedRuns::bytesOfAll(ArrayRef<Value> values) const {
  func::FuncOp entry = nn::entryOf(module);
  int64_t inRun = 1;
  if (std::optional<unsigned> argument = sampleArgument(entry)) {
    const nn::Dim batch = nn::symbolicShape(entry.getArgument(*argument))[0];
    inRun = batch.isStatic() ? batch.value() : samples;
  }
  int64_t bytes = 0;
  for (Value value : values)
    bytes += 2 * MeasuredInputs::bytes(value, inRun);
  return bytes * ((samples + inRun - 1) / inRun);
}

Status PairedRuns::begin(const Stage &stage) {
  if (keepsNext || known.empty()) // what was next is at hand, or the inputs are
    known = next, kept = std::move(keptNext);
  keptNext.clear();
  next = stage.read;
  keepsNext = bytesOfAll(next) <= bytesKept;
  auto placeOf = [&](Value value) {
    const auto found = llvm::find(next, value);
    assert(found != next.end() && "a stage holds what its layers read");
    return size_t(found - next.begin());
  };
  places.clear(), besides.clear();
  for (const SummedLayers &one : stage.layers) {
    places.push_back(placeOf(one.layers.front()->input()));
    besides.push_back(one.beside ? std::optional(placeOf(one.beside)) : std::nullopt);
  }
  auto partOf = [&](ModuleOp of, auto valueOf) {
    return NetworkPart::compile(nn::entryOf(of), llvm::map_to_vector(known, valueOf),
                                llvm::map_to_vector(next, valueOf), device, options);
  };
  auto rounded = partOf(module, [](Value value) { return value; });
  auto beside = partOf(*floats, [&](Value value) { return toFloats.lookup(value); });
  if (!rounded || !beside)
    return rounded ? beside.status() : rounded.status();
  read = std::move(*rounded), wanted = std::move(*beside);
  return {};
}

Expected<PairedInputs> PairedRuns::step(const PairedInputs &from) {
  auto own = read->run(from.read);
  auto others = own ? wanted->run(from.wanted) : own;
  if (!others)
    return others.status();
  return PairedInputs{std::move(*others), std::move(*own)};
}

static Tensor difference(const Tensor &a, const Tensor &b) {
  Tensor made = Tensor::allocate(a.type(), a.shape());
  std::ranges::transform(a.values<float>(), b.values<float>(), made.mutableValues<float>().begin(),
                         std::minus());
  return made;
}

PairedInputs PairedRuns::inputsOf(const PairedInputs &values) const {
  PairedInputs inputs;
  for (size_t place : places) {
    inputs.wanted.push_back(values.wanted[place]);
    inputs.read.push_back(values.read[place]);
  }
  for (std::optional<size_t> beside : besides)
    inputs.lacks.push_back(beside ? difference(values.wanted[*beside], values.read[*beside])
                                  : Tensor::allocate(qrt::ElementType::F32, {0}));
  return inputs;
}

void PairedRuns::keep(PairedInputs values, int64_t count, int64_t rows) {
  if (keepsNext)
    keptNext.push_back({std::move(values), count, rows});
}

Expected<PairedInputs> PairedRuns::run(const Calibrator::Batch &batch, int64_t rows) {
  const std::vector<Tensor> inputs(batch.inputs.begin(), batch.inputs.end());
  auto values = step({inputs, inputs});
  if (!values)
    return values.status();
  PairedInputs told = inputsOf(*values);
  keep(std::move(*values), batch.samples, rows);
  return told;
}

Status PairedRuns::replay(Visit visit) {
  int64_t first = 0;
  for (Kept &batch : kept) {
    auto values = step(batch.values);
    if (!values)
      return values.status();
    if (keepsNext)
      batch.values = {}; // there is something nearer
    if (Status status = visit(inputsOf(*values), batch.samples, first, batch.rows); !status.ok())
      return status;
    first += batch.samples;
    keep(std::move(*values), batch.samples, batch.rows);
  }
  return {};
}

} // namespace qopt
