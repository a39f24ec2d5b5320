#include "tools/libqopt/flows/quantize/candidates.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "passes/quantize/policy/profile.h"
#include "passes/quantize/roles.h"
#include "passes/repair/rescale.h"
#include "passes/repair/seed_layer.h"
#include "tools/libqopt/repairer.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::run {
namespace {

/// A calibrator, and what of its settings the contest chooses.
struct Calibrating {
  llvm::StringLiteral method;
  bool skipsZeros = false;
};

// The simplest first. A moving average is no candidate: it is a min-max that clips by chance.
constexpr Calibrating calibratorsInTurn[] = {
    {"min-max"}, {"percentile"}, {"mse"}, {"entropy", true}, {"auto"}};
// Signs and signed would double the contest's time. They are mixed without its zero points, which
// cost a range that leans to one side up to a bit: of the two networks that docs/accuracy.md has
// them of, signs is within 0.1 dB of mixed and signed 3 dB worse; of others nothing is known.
constexpr nn::Scheme schemesInTurn[] = {nn::Scheme::Mixed, nn::Scheme::Affine};

std::vector<std::string> schemesOf(const Recipe &open) {
  if (!open.scheme.empty())
    return {open.scheme};
  const Profile &target = *findProfile(open.profile);
  std::vector<std::string> names;
  for (nn::Scheme scheme : schemesInTurn)
    if (llvm::is_contained(target.schemes, scheme))
      names.emplace_back(nn::schemeName(scheme));
  if (names.empty())
    names.emplace_back(nn::schemeName(target.schemes.front()));
  return names;
}

/// Dynamic ranges are u8 with a zero point, and their results f32.
bool mayBeDynamic(const Recipe &open) {
  return open.mode.empty() && open.scheme.empty() && open.calibrator.empty() &&
         !open.narrowsFloats() && open.attentionForm() == AttentionForm::Float &&
         llvm::is_contained(findProfile(open.profile)->schemes, nn::Scheme::Affine) &&
         findProfile(open.profile)->region == QuantizedRegion::Weighted;
}

std::vector<Recipe> measured(const Recipe &open) {
  std::vector<Recipe> all;
  for (const std::string &scheme : schemesOf(open)) {
    Recipe recipe = open;
    recipe.mode = "quantize";
    recipe.scheme = scheme;
    if (!open.calibrator.empty()) {
      all.push_back(recipe);
      continue;
    }
    for (const Calibrating &one : calibratorsInTurn) {
      recipe.calibrator = one.method.str();
      recipe.settings.skipsZeros = one.skipsZeros;
      all.push_back(recipe);
    }
  }
  return all;
}

// SmoothQuant's authors propose this alpha for most networks.
constexpr double usualAlpha = 0.5;

/// Without, then with what of both repairs is not stated.
std::vector<Recipe> repairsOf(const Recipe &recipe) {
  std::vector<Recipe> all;
  for (bool repairs : {false, true}) {
    Recipe one = recipe;
    one.rounds = recipe.rounds.value_or(repairs);
    one.correctsBias = recipe.correctsBias.value_or(repairs);
    one.smoothing = recipe.smoothing.value_or(0);
    all.push_back(std::move(one));
    if (recipe.rounds && recipe.correctsBias)
      break;
  }
  return all;
}

} // namespace

std::vector<Recipe> candidatesOf(const Recipe &open, const NetworkFacts &facts) {
  std::vector<std::vector<Recipe>> modes;
  if (!open.isDynamic())
    modes.push_back(measured(open));
  if (open.isDynamic() || (facts.doProductsDominate && mayBeDynamic(open))) {
    Recipe recipe = open;
    recipe.mode = "dynamic";
    recipe.scheme.clear();
    modes.push_back({recipe});
  }
  std::vector<Recipe> all;
  for (const std::vector<Recipe> &settings : modes)
    for (size_t repair = 0, most = repairsOf(settings.front()).size(); repair < most; ++repair)
      for (const Recipe &setting : settings)
        all.push_back(repairsOf(setting)[repair]);
  if (facts.areNormsMultiplied && !open.smoothing && !open.leavesWeights() &&
      all.back().isDynamic()) {
    all.push_back(all.back());
    all.back().smoothing = usualAlpha;
  }
  return all;
}

/// Returns how many rows of a sample a layer multiplies; 1 where the network leaves it open.
static int64_t rowsOfSample(const SeedLayer &layer) {
  int64_t rows = 1;
  for (const nn::Dim &dim : llvm::drop_begin(nn::symbolicShape(layer.op->getResult(0))))
    rows *= dim.isStatic() ? dim.value() : 1;
  return std::max<int64_t>(1, rows / layer.outputs);
}

bool isRepairDear(mlir::ModuleOp floats, int64_t samples) {
  constexpr double dear = 1e10;
  const RepairerOptions how;
  double multiplyAdds = 0;
  for (const SeedLayer &layer : seedLayersOf(nn::entryOf(floats))) {
    const double terms = double(layer.terms), groups = double(layer.groups);
    const int64_t all = std::min(samples, how.samples) * rowsOfSample(layer);
    multiplyAdds += groups * terms * terms * (double(std::min(how.rows, all)) / 2 + terms);
  }
  return multiplyAdds > dear;
}

bool areAlikeButForRepair(const Recipe &a, const Recipe &b) {
  return a.mode == b.mode && a.scheme == b.scheme && a.calibrator == b.calibrator;
}

static bool doProductsDominate(mlir::ModuleOp floats) {
  int64_t products = 0, all = 0;
  nn::entryOf(floats).walk([&](nn::CostOpInterface op) {
    if (!hasWeights(op))
      return;
    const int64_t count = op.cost(1).multiplyAdds;
    all += count;
    products += mlir::isa<nn::MatmulOp>(op.getOperation()) ? count : 0;
  });
  return all > 0 && 2 * products >= all;
}

static bool areNormsMultiplied(mlir::ModuleOp floats) {
  return nn::entryOf(floats)
      .walk([](nn::MatmulOp op) {
        mlir::Operation *maker = op.getOperand(0).getDefiningOp();
        return maker && isScaledNorm(maker) && hasWeights(op) ? mlir::WalkResult::interrupt()
                                                              : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

NetworkFacts NetworkFacts::of(mlir::ModuleOp floats) {
  return {.doProductsDominate = run::doProductsDominate(floats),
          .areNormsMultiplied = run::areNormsMultiplied(floats)};
}

} // namespace qopt::run
