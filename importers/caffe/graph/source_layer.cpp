#include "importers/caffe/graph/source_layer.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::caffe {

using qrt::invalidArgument;

using Shape = std::vector<SourceDim>;

template <typename Sizes> static Shape shapeOf(const Sizes &sizes) {
  Shape shape;
  for (int64_t size : sizes)
    shape.push_back({size, ""});
  return shape;
}

std::vector<SourceDim> sourceDimsOf(const InputShape &asked) {
  std::vector<SourceDim> dims;
  for (std::optional<int64_t> size : asked.sizes)
    dims.push_back({size, ""});
  return dims;
}

qrt::Expected<std::vector<NetInput>> netInputs(const proto::NetParameter &net) {
  std::vector<NetInput> inputs;
  int count = net.input_size();
  bool hasShapes = net.input_shape_size() > 0;
  // One input_shape serves all inputs; without any, only --shape can tell the shapes.
  if (hasShapes && net.input_shape_size() != count && net.input_shape_size() != 1)
    return invalidArgument("has " + std::to_string(count) + " inputs and " +
                           std::to_string(net.input_shape_size()) + " of input_shape");
  if (!hasShapes && net.input_dim_size() && net.input_dim_size() != 4 * count)
    return invalidArgument("has " + std::to_string(count) + " inputs and " +
                           std::to_string(net.input_dim_size()) + " of input_dim, which needs " +
                           std::to_string(4 * count));
  for (int i = 0; i < count; ++i) {
    NetInput &input = inputs.emplace_back();
    input.name = net.input(i);
    if (hasShapes) {
      input.shape = shapeOf(net.input_shape(net.input_shape_size() == 1 ? 0 : i).dim());
    } else if (net.input_dim_size()) {
      auto sizes =
          llvm::make_range(net.input_dim().begin() + 4 * i, net.input_dim().begin() + 4 * i + 4);
      input.shape = shapeOf(sizes);
    }
  }
  return inputs;
}

template <typename Shapes>
static qrt::Expected<std::vector<NetInput>> fromShapes(const proto::LayerParameter &layer,
                                                       const Shapes &shapes) {
  std::vector<NetInput> inputs;
  if (!shapes.empty() && shapes.size() != 1 && shapes.size() != layer.top_size())
    return invalidArgument("has " + std::to_string(layer.top_size()) + " tops and " +
                           std::to_string(shapes.size()) + " shapes");
  for (int i = 0; i < layer.top_size(); ++i) {
    NetInput &input = inputs.emplace_back();
    input.name = layer.top(i);
    if (!shapes.empty())
      input.shape = shapeOf(shapes.Get(shapes.size() == 1 ? 0 : i).dim());
  }
  return inputs;
}

static qrt::Expected<std::vector<NetInput>> dummies(const proto::LayerParameter &layer) {
  const proto::DummyDataParameter &dummy = layer.dummy_data_param();
  if (dummy.shape_size())
    return fromShapes(layer, dummy.shape());
  int count = dummy.num_size();
  if (dummy.channels_size() != count || dummy.height_size() != count ||
      dummy.width_size() != count || (count != 1 && count != layer.top_size()))
    return invalidArgument("needs num, channels, height and width once, or once for each top");
  std::vector<NetInput> inputs;
  for (int i = 0; i < layer.top_size(); ++i) {
    int at = count == 1 ? 0 : i;
    Shape shape = shapeOf(
        std::vector<int64_t>{dummy.num(at), dummy.channels(at), dummy.height(at), dummy.width(at)});
    inputs.push_back({layer.top(i), shape});
  }
  return inputs;
}

// Channels, as far as the layer states them.
static std::optional<int64_t> statedChannels(const proto::LayerParameter &layer) {
  const proto::TransformationParameter &transform = layer.transform_param();
  if (transform.mean_value_size() > 1)
    return transform.mean_value_size();
  bool isColored = layer.type() == "ImageData" && layer.image_data_param().is_color();
  if (transform.force_color() || layer.data_param().force_encoded_color() || isColored)
    return 3;
  bool isGray = layer.type() == "ImageData" && !layer.image_data_param().is_color();
  return transform.force_gray() || isGray ? std::optional<int64_t>(1) : std::nullopt;
}

static SourceDim sizeOf(std::initializer_list<int64_t> candidates) {
  for (int64_t size : candidates)
    if (size > 0)
      return {size, ""};
  return {std::nullopt, ""};
}

qrt::Expected<std::vector<NetInput>> layerInputs(const proto::LayerParameter &layer,
                                                 std::optional<int64_t> channels) {
  if (layer.type() == "Input")
    return fromShapes(layer, layer.input_param().shape());
  if (layer.type() == "DummyData")
    return dummies(layer);
  if (layer.top_size() == 0)
    return invalidArgument("has no tops");
  std::vector<NetInput> inputs;
  for (const std::string &top : layer.top())
    inputs.push_back({top, std::nullopt}); // labels and what HDF5 files hold
  if (layer.type() == "MemoryData") {
    const proto::MemoryDataParameter &memory = layer.memory_data_param();
    inputs[0].shape = memory.dim_size()
                          ? shapeOf(memory.dim())
                          : shapeOf(std::vector<int64_t>{memory.batch_size(), memory.channels(),
                                                         memory.height(), memory.width()});
  } else if (layer.type() != "HDF5Data") {
    const proto::TransformationParameter &transform = layer.transform_param();
    const proto::ImageDataParameter &image = layer.image_data_param();
    const proto::ResizeParameter &resize = transform.resize_param();
    auto stated = statedChannels(layer);
    inputs[0].shape = Shape{
        {std::nullopt, "N"},
        {stated ? stated : channels, ""},
        sizeOf({transform.crop_size(), transform.crop_h(), resize.height(), image.new_height()}),
        sizeOf({transform.crop_size(), transform.crop_w(), resize.width(), image.new_width()})};
  }
  if (layer.type() != "HDF5Data") // arrays as they are
    inputs[0].transform = &layer.transform_param();
  else if (layer.has_transform_param())
    return invalidArgument("takes no transform_param: HDF5 data come as they are");
  return inputs;
}

} // namespace qopt::caffe
