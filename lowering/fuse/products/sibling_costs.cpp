#include "lowering/fuse/products/sibling_costs.h"

#include "lowering/build/program_builder.h"
#include "lowering/regions/halves.h"
#include "lowering/select/select.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

/// A product's call before any buffer stands; its rows as they lie side by side.
qrt::MatmulCall draftOf(MatmulOp op) {
  auto asStored = [](Value value) {
    Value half = halfOf(value);
    return half ? half : value;
  };
  const Sizes a = sizesOf(op.getA());
  qrt::MatmulCall call;
  call.shape.k = a.back().offset;
  call.shape.n = sizesOf(op.getType()).back().offset;
  call.shape.transposedB = op.getTransposeB();
  call.shape.sharedB = true;
  call.batch = fixedSize(1);
  call.rows = productOf(ArrayRef(a).drop_back()).value_or(fixedSize(1));
  call.a = draftFactor(asStored(op.getA()), {});
  call.b = draftFactor(asStored(op.getB()), {});
  return call;
}

/// The kernel that is chosen for a call at a batch has this preference and this cost.
struct Cheapest {
  int preference;
  double cost;
};

class Chooser {
public:
  Chooser(const qrt::DeviceDescription &device, qrt::FloatOrder order) : device(device) {
    program.floatOrder = order;
  }

  std::optional<Cheapest> cheapestFor(const qrt::Call &call, int64_t batch) const {
    const CallSite site{program, node, device};
    const std::vector<Choice> choices = candidatesFor(site, call, batch);
    if (choices.empty())
      return std::nullopt;
    return Cheapest{choices.front().kernel->preference, costOf(choices.front(), site, call, batch)};
  }

private:
  const qrt::DeviceDescription &device;
  qrt::Program program;
  qrt::Node node; // writes nothing: a draft
};

} // namespace

bool costNoMoreTogether(ArrayRef<MatmulOp> products, const qrt::DeviceDescription &device,
                        qrt::FloatOrder order) {
  const Chooser chooser(device, order);
  qrt::MatmulCall together = draftOf(products.front());
  together.shape.n = 0;
  std::vector<qrt::Call> apart;
  for (MatmulOp product : products) {
    apart.push_back(draftOf(product));
    together.shape.n += std::get<qrt::MatmulCall>(apart.back()).shape.n;
  }
  double gain = 0; // the sum of logarithms
  for (const Bucket &bucket : batchBuckets) {
    const std::optional<Cheapest> one = chooser.cheapestFor(together, bucket.typical);
    double cost = 0;
    for (const qrt::Call &product : apart) {
      const std::optional<Cheapest> own = chooser.cheapestFor(product, bucket.typical);
      if (!one || !own || one->preference > own->preference)
        return false;
      cost += own->cost;
    }
    gain += std::log(std::max(1.0, cost)) - std::log(std::max(1.0, one->cost));
  }
  return gain >= 0;
}

} // namespace qopt
