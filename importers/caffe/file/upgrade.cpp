#include "importers/caffe/file/upgrade.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace qopt::caffe {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

static const char *currentType(proto::V1LayerParameter::LayerType type) {
  using V1 = proto::V1LayerParameter;
  switch (type) {
  case V1::NONE: return "";
  case V1::ABSVAL: return "AbsVal";
  case V1::ACCURACY: return "Accuracy";
  case V1::ARGMAX: return "ArgMax";
  case V1::BNLL: return "BNLL";
  case V1::CONCAT: return "Concat";
  case V1::CONTRASTIVE_LOSS: return "ContrastiveLoss";
  case V1::CONVOLUTION: return "Convolution";
  case V1::DATA: return "Data";
  case V1::DECONVOLUTION: return "Deconvolution";
  case V1::DROPOUT: return "Dropout";
  case V1::DUMMY_DATA: return "DummyData";
  case V1::EUCLIDEAN_LOSS: return "EuclideanLoss";
  case V1::ELTWISE: return "Eltwise";
  case V1::EXP: return "Exp";
  case V1::FLATTEN: return "Flatten";
  case V1::HDF5_DATA: return "HDF5Data";
  case V1::HDF5_OUTPUT: return "HDF5Output";
  case V1::HINGE_LOSS: return "HingeLoss";
  case V1::IM2COL: return "Im2col";
  case V1::IMAGE_DATA: return "ImageData";
  case V1::INFOGAIN_LOSS: return "InfogainLoss";
  case V1::INNER_PRODUCT: return "InnerProduct";
  case V1::LRN: return "LRN";
  case V1::MEMORY_DATA: return "MemoryData";
  case V1::MULTINOMIAL_LOGISTIC_LOSS: return "MultinomialLogisticLoss";
  case V1::MVN: return "MVN";
  case V1::POOLING: return "Pooling";
  case V1::POWER: return "Power";
  case V1::RELU: return "ReLU";
  case V1::SIGMOID: return "Sigmoid";
  case V1::SIGMOID_CROSS_ENTROPY_LOSS: return "SigmoidCrossEntropyLoss";
  case V1::SILENCE: return "Silence";
  case V1::SOFTMAX: return "Softmax";
  case V1::SOFTMAX_LOSS: return "SoftmaxWithLoss";
  case V1::SPLIT: return "Split";
  case V1::SLICE: return "Slice";
  case V1::TANH: return "TanH";
  case V1::WINDOW_DATA: return "WindowData";
  case V1::THRESHOLD: return "Threshold";
  }
  return "";
}

// Copies the fields that both forms have under one name and one type; the others are for training,
// which only V1 has.
static void copyShared(const proto::V1LayerParameter &from, proto::LayerParameter &to) {
  const Reflection *reads = from.GetReflection(), *writes = to.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  reads->ListFields(from, &fields);
  for (const FieldDescriptor *field : fields) {
    const FieldDescriptor *other = to.GetDescriptor()->FindFieldByName(field->name());
    bool isMessage = other && field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE &&
                     other->message_type() == field->message_type();
    if (isMessage && !field->is_repeated())
      writes->MutableMessage(&to, other)->CopyFrom(reads->GetMessage(from, field));
    else if (isMessage)
      for (int i = 0; i < reads->FieldSize(from, field); ++i)
        writes->AddMessage(&to, other)->CopyFrom(reads->GetRepeatedMessage(from, field, i));
  }
}

static void upgradeLayer(const proto::V1LayerParameter &from, proto::LayerParameter &to) {
  to.set_name(from.name());
  to.set_type(currentType(from.type()));
  *to.mutable_bottom() = from.bottom();
  *to.mutable_top() = from.top();
  for (const std::string &name : from.param())
    to.add_param()->set_name(name);
  copyShared(from, to);
}

// scale, mean_file, crop_size, mirror: of the data layer's own message once.
template <typename Data> static void moveTransform(const Data &data, proto::LayerParameter &layer) {
  if (!(data.has_scale() || data.has_mean_file() || data.has_crop_size() || data.has_mirror()))
    return;
  proto::TransformationParameter &transform = *layer.mutable_transform_param();
  if (data.has_scale())
    transform.set_scale(data.scale());
  if (data.has_mean_file())
    transform.set_mean_file(data.mean_file());
  if (data.has_crop_size())
    transform.set_crop_size(data.crop_size());
  if (data.has_mirror())
    transform.set_mirror(data.mirror());
}

static qrt::Status upgradeNets(proto::MOEParameter &mixture) {
  if (mixture.has_gating_net())
    if (qrt::Status status = upgradeLayers(*mixture.mutable_gating_net()); !status.ok())
      return status;
  for (proto::NetParameter &expert : *mixture.mutable_expert_net())
    if (qrt::Status status = upgradeLayers(expert); !status.ok())
      return status;
  return {};
}

qrt::Status upgradeLayers(proto::NetParameter &net) {
  if (net.layers_size() && net.layer_size())
    return qrt::invalidArgument("has layers of two forms, 'layer' and 'layers'; Caffe takes one");
  for (const proto::V1LayerParameter &layer : net.layers()) {
    if (layer.has_layer())
      return qrt::Status(qrt::StatusCode::Unsupported,
                         "has layers of the form before 2014 (layers { layer { … } }); Caffe's "
                         "upgrade_net_proto_text makes it a current one");
    upgradeLayer(layer, *net.add_layer());
  }
  net.clear_layers();
  for (proto::LayerParameter &layer : *net.mutable_layer()) {
    if (layer.has_data_param())
      moveTransform(layer.data_param(), layer);
    if (layer.has_image_data_param())
      moveTransform(layer.image_data_param(), layer);
    if (layer.has_window_data_param())
      moveTransform(layer.window_data_param(), layer);
    if (layer.has_moe_param())
      if (qrt::Status status = upgradeNets(*layer.mutable_moe_param()); !status.ok())
        return status;
  }
  return {};
}

} // namespace qopt::caffe
