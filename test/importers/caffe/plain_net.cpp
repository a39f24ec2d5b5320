#include "test/importers/caffe/plain_net.h"

#include <google/protobuf/text_format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace qopt::caffe::test {

std::string readText(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

PlainNet::PlainNet(const std::string &text, const std::string &file) {
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &net));
  EXPECT_TRUE(weights.ParseFromString(readText(file))) << file;
}

std::vector<Array> PlainNet::blobsOf(const std::string &name) const {
  std::vector<Array> blobs;
  auto read = [&](const auto &layers) {
    for (const auto &layer : layers)
      for (const proto::BlobProto &blob : layer.blobs())
        if (layer.name() == name)
          blobs.push_back({{blob.data_size()}, {blob.data().begin(), blob.data().end()}});
  };
  read(weights.layer());
  read(weights.layers());
  return blobs;
}

// ---- windows ----

namespace {
/// A window over an image with height and width.
struct Window {
  int64_t kernel[2], stride[2], pad[2];
};
} // namespace

template <typename Param> static Window windowOf(const Param &p, const Array &x) {
  Window w;
  bool isGlobal = false;
  if constexpr (requires { p.global_pooling(); })
    isGlobal = p.global_pooling();
  for (int i = 0; i < 2; ++i) {
    w.kernel[i] = p.kernel_size_size() ? p.kernel_size(0) : i ? p.kernel_w() : p.kernel_h();
    w.kernel[i] = isGlobal ? x.shape[size_t(2 + i)] : w.kernel[i];
    w.stride[i] =
        p.stride_size() ? p.stride(0) : std::max<int64_t>(i ? p.stride_w() : p.stride_h(), 1);
    w.pad[i] = p.pad_size() ? p.pad(0) : i ? p.pad_w() : p.pad_h();
  }
  return w;
}

static Array convolution(const proto::ConvolutionParameter &p, const Array &x,
                         const std::vector<Array> &blobs) {
  Window w = windowOf(p, x);
  int64_t in = x.shape[1] / p.group(), out = p.num_output(), h = x.shape[2], wide = x.shape[3];
  Array y = zeros({x.shape[0], out, (h + 2 * w.pad[0] - w.kernel[0]) / w.stride[0] + 1,
                   (wide + 2 * w.pad[1] - w.kernel[1]) / w.stride[1] + 1});
  float *to = y.values.data();
  for (int64_t n = 0; n < x.shape[0]; ++n)
    for (int64_t o = 0; o < out; ++o)
      for (int64_t i = 0; i < y.shape[2]; ++i)
        for (int64_t j = 0; j < y.shape[3]; ++j) {
          double sum = p.bias_term() ? blobs[1].values[size_t(o)] : 0;
          for (int64_t c = 0; c < in; ++c) {
            const float *plane =
                &x.values[size_t((n * x.shape[1] + o / (out / p.group()) * in + c) * h * wide)];
            const float *taps = &blobs[0].values[size_t((o * in + c) * w.kernel[0] * w.kernel[1])];
            for (int64_t a = 0; a < w.kernel[0]; ++a)
              for (int64_t b = 0; b < w.kernel[1]; ++b) {
                int64_t row = i * w.stride[0] - w.pad[0] + a,
                        column = j * w.stride[1] - w.pad[1] + b;
                if (row >= 0 && column >= 0 && row < h && column < wide)
                  sum += double(plane[row * wide + column]) * double(taps[a * w.kernel[1] + b]);
              }
          }
          *to++ = float(sum);
        }
  return y;
}

static int64_t pooledSize(const Window &w, int i, int64_t size) {
  int64_t span = size + 2 * w.pad[i] - w.kernel[i];
  int64_t count = (span + w.stride[i] - 1) / w.stride[i] + 1;
  bool isPadded = w.pad[0] || w.pad[1];
  return isPadded && (count - 1) * w.stride[i] >= size + w.pad[i] ? count - 1 : count;
}

static Array pooling(const proto::PoolingParameter &p, const Array &x) {
  Window w = windowOf(p, x);
  int64_t h = x.shape[2], wide = x.shape[3];
  Array y = zeros({x.shape[0], x.shape[1], pooledSize(w, 0, h), pooledSize(w, 1, wide)});
  float *to = y.values.data();
  for (int64_t plane = 0; plane < x.shape[0] * x.shape[1]; ++plane)
    for (int64_t i = 0; i < y.shape[2]; ++i)
      for (int64_t j = 0; j < y.shape[3]; ++j) {
        int64_t top = i * w.stride[0] - w.pad[0], left = j * w.stride[1] - w.pad[1];
        int64_t bottom = std::min(top + w.kernel[0], h + w.pad[0]),
                right = std::min(left + w.kernel[1], wide + w.pad[1]);
        double sum = 0, most = -INFINITY;
        for (int64_t a = std::max<int64_t>(top, 0); a < std::min(bottom, h); ++a)
          for (int64_t b = std::max<int64_t>(left, 0); b < std::min(right, wide); ++b) {
            double value = x.values[size_t((plane * h + a) * wide + b)];
            sum += value;
            most = std::max(most, value);
          }
        bool isMax = p.pool() == proto::PoolingParameter::MAX;
        *to++ = float(isMax ? most : sum / double((bottom - top) * (right - left)));
      }
  return y;
}

// ---- the others ----

static Array innerProduct(int64_t out, const Array &x, const std::vector<Array> &blobs) {
  int64_t in = countOf(x.shape) / x.shape[0];
  Array y = zeros({x.shape[0], out});
  for (int64_t n = 0; n < x.shape[0]; ++n)
    for (int64_t o = 0; o < out; ++o) {
      double sum = blobs[1].values[size_t(o)];
      for (int64_t i = 0; i < in; ++i)
        sum += double(x.values[size_t(n * in + i)]) * double(blobs[0].values[size_t(o * in + i)]);
      y.at({n, o}) = float(sum);
    }
  return y;
}

// f(value, channel), channels being dimension 1.
template <typename Of> static Array byChannel(Array x, Of f) {
  size_t inner = 1;
  for (size_t i = 2; i < x.shape.size(); ++i)
    inner *= size_t(x.shape[i]);
  for (size_t i = 0; i < x.values.size(); ++i)
    x.values[i] = float(f(double(x.values[i]), i / inner % size_t(x.shape[1])));
  return x;
}

static Array softmax(Array x) {
  int64_t inner = countOf(x.shape) / x.shape[0] / x.shape[1], channels = x.shape[1];
  for (int64_t n = 0; n < x.shape[0]; ++n)
    for (int64_t i = 0; i < inner; ++i) {
      auto at = [&](int64_t c) -> float & {
        return x.values[size_t((n * channels + c) * inner + i)];
      };
      double most = -INFINITY, sum = 0;
      for (int64_t c = 0; c < channels; ++c)
        most = std::max(most, double(at(c)));
      for (int64_t c = 0; c < channels; ++c)
        sum += std::exp(double(at(c)) - most);
      for (int64_t c = 0; c < channels; ++c)
        at(c) = float(std::exp(double(at(c)) - most) / sum);
    }
  return x;
}

static Array channelsOf(const std::vector<Array> &parts) {
  Array y;
  y.shape = parts[0].shape;
  y.shape[1] = 0;
  for (const Array &part : parts)
    y.shape[1] += part.shape[1];
  for (int64_t n = 0; n < y.shape[0]; ++n)
    for (const Array &part : parts) {
      auto each = std::ptrdiff_t(part.values.size()) / part.shape[0];
      y.values.insert(y.values.end(), part.values.begin() + n * each,
                      part.values.begin() + (n + 1) * each);
    }
  return y;
}

void PlainNet::compute(const proto::LayerParameter &layer,
                       std::map<std::string, Array> &values) const {
  std::vector<Array> x, blobs = blobsOf(layer.name());
  for (const std::string &bottom : layer.bottom())
    x.push_back(values.at(bottom));
  const std::string &type = layer.type();
  auto weight = [&](size_t blob, size_t c) { return double(blobs[blob].values[c]); };
  Array y = x[0];
  if (type == "Convolution")
    y = convolution(layer.convolution_param(), x[0], blobs);
  else if (type == "Pooling")
    y = pooling(layer.pooling_param(), x[0]);
  else if (type == "InnerProduct")
    y = innerProduct(layer.inner_product_param().num_output(), x[0], blobs);
  else if (type == "ReLU")
    y = byChannel(y, [](double v, size_t) { return std::max(v, 0.0); });
  else if (type == "PReLU")
    y = byChannel(y, [&](double v, size_t c) { return v > 0 ? v : v * weight(0, c); });
  else if (type == "BatchNorm")
    y = byChannel(y, [&](double v, size_t c) {
      double length = weight(2, 0);
      return (v - weight(0, c) / length) /
             std::sqrt(weight(1, c) / length + double(layer.batch_norm_param().eps()));
    });
  else if (type == "Scale")
    y = byChannel(y, [&](double v, size_t c) { return v * weight(0, c) + weight(1, c); });
  else if (type == "Eltwise")
    for (size_t i = 0; i < y.values.size(); ++i)
      y.values[i] += x[1].values[i];
  else if (type == "Softmax")
    y = softmax(y);
  else if (type == "Concat")
    y = channelsOf(x);
  else
    EXPECT_EQ(type, "Dropout") << "the plain loops do not have it";
  for (const std::string &top : layer.top())
    values[top] = y;
}

std::map<std::string, Array> PlainNet::run(const std::map<std::string, Array> &inputs) const {
  std::map<std::string, Array> values = inputs;
  for (const proto::LayerParameter &layer : net.layer()) {
    bool isTraining = layer.include_size() && layer.include(0).phase() == proto::TRAIN;
    bool isEnd = layer.type() == "Accuracy" || layer.type() == "SoftmaxWithLoss";
    if (!isTraining && !isEnd && layer.bottom_size())
      compute(layer, values);
  }
  return values;
}

} // namespace qopt::caffe::test
