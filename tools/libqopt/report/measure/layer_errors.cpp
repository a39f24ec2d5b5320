#include "tools/libqopt/report/measure/layer_errors.h"

#include "ir/values/keys.h"
#include "tools/libqopt/flows/compare/following_bounds.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

/// A network of which each value is an output.
struct Exposed {
  Subject subject;
  Feeder feeder;
  llvm::StringMap<FollowingBound> bounds;
  std::vector<std::string> keys; // of the outputs
  llvm::StringMap<size_t> places;

  static Expected<Exposed> make(const Loaded &model, const MeasureOptions &options) {
    llvm::StringMap<FollowingBound> bounds;
    auto expose = [&](mlir::ModuleOp module) {
      bounds = followingBounds(module); // before an output more reads each value
      return exposeAllValues(module);
    };
    auto subject =
        Subject::compile(model.clone(model.path), options.device, expose, options.compile);
    if (!subject)
      return subject.status();
    auto feeder = Feeder::open(options.samples, *subject);
    if (!feeder)
      return feeder.status();
    Exposed made{std::move(*subject), std::move(*feeder), std::move(bounds), {}, {}};
    mlir::func::FuncOp entry = nn::entryOf(*made.subject.module);
    for (mlir::Value value : entry.front().getTerminator()->getOperands()) {
      made.keys.push_back(nn::keyOf(value));
      if (!made.keys.back().empty())
        made.places.try_emplace(made.keys.back(), made.keys.size() - 1);
    }
    return made;
  }

  const Port &port(size_t i) const { return subject.model->outputs()[i]; }
  BoundedValue bounded(size_t i) const {
    auto bound = bounds.find(keys[i]);
    return {port(i), bound == bounds.end() ? nullptr : &bound->second};
  }
  bool has(llvm::StringRef key) const { return places.contains(key); }

  Expected<std::optional<std::vector<Tensor>>> next(int64_t &samples) {
    auto batch = feeder.next();
    if (!batch)
      return batch.status();
    if (!*batch)
      return std::optional<std::vector<Tensor>>();
    samples = (*batch)->raw.count;
    auto values = subject.model->run((*batch)->inputs);
    if (!values)
      return values.status();
    return std::optional(cutToLengths(subject.model->outputs(), std::move(*values)));
  }
};

bool holdsReals(const Port &port) { return port.quantization || isFloat(port.type); }

/// One value, batch by batch.
class ValueSums {
public:
  void add(std::vector<double> reals, std::vector<double> *steps,
           const std::optional<nn::QuantParams> &params, const FollowingBound *bound) {
    if (bound) {
      value.behind = bound->key;
      applyBound(reals, *bound);
    }
    std::optional<std::pair<double, double>> ends;
    if (steps && params) {
      value.scale = params->scale;
      ends = {params->scale * double(params->min - params->zeroPoint),
              params->scale * double(params->max - params->zeroPoint)};
      for (double real : reals)
        value.clipped +=
            real < ends->first - params->scale / 2 || real > ends->second + params->scale / 2;
    }
    if (value.elements == 0)
      value.distribution = Distribution::over(reals, ends ? &*ends : nullptr);
    value.elements += int64_t(reals.size());
    value.distribution.addBefore(reals);
    if (!steps)
      return;
    if (bound)
      applyBound(*steps, *bound);
    if (params)
      value.distribution.addAfter(*steps);
    isUnlike |= steps->size() != reals.size();
    if (!isUnlike)
      sums.add(reals, *steps);
    isCompared = true;
  }

  MeasuredValue take() {
    if (isCompared && !isUnlike)
      value.difference = sums.difference();
    return std::move(value);
  }

private:
  MeasuredValue value;
  DifferenceSums sums;
  bool isUnlike = false, isCompared = false;
};

class Measurement {
public:
  Measurement(Exposed floats, std::optional<Exposed> integers)
      : floats(std::move(floats)), integers(std::move(integers)) {}

  Expected<MeasuredLayers> measure(const Reports &reports) {
    MeasuredLayers result;
    StepScope step(reports, "measure layers", floats.feeder.samples().total());
    for (;;) {
      int64_t samples = 0, same = 0;
      auto reals = floats.next(samples);
      if (!reals)
        return reals.status();
      if (!*reals)
        break;
      std::optional<std::vector<Tensor>> others;
      if (integers) {
        auto next = integers->next(same);
        if (!next)
          return next.status();
        others = std::move(*next);
        if (same != samples)
          return invalidArgument(integers->subject.path + " takes other batches than " +
                                 floats.subject.path + ": they are no two forms of one network");
      }
      // The last run of a fixed batch repeats samples: they count where there are no others.
      if (samples < floats.feeder.rowsOfRun().value_or(samples) && result.samples > 0)
        break;
      addBatch(**reals, others ? &*others : nullptr);
      result.samples += samples;
      step.update(result.samples);
    }
    for (auto &[key, value] : sums)
      result.values.emplace(key, value.take());
    return result;
  }

private:
  void addBatch(const std::vector<Tensor> &reals, const std::vector<Tensor> *others) {
    for (size_t i = 0; i < floats.keys.size(); ++i) {
      const std::string &key = floats.keys[i];
      if (key.empty() || floats.places[key] != i || !holdsReals(floats.port(i)))
        continue;
      std::vector<double> own = realValues(reals[i], floats.port(i).quantization);
      auto place = others ? integers->places.find(key) : integersEnd();
      if (place == integersEnd() || !holdsReals(integers->port(place->second))) {
        if (!others)
          sums[key].add(std::move(own), nullptr, {}, nullptr);
        continue;
      }
      const size_t j = place->second;
      auto hasIn = [](const Exposed &side) {
        return [&side](llvm::StringRef name) { return side.has(name); };
      };
      const FollowingBound *bound =
          judgedBehind(floats.bounded(i), hasIn(floats), integers->bounded(j), hasIn(*integers));
      std::vector<double> steps = realValues((*others)[j], integers->port(j).quantization);
      sums[key].add(std::move(own), &steps, integers->port(j).quantization, bound);
    }
  }
  llvm::StringMap<size_t>::iterator integersEnd() {
    return integers ? integers->places.end() : floats.places.end();
  }

  Exposed floats;
  std::optional<Exposed> integers;
  std::map<std::string, ValueSums> sums;
};

} // namespace

Expected<MeasuredLayers> measureLayers(const Loaded &floats, const Loaded *integers,
                                       const MeasureOptions &options) {
  auto reals = Exposed::make(floats, options);
  if (!reals)
    return reals.status();
  std::optional<Exposed> others;
  if (integers) {
    auto made = Exposed::make(*integers, options);
    if (!made)
      return made.status();
    others.emplace(std::move(*made));
    if (Status status = Feeder::align(reals->feeder, others->feeder); !status.ok())
      return status;
  }
  return Measurement(std::move(*reals), std::move(others)).measure(*floats.reports);
}

} // namespace qopt::run
