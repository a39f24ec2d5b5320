// --insert-quant: its options, and the order of its work.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/stated_precision.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/quantize/insert/dynamic.h"
#include "passes/quantize/insert/integer_forms.h"
#include "passes/quantize/insert/port_plan.h"
#include "passes/quantize/insert/report.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/norms.h"
#include "passes/quantize/policy/ranges.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_INSERTQUANT
#include "passes/passes.h.inc"
namespace {

struct InsertQuant : impl::InsertQuantBase<InsertQuant> {
  using InsertQuantBase::InsertQuantBase;

  using Report = function_ref<LogicalResult(const Twine &)>;

  // Options are wrong before a model is read: the caller exits as for usage.
  LogicalResult initializeOptions(StringRef options, Report report) override {
    if (failed(InsertQuantBase::initializeOptions(options, report)))
      return failure();
    return readOptions(report);
  }

  LogicalResult readOptions(Report report) {
    auto wrong = [&](const Twine &message) { return report("insert-quant: " + message); };
    target = findProfile(profile);
    if (!target)
      return wrong("no profile '" + profile + "'; there are: " + profileNames());
    general.scheme = schemeOf(*target, scheme);
    if (!general.scheme)
      return wrong("profile " + target->name + " has no scheme '" + scheme + "'; it has " +
                   schemeNames(*target));
    if (!llvm::is_contained({8u, 16u}, bits))
      return wrong("bits=" + Twine(bits) + ": expected 8 or 16 bits of activations");
    if (!llvm::is_contained({0u, 2u, 3u, 4u, 7u, 8u, 16u}, weightBits))
      return wrong("weight-bits=" + Twine(weightBits) +
                   ": expected 2, 3, 4, 7, 8 or 16 bits of weights");
    if (weightBits > bits)
      return wrong("weight-bits=" + Twine(weightBits) +
                   ": weights cannot have more bits than activations, bits=" + Twine(bits));
    if (granularity != "channel" && granularity != "tensor")
      return wrong("granularity=" + granularity + ": expected channel or tensor");
    const LayerMode *known = findMode();
    if (!known)
      return wrong("mode=" + mode + ": expected quantize, simulate or dynamic");
    if (*known == LayerMode::Dynamic && (bits != 8 || weightBits == 16))
      return wrong(
          "mode=dynamic: under dynamic ranges activations and weights have 8 bits at most");
    if (*known == LayerMode::Dynamic && !scheme.empty() && scheme != "affine")
      return wrong("mode=dynamic scheme=" + scheme +
                   ": dynamic ranges are always affine; leave scheme= out");
    general.mode = *known;
    if (!llvm::is_contained({"", "weighted", "all"}, region))
      return wrong("region=" + region + ": expected weighted or all");
    if (!attention.empty() && !(general.attention = attentionFormOf(attention)))
      return wrong("attention=" + attention + ": expected float or integer");
    if (general.attention == AttentionForm::Integer && *known == LayerMode::Dynamic)
      return wrong("mode=dynamic attention=integer: attention multiplies two activations, which "
                   "have no dynamic ranges; leave one of the two out");
    if (!fuse.empty() && !fusingOf(fuse))
      return wrong("fuse=" + fuse + ": expected none, tables, arithmetic or all");
    if (io != "float" && io != "quantized")
      return wrong("io=" + io + ": expected float or quantized");
    general.bits = bits;
    general.weightBits = weightBits ? std::optional<unsigned>(weightBits) : std::nullopt;
    general.perChannel = granularity == "channel";
    ranges.clear();
    for (const std::string &text : range) {
      std::string reason;
      std::optional<RangeOption> option = parseRangeOption(text, reason);
      if (!option)
        return wrong("range '" + text + "' " + reason);
      ranges.push_back(*option);
    }
    return success();
  }

  // Null where `mode` is none that holds for all layers.
  const LayerMode *findMode() const {
    static constexpr std::pair<StringLiteral, LayerMode> modes[] = {
        {"quantize", LayerMode::Quantize},
        {"simulate", LayerMode::Simulate},
        {"dynamic", LayerMode::Dynamic}};
    auto *found = llvm::find_if(
        modes, [&](const auto &one) { return one.first == StringRef(mode.getValue()); });
    return found == std::end(modes) ? nullptr : &found->second;
  }

  // None: the profile's.
  std::optional<QuantizedRegion> findRegion() const {
    if (region.empty())
      return std::nullopt;
    return region == "all" ? QuantizedRegion::All : QuantizedRegion::Weighted;
  }

  // A Said holds what one source says of single layers; messages call the source `what`.
  struct Said {
    PolicyFile file;
    std::string origin, what;
  };

  // The later ones over the others.
  FailureOr<SmallVector<Said, 4>> readPolicies(func::FuncOp function) {
    const ValuesByKey values(function);
    SmallVector<Said, 4> all;
    all.push_back({statedPolicy(function, values), "the network's file",
                   ("insert-quant: " + precisionsAttr).str()});
    if (!policy.empty()) {
      const std::string what = "policy '" + policy + "'";
      std::string reason;
      std::optional<PolicyFile> file = readPolicyFile(policy, reason);
      if (file)
        reason = whyNoAttention(*file, values);
      if (!reason.empty())
        return emitError(function.getLoc()) << what << ": " << reason;
      all.push_back({std::move(*file), policy, what});
    }
    PolicyFile wide;
    for (const std::string &key : weightBits8)
      wide.layers[key].weightBits = 8u;
    all.push_back({std::move(wide), "option weight-bits8", "insert-quant: weight-bits8"});
    PolicyFile floats;
    for (const std::string &key : floatLayers)
      floats.layers[key].mode = LayerMode::Observe;
    all.push_back({std::move(floats), "option float", "insert-quant: float"});
    return all;
  }

  void takeAttentionApart(func::FuncOp function, const LayerPolicy &ofAll,
                          MutableArrayRef<Said> said, IntegerAttention &taken) {
    const bool isAsked = general.attention == AttentionForm::Integer;
    if (isAsked &&
        !function.walk([](AttentionOp) { return WalkResult::interrupt(); }).wasInterrupted())
      emitWarning(function.getLoc())
          << "insert-quant: attention=integer: there is no nn.attention; --recognize-composites "
             "makes it of what a file spells out";
    taken.takeApart(function, ofAll,
                    llvm::map_to_vector(said, [](Said &one) { return &one.file; }));
  }

  // Replaces norms that are asked to be integer, with a scale for each channel: per tensor, one
  // scale would have to serve all gains.
  static void replaceNorms(func::FuncOp function, const LayerPolicy &ofAll, ArrayRef<Said> said,
                           NormsAsConvolutions &norms) {
    norms.replace(function, [&](BatchNormOp op) {
      LayerPolicy own = ofAll;
      for (const Said &one : said)
        if (auto named = one.file.layers.find(keyOf(op.getResult()));
            named != one.file.layers.end())
          own = own.overlaid(named->second);
      const bool isAsked = own.mode == LayerMode::Quantize || own.mode == LayerMode::Simulate;
      return isAsked && *own.perChannel && !isFoldableNorm(op);
    });
  }

  // Ranges, the later ones first: nn.range, the calibration file's, the policy's, `range=`.
  LogicalResult readPolicy(func::FuncOp function, QuantPolicy &answers, IntegerAttention &taken,
                           NormsAsConvolutions &norms) {
    FailureOr<SmallVector<Said, 4>> all = readPolicies(function);
    if (failed(all))
      return failure();
    takeAttentionApart(function, answers.ofAll(), *all, taken);
    replaceNorms(function, answers.ofAll(), *all, norms);
    if (!calibration.empty() && failed(applyCalibrationFile(function, calibration)))
      return failure();
    const ValuesByKey values(function);
    for (const auto &[file, origin, what] : *all)
      if (std::string reason = answers.apply(file, function, values, origin); !reason.empty())
        return emitError(function.getLoc()) << what << ": " << reason;
    if (failed(applyRanges(function, ranges)))
      return failure();
    taken.handDownRanges();
    return success();
  }

  // The values asked for, before the plan is carried out.
  LogicalResult answerWhy(const ValuesByKey &values, const PlanRequest &request,
                          const QuantPlan &plan) {
    func::FuncOp function = request.function;
    for (const std::string &key : why) {
      Value value = values.find(key);
      if (!value)
        return emitError(function.getLoc())
               << "insert-quant: why: " << whyMissing(function, values, key);
      mlir::emitRemark(value.getLoc()) << "'" << key << "' is " << whyType(value, request, plan);
    }
    return success();
  }

  // It takes no layer: the module is quantized already, which is an error, or has none to take.
  LogicalResult sayIdle(func::FuncOp function, const QuantPlan &plan) {
    const Summary done = weightedSummary(function);
    if (done.integerLayers() > 0)
      return emitError(function.getLoc()) << "insert-quant: is quantized already (" << done.text()
                                          << "): start from the float network";
    emitWarning(function.getLoc())
        << "insert-quant: quantizes no layer: " << summaryOf(plan).text();
    return success();
  }

  LogicalResult run() {
    // Passes made by createInsertQuant(options), and clones, read them here.
    Location loc = getOperation().getLoc();
    if (failed(readOptions([&](const Twine &message) { return mlir::emitError(loc, message); })))
      return failure();
    func::FuncOp function = entryOf(getOperation());
    if (!function)
      return failure();
    QuantPolicy answers(*target, general, findRegion(), fusingOf(fuse));
    IntegerAttention taken;
    NormsAsConvolutions norms;
    if (failed(readPolicy(function, answers, taken, norms)))
      return failure();
    const ValuesByKey values(function);
    const PlanRequest request{function, answers, io == "quantized", taken};
    const QuantPlan plan = makePlan(request);
    if (failed(report(request, plan, explain)) || failed(answerWhy(values, request, plan)))
      return failure();
    PortPlan ports;
    if (request.integerPorts && failed(ports.build(function, plan)))
      return failure();
    norms.keep([&](Operation *op) { return plan.operations.isInteger(op); });
    if (failed(carryOut(request, plan, ports)))
      return failure();
    norms.restore();
    eraseUnusedConstants(function);
    return success();
  }

  LogicalResult carryOut(const PlanRequest &request, const QuantPlan &plan, const PortPlan &ports) {
    func::FuncOp function = request.function;
    const DynamicLayers dynamic = dynamicLayersOf(request, plan);
    const bool isIdle = plan.takesNothing();
    if (isIdle && dynamic.empty() && failed(sayIdle(function, plan)))
      return failure();
    if (summary && !isIdle && general.mode == LayerMode::Quantize)
      summaryOf(plan).emit(function, "insert-quant");
    makeIntegerForms(function, plan);
    if (failed(quantizeDynamically(function, dynamic, explain)))
      return failure();
    if (request.integerPorts)
      ports.apply(function);
    return success();
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

  const Profile *target = nullptr;
  LayerPolicy general;
  SmallVector<RangeOption> ranges; // keys point into the option `range`
};

} // namespace
} // namespace qopt
