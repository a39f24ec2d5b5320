// SSD's layers around its heads: PriorBox, whose boxes the shapes decide, and DetectionOutput.
#include "importers/caffe/graph/op_table.h"
#include "importers/caffe/ops/window.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::caffe {

namespace {
struct Grid {
  int64_t height, width; // of the feature map
  float imageHeight, imageWidth;
  float stepHeight, stepWidth; // in pixels
};
} // namespace

// 1 first, then each ratio that is new, with its reciprocal where they are flipped.
static std::vector<float> ratiosOf(const proto::PriorBoxParameter &p) {
  std::vector<float> ratios{1.0f};
  for (float ratio : p.aspect_ratio()) {
    if (llvm::any_of(ratios, [&](float known) { return std::fabs(ratio - known) < 1e-6f; }))
      continue;
    ratios.push_back(ratio);
    if (p.flip())
      ratios.push_back(1.0f / ratio);
  }
  return ratios;
}

static void check(Binder &b, const proto::PriorBoxParameter &p) {
  auto isPositive = [](float value) { return value > 0 && std::isfinite(value); };
  auto isSize = [](float value) { return value > 0 && value <= 1 << 24; };
  b.require(p.min_size_size() > 0, "says no min_size");
  b.require(llvm::all_of(p.min_size(), isSize), "min_size is no size above 0");
  b.require(p.max_size_size() == 0 || p.max_size_size() == p.min_size_size(),
            "has " + Twine(p.max_size_size()) + " of max_size for " + Twine(p.min_size_size()) +
                " of min_size");
  for (int i = 0; i < p.max_size_size() && i < p.min_size_size(); ++i)
    b.require(p.max_size(i) > p.min_size(i) && isSize(p.max_size(i)),
              "max_size is no size above min_size");
  b.require(llvm::all_of(p.aspect_ratio(), isPositive), "aspect_ratio is not above 0");
  b.require(p.variance_size() <= 1 || p.variance_size() == 4, "variance needs 1 or 4 entries");
  b.require(llvm::all_of(p.variance(), isPositive), "variance is not above 0");
  b.require(!(p.has_img_size() && (p.has_img_h() || p.has_img_w())),
            "img_size is said twice, with and without _h and _w");
  b.require(p.has_img_h() == p.has_img_w(), "img_h and img_w go together");
  b.require(!(p.has_step() && (p.has_step_h() || p.has_step_w())),
            "step is said twice, with and without _h and _w");
  b.require(p.has_step_h() == p.has_step_w(), "step_h and step_w go together");
  for (auto [has, size] : {std::pair{p.has_img_size(), p.img_size()},
                           {p.has_img_h(), p.img_h()},
                           {p.has_img_w(), p.img_w()}})
    b.require(!has || (size >= 1 && size <= 1 << 24), "img_size " + Twine(size) + " is no size");
  for (auto [has, step] : {std::pair{p.has_step(), p.step()},
                           {p.has_step_h(), p.step_h()},
                           {p.has_step_w(), p.step_w()}})
    b.require(!has || isPositive(step), "step is not above 0");
  b.require(std::isfinite(p.offset()), "offset is no finite number");
}

static Grid gridOf(Binder &b, const proto::PriorBoxParameter &p) {
  Value map, image;
  Grid grid{};
  b.arity(2, 2).input(0, map).input(1, image);
  if (!b.ok())
    return grid;
  auto cells = dimsOf(map), pixels = dimsOf(image);
  b.require(cells.size() == 4 && pixels.size() == 4, "needs a feature map and an image");
  if (!b.ok())
    return grid;
  bool statesImage = p.has_img_size() || p.has_img_h();
  b.support(cells[2].isStatic() && cells[3].isStatic() &&
                (statesImage || (pixels[2].isStatic() && pixels[3].isStatic())),
            "of images of open size; give --shape");
  if (!b.ok())
    return grid;
  grid.height = cells[2].value();
  grid.width = cells[3].value();
  grid.imageHeight = float(p.has_img_size() ? p.img_size()
                           : p.has_img_h()  ? p.img_h()
                                            : pixels[2].value());
  grid.imageWidth = float(p.has_img_size() ? p.img_size()
                          : p.has_img_w()  ? p.img_w()
                                           : pixels[3].value());
  grid.stepHeight = p.has_step() ? p.step() : p.step_h();
  grid.stepWidth = p.has_step() ? p.step() : p.step_w();
  if (grid.stepHeight == 0 || grid.stepWidth == 0) {
    grid.stepHeight = grid.imageHeight / float(grid.height);
    grid.stepWidth = grid.imageWidth / float(grid.width);
  }
  return grid;
}

// Widths and heights of the boxes of every cell, in Caffe's order: of each least size the square,
// the square of the geometric mean with the largest, then the other ratios. Sizes are whole pixels.
static std::vector<std::pair<float, float>> boxesOf(const proto::PriorBoxParameter &p) {
  std::vector<std::pair<float, float>> boxes;
  std::vector<float> ratios = ratiosOf(p);
  for (int i = 0; i < p.min_size_size(); ++i) {
    int least = int(p.min_size(i));
    boxes.emplace_back(float(least), float(least));
    if (p.max_size_size()) {
      auto mean = float(std::sqrt(double(least) * double(int(p.max_size(i)))));
      boxes.emplace_back(mean, mean);
    }
    for (float ratio : ratios)
      if (std::fabs(double(ratio) - 1.) >= 1e-6)
        boxes.emplace_back(float(double(least) * std::sqrt(double(ratio))),
                           float(double(least) / std::sqrt(double(ratio))));
  }
  return boxes;
}

// [1, 2, 4·boxes]: corners over the image's size, then variances.
static void priorBox(Binder &b) {
  const proto::PriorBoxParameter &p = b.param().prior_box_param();
  check(b, p);
  Grid grid = gridOf(b, p);
  if (!b.ok())
    return;
  auto boxes = boxesOf(p);
  b.support(grid.height * grid.width <= (int64_t(1) << 20) / int64_t(boxes.size()),
            "of so many boxes");
  if (!b.ok())
    return;
  int64_t count = grid.height * grid.width * int64_t(boxes.size()) * 4;
  qrt::Tensor tensor = qrt::Tensor::allocate(qrt::ElementType::F32, {1, 2, count});
  float *to = tensor.mutableValues<float>().data();
  for (int64_t y = 0; y < grid.height; ++y)
    for (int64_t x = 0; x < grid.width; ++x)
      for (auto [width, height] : boxes) {
        float centerX = (float(x) + p.offset()) * grid.stepWidth,
              centerY = (float(y) + p.offset()) * grid.stepHeight;
        *to++ = float((double(centerX) - double(width) / 2.) / double(grid.imageWidth));
        *to++ = float((double(centerY) - double(height) / 2.) / double(grid.imageHeight));
        *to++ = float((double(centerX) + double(width) / 2.) / double(grid.imageWidth));
        *to++ = float((double(centerY) + double(height) / 2.) / double(grid.imageHeight));
      }
  float *begin = tensor.mutableValues<float>().data();
  if (p.clip())
    std::transform(begin, to, begin, [](float v) { return std::min(std::max(v, 0.f), 1.f); });
  for (int64_t i = 0; i < count; ++i)
    *to++ = p.variance_size() == 4 ? p.variance(int(i % 4))
            : p.variance_size()    ? p.variance(0)
                                   : 0.1f;
  b.bind(0, tensor);
}

// Refuses the layer, because the image decides how many boxes there are: a host's own code reads
// them.
static void detectionOutput(Binder &b) {
  std::string inputs;
  for (const std::string &bottom : b.param().bottom())
    inputs += (inputs.empty() ? "" : ",") + bottom;
  b.support(false, "which chooses boxes; --outputs=" + inputs + " ends the network before it");
}

ArrayRef<OpEntry> detectionOps() {
  static constexpr OpEntry ops[] = {{"PriorBox", priorBox}, {"DetectionOutput", detectionOutput}};
  return ops;
}

} // namespace qopt::caffe
