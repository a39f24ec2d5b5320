// SSD's PriorBox against a loop; DetectionOutput ends the network.
#include "test/importers/caffe/import_fixture.h"

#include <cmath>

using namespace qopt;
using namespace qopt::caffe::test;

namespace {
struct Boxes {
  std::vector<int> least, most;
  std::vector<double> ratios; // but for 1, flipped where they are
  double imageHeight, imageWidth, stepHeight, stepWidth, offset = 0.5;
  bool isClipped = false;
  Floats variances{0.1f, 0.1f, 0.1f, 0.1f};
};
} // namespace

static Array priors(const Boxes &p, int64_t height, int64_t width) {
  Array y{{1, 2, 0}, {}};
  auto add = [&](double cx, double cy, double w, double h) {
    for (double v : {(cx - w / 2) / p.imageWidth, (cy - h / 2) / p.imageHeight,
                     (cx + w / 2) / p.imageWidth, (cy + h / 2) / p.imageHeight})
      y.values.push_back(float(p.isClipped ? std::min(std::max(v, 0.0), 1.0) : v));
  };
  for (int64_t i = 0; i < height; ++i)
    for (int64_t j = 0; j < width; ++j)
      for (size_t s = 0; s < p.least.size(); ++s) {
        double cx = (double(j) + p.offset) * p.stepWidth,
               cy = (double(i) + p.offset) * p.stepHeight;
        double least = p.least[s];
        add(cx, cy, least, least);
        if (!p.most.empty())
          add(cx, cy, std::sqrt(least * p.most[s]), std::sqrt(least * p.most[s]));
        for (double ratio : p.ratios)
          add(cx, cy, least * std::sqrt(ratio), least / std::sqrt(ratio));
      }
  y.shape[2] = int64_t(y.values.size());
  for (int64_t i = 0; i < y.shape[2]; ++i)
    y.values.push_back(p.variances[size_t(i % 4)]);
  return y;
}

static void expectPriors(const Boxes &p, const std::string &fields) {
  SCOPED_TRACE(fields);
  Array map = zeros({2, 4, 3, 5}), image = zeros({2, 3, 40, 60});
  Array y = runLayer("PriorBox", {map, image}, "prior_box_param { " + fields + " }");
  expectArray(y, priors(p, 3, 5), 2e-6f);
}

TEST(CaffeDetection, PriorBox) {
  const double third = 40.0 / 3;
  expectPriors({{10}, {}, {}, 40, 60, third, 12}, "min_size: 10");
  // Ratios are flipped unless that is denied, and one that is there already is left out.
  expectPriors({{10}, {}, {2, 0.5, 3, 1 / 3.0}, 40, 60, third, 12},
               "min_size: 10 aspect_ratio: [2, 0.5, 1, 3]");
  expectPriors({{10}, {}, {2, 0.5}, 40, 60, third, 12},
               "min_size: 10 aspect_ratio: [2, 0.5] flip: false");
  // Sizes are whole pixels.
  expectPriors({{10, 20}, {15, 33}, {2, 0.5}, 40, 60, third, 12},
               "min_size: [10.75, 20.2] max_size: [15.5, 33] aspect_ratio: 2");
  expectPriors({{30}, {}, {}, 40, 60, third, 12, 0.5, true}, "min_size: 30 clip: true");
  expectPriors({{10}, {}, {}, 80, 80, 80.0 / 3, 16}, "min_size: 10 img_size: 80");
  expectPriors({{10}, {}, {}, 90, 50, 30, 10}, "min_size: 10 img_h: 90 img_w: 50");
  expectPriors({{10}, {}, {}, 40, 60, 8, 8, 0.25}, "min_size: 10 step: 8 offset: 0.25");
  expectPriors({{10}, {}, {}, 40, 60, 7, 9}, "min_size: 10 step_h: 7 step_w: 9");
  expectPriors({{10}, {}, {}, 40, 60, third, 12, 0.5, false, {0.3f, 0.3f, 0.3f, 0.3f}},
               "min_size: 10 variance: 0.3");
  expectPriors({{10}, {}, {}, 40, 60, third, 12, 0.5, false, {0.1f, 0.2f, 0.3f, 0.4f}},
               "min_size: 10 variance: [0.1, 0.2, 0.3, 0.4]");
}

TEST(CaffeDetection, PriorBoxRefusals) {
  auto refuse = [](const std::string &fields, const std::string &words) {
    expectRefused("PriorBox", {{1, 4, 3, 5}, {1, 3, 40, 60}}, "prior_box_param { " + fields + " }",
                  words);
  };
  refuse("", "says no min_size");
  refuse("min_size: 0", "min_size is no size above 0");
  refuse("min_size: 1e20", "min_size is no size above 0"); // is cut to an integer
  refuse("min_size: [1, 2] max_size: 3", "1 of max_size for 2 of min_size");
  refuse("min_size: 3 max_size: 3", "max_size is no size above min_size");
  refuse("min_size: 3 aspect_ratio: 0", "aspect_ratio");
  refuse("min_size: 3 variance: [1, 2]", "1 or 4 entries");
  refuse("min_size: 3 variance: -1", "variance is not above 0");
  refuse("min_size: 3 img_size: 0", "img_size 0");
  refuse("min_size: 3 img_size: 9 img_h: 9 img_w: 9", "said twice");
  refuse("min_size: 3 img_h: 9", "go together");
  refuse("min_size: 3 step: 0", "step is not above 0");
  refuse("min_size: 3 step_w: 2", "go together");
  refuse("min_size: 3 offset: nan", "offset is no finite number");
  expectRefused("PriorBox", {{1, 4, 30000, 30000}, {1, 3, 40, 60}},
                "prior_box_param { min_size: 3 }", "so many boxes");
}

TEST(CaffeDetection, DetectionOutputSaysWhereToEnd) {
  Import import(oneLayer("DetectionOutput", {{1, 8}, {1, 4}, {1, 2, 8}}));
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("--outputs=x0,x1,x2 ends the network before it")) << import.said();
}
