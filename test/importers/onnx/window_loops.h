// Computes sliding windows as loops over any number of image dimensions, for the importer's tests
// alone.
#pragma once

#include "test/importers/onnx/model_builder.h"

#include <functional>

namespace qopt::onnx::test {

/// Visits every place of a box in row-major order.
inline void forEachPlace(const Numbers &box, const std::function<void(const Numbers &)> &visit) {
  Numbers at(box.size(), 0);
  for (size_t i = box.size(); i > 0;) {
    visit(at);
    for (i = box.size(); i > 0 && ++at[i - 1] == box[i - 1]; --i)
      at[i - 1] = 0;
  }
}

/// Row-major offset; −1 outside.
inline int64_t offsetIn(const Numbers &shape, const Numbers &at) {
  int64_t offset = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (at[i] < 0 || at[i] >= shape[i])
      return -1;
    offset = offset * shape[i] + at[i];
  }
  return offset;
}

inline int64_t sizeOf(const Numbers &shape) {
  int64_t size = 1;
  for (int64_t dim : shape)
    size *= dim;
  return size;
}

/// 1, −2, 3, 1, −2, …: sums of products of such are exact.
inline Floats pattern(const Numbers &shape, int64_t period) {
  Floats values;
  for (int64_t i = 0; i < sizeOf(shape); ++i)
    values.push_back(float((i % period) * (i % 2 ? -1 : 1) + 1));
  return values;
}

struct WindowCase {
  Numbers x, w; // [N, C, image…], and [O, C/g, kernel…] or [C, O/g, kernel…]
  Numbers strides, dilations, pads, y;
  int64_t groups = 1;
  Numbers outputPadding = {}, outputShape = {};
};

/// Image position behind place `at` of the result and `tap` of the kernel: at·s + tap·d − pad.
inline Numbers under(const WindowCase &c, const Numbers &at, const Numbers &tap) {
  Numbers place;
  for (size_t i = 0; i < c.strides.size(); ++i)
    place.push_back(at[2 + i] * c.strides[i] + tap[i] * c.dilations[i] - c.pads[i]);
  return place;
}

inline Floats convolved(const WindowCase &c, const Floats &x, const Floats &w) {
  Floats y;
  int64_t ins = c.w[1], outs = c.w[0] / c.groups;
  forEachPlace(c.y, [&](const Numbers &at) {
    float sum = 0;
    for (int64_t i = 0; i < ins; ++i)
      forEachPlace(Numbers(c.w.begin() + 2, c.w.end()), [&](const Numbers &tap) {
        Numbers from = under(c, at, tap), weight{at[1], i};
        from.insert(from.begin(), {at[0], at[1] / outs * ins + i});
        weight.insert(weight.end(), tap.begin(), tap.end());
        if (int64_t offset = offsetIn(c.x, from); offset >= 0)
          sum += x[offset] * w[offsetIn(c.w, weight)];
      });
    y.push_back(sum);
  });
  return y;
}

/// Each position of the image adds its window to the result.
inline Floats convolvedTransposed(const WindowCase &c, const Floats &x, const Floats &w) {
  Floats y(size_t(sizeOf(c.y)), 0.0f);
  int64_t ins = c.x[1] / c.groups, outs = c.w[1];
  forEachPlace(c.x, [&](const Numbers &at) {
    for (int64_t o = 0; o < outs; ++o)
      forEachPlace(Numbers(c.w.begin() + 2, c.w.end()), [&](const Numbers &tap) {
        Numbers to = under(c, at, tap), weight{at[1], o};
        to.insert(to.begin(), {at[0], at[1] / ins * outs + o});
        weight.insert(weight.end(), tap.begin(), tap.end());
        if (int64_t offset = offsetIn(c.y, to); offset >= 0)
          y[offset] += x[offsetIn(c.x, at)] * w[offsetIn(c.w, weight)];
      });
  });
  return y;
}

/// The positions of the image that each place of the result sees, those outside not among them.
inline std::vector<Floats> pooled(const WindowCase &c, const Floats &x) {
  std::vector<Floats> seen;
  forEachPlace(c.y, [&](const Numbers &at) {
    seen.emplace_back();
    forEachPlace(c.w, [&](const Numbers &tap) {
      Numbers from = under(c, at, tap);
      from.insert(from.begin(), {at[0], at[1]});
      if (int64_t offset = offsetIn(c.x, from); offset >= 0)
        seen.back().push_back(x[offset]);
    });
  });
  return seen;
}

} // namespace qopt::onnx::test
