#include "tools/libqopt/calibrate/stretches.h"

#include "ir/bind_sizes.h"
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "passes/calibrate/taps.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt {
namespace {

class Cutter {
public:
  Cutter(func::FuncOp function, size_t most) : function(function), most(most) {
    for (Operation &op : function.front().without_terminator())
      if (!isa<nn::ConstantOp>(op))
        order.push_back(&op);
  }

  std::vector<size_t> places() {
    std::vector<size_t> cuts;
    if (order.size() <= most)
      return cuts;
    if (const std::set<std::string> open = nn::symbolsOf(function); open.size() > 1) {
      noteLong(0, order.size(),
               "several sizes are open, " + llvm::join(open, ", ") +
                   ", to which --shape=INPUT:SIZES gives numbers");
      return cuts;
    }
    findReaders();
    const std::vector<Border> borders = findBorders();
    for (size_t begin = 0; order.size() - begin > most;) {
      const size_t cut = bestOf(borders, begin + most / 2, begin + most);
      // A bit more than asked for is nothing to speak of.
      if (cut - begin > 2 * most)
        noteLong(begin, cut, whyUncut(begin + most));
      if (cut == order.size())
        return cuts;
      cuts.push_back(cut);
      begin = cut;
    }
    return cuts;
  }

  /// Returns why the first part that is too long could not be cut; empty where none is.
  const std::string &whyLong() const { return longPart; }

  Stretches cut(const std::vector<size_t> &cuts) {
    Stretches all;
    for (BlockArgument argument : function.getArguments())
      slots[argument] = all.slots++;
    for (size_t i = 0; i <= cuts.size(); ++i)
      all.parts.push_back(
          partOf(i == 0 ? 0 : cuts[i - 1], i == cuts.size() ? order.size() : cuts[i], all.slots));
    return all;
  }

private:
  /// The values that are read on both sides of a place.
  struct Border {
    size_t values = 0, misfits = 0;
  };

  void findReaders() {
    for (auto [i, op] : llvm::enumerate(order))
      for (Value operand : op->getOperands())
        if (!operand.getDefiningOp<nn::ConstantOp>())
          lastRead[operand] = i;
  }

  void noteLong(size_t begin, size_t end, const std::string &why) {
    if (longPart.empty())
      longPart = std::to_string(end - begin) +
                 " operations have to be measured together, and all of their values take memory at "
                 "once: " +
                 why;
  }

  /// Returns why no part may begin before the operation of this number: a value that is read on
  /// both sides and does not fit.
  std::string whyUncut(size_t place) const {
    for (size_t i = place; i-- > 0;)
      for (Value result : order[i]->getResults())
        if (lastRead.lookup(result) >= place && !fits(result))
          return "between them lies '" + nn::keyOf(result) + "', " +
                 (nn::isQuantized(result.getType())
                      ? "which is quantized"
                      : "whose shape " + nn::toString(nn::symbolicShape(result)) +
                            " does not begin with the samples' number, all else fixed");
    return "no single value connects its two halves";
  }

  bool fits(Value value) const {
    std::optional<unsigned> sampled = sampleArgument(function);
    nn::SymbolicShape shape = nn::symbolicShape(value);
    auto isFixed = [](const nn::Dim &dim) { return dim.isStatic(); };
    if (nn::isQuantized(value.getType()))
      return false;
    if (llvm::all_of(shape, isFixed))
      return true;
    return sampled &&
           shape[0] == nn::symbolicShape(func::FuncOp(function).getArgument(*sampled))[0] &&
           llvm::all_of(llvm::drop_begin(shape), isFixed);
  }

  /// Returns the border at each place, which lies before the operation of that number. Arguments
  /// pass any.
  std::vector<Border> findBorders() const {
    std::vector<int64_t> values(order.size() + 1), misfits(order.size() + 1);
    for (auto [i, op] : llvm::enumerate(order))
      for (Value result : op->getResults()) {
        auto last = lastRead.find(result);
        if (last == lastRead.end())
          continue;
        const int64_t misfit = !fits(result);
        ++values[i + 1], --values[last->second + 1];
        misfits[i + 1] += misfit, misfits[last->second + 1] -= misfit;
      }
    std::vector<Border> borders(order.size() + 1);
    int64_t live = 0, misfit = 0;
    for (size_t i = 0; i < borders.size(); ++i)
      borders[i] = {size_t(live += values[i]), size_t(misfit += misfits[i])};
    return borders;
  }

  /// The place with the fewest values within the range, or the first behind it; the end if there is
  /// none.
  size_t bestOf(const std::vector<Border> &borders, size_t first, size_t last) const {
    size_t best = order.size();
    for (size_t i = first; i < order.size() && (i <= last || best == order.size()); ++i)
      if (!borders[i].misfits &&
          (best == order.size() || borders[i].values <= borders[best].values))
        best = i;
    return best;
  }

  size_t slotOf(Value value, size_t &count) {
    auto [slot, isNew] = slots.try_emplace(value, count);
    count += isNew;
    return slot->second;
  }

  Stretch partOf(size_t begin, size_t end, size_t &count) {
    Stretch part;
    OpBuilder builder(function.getContext());
    part.module = ModuleOp::create(function.getLoc());
    builder.setInsertionPointToStart(part.module->getBody());
    auto entry = func::FuncOp::create(builder, function.getLoc(), function.getName(),
                                      builder.getFunctionType({}, {}));
    entry->setAttr(nn::entryAttr, builder.getUnitAttr());
    Block *block = entry.addEntryBlock();
    builder.setInsertionPointToStart(block);
    IRMapping mapping;
    SmallVector<Attribute> names;
    SmallVector<Value> results;
    auto take = [&](Value value) {
      if (mapping.contains(value))
        return;
      if (auto constant = value.getDefiningOp<nn::ConstantOp>()) {
        builder.clone(*constant, mapping);
        return;
      }
      mapping.map(value, block->addArgument(value.getType(), value.getLoc()));
      part.inputs.push_back(slots.at(value));
      names.push_back(builder.getStringAttr(nn::keyOf(value)));
      if (!isa<BlockArgument>(value) && lastRead.lookup(value) < end)
        part.done.push_back(part.inputs.back());
    };
    if (std::optional<unsigned> sampled = sampleArgument(function))
      take(func::FuncOp(function).getArgument(*sampled)); // sizes may follow it that no operand has
    for (size_t i = begin; i < end; ++i) {
      llvm::for_each(order[i]->getOperands(), take);
      Operation *copy = builder.clone(*order[i], mapping);
      for (auto [result, made] : llvm::zip_equal(order[i]->getResults(), copy->getResults()))
        if (auto last = lastRead.find(result); last != lastRead.end() && last->second >= end) {
          part.outputs.push_back(slotOf(result, count));
          results.push_back(made);
        }
    }
    func::ReturnOp::create(builder, function.getLoc(), results);
    entry.setType(
        builder.getFunctionType(block->getArgumentTypes(), ValueRange(results).getTypes()));
    for (auto [i, name] : llvm::enumerate(names))
      if (!cast<StringAttr>(name).empty())
        entry.setArgAttr(unsigned(i), nn::nameAttr, name);
    return part;
  }

  mutable func::FuncOp function; // a handle
  size_t most;
  std::vector<Operation *> order; // constants left out
  std::string longPart;
  llvm::DenseMap<Value, size_t> lastRead, slots;
};

} // namespace

Stretches cutIntoStretches(ModuleOp module, size_t most) {
  Cutter cutter(nn::entryOf(module), most);
  const std::vector<size_t> places = cutter.places();
  Stretches stretches;
  if (places.empty())
    stretches.parts.push_back({module.clone(), {}, {}, {}});
  else
    stretches = cutter.cut(places);
  stretches.whyLong = cutter.whyLong();
  return stretches;
}

} // namespace qopt
