#include "test/fuzz/onnx_seeds.h"

namespace qopt::onnx::test {

static Floats ramp(size_t count, float step = 0.125f) {
  Floats values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = (float(i % 17) - 8) * step;
  return values;
}

static ModelBuilder convNet() {
  ModelBuilder m(11);
  m.input("x", {-1, 2, 8, 8}).output("y");
  m.floats("w", {4, 2, 3, 3}, ramp(72)).floats("b", {4}, ramp(4));
  for (const char *name : {"gamma", "beta", "mean", "var"})
    m.floats(name, {4}, {1, 2, 3, 4});
  m.floats("fc", {10, 16}, ramp(160)).floats("fcb", {10}, ramp(10));
  m.node("Conv", {"x", "w", "b"}, {"c"})
      .named("conv")
      .set("pads", Numbers{1, 1, 1, 1})
      .set("strides", Numbers{1, 1})
      .set("dilations", Numbers{1, 1})
      .set("kernel_shape", Numbers{3, 3})
      .set("group", int64_t(1));
  m.node("BatchNormalization", {"c", "gamma", "beta", "mean", "var"}, {"n"})
      .named("bn")
      .set("epsilon", 1e-3f);
  m.node("Relu", {"n"}, {"r"}).named("relu");
  m.node("MaxPool", {"r"}, {"p"})
      .set("kernel_shape", Numbers{2, 2})
      .set("strides", Numbers{2, 2})
      .set("ceil_mode", int64_t(1));
  m.node("AveragePool", {"p"}, {"a"})
      .set("kernel_shape", Numbers{3, 3})
      .set("strides", Numbers{2, 2})
      .set("pads", Numbers{1, 1, 0, 0})
      .set("auto_pad", std::string("NOTSET"))
      .set("count_include_pad", int64_t(1));
  m.node("Flatten", {"a"}, {"f"}).set("axis", int64_t(1));
  m.node("Gemm", {"f", "fc", "fcb"}, {"g"}).set("transB", int64_t(1)).set("alpha", 1.0f);
  m.node("Softmax", {"g"}, {"y"}).set("axis", int64_t(1));
  return m;
}

static ModelBuilder depthwiseNet() {
  ModelBuilder m(17);
  m.input("x", {-1, 4, 7, 7}).output("y").floats("w", {4, 1, 3, 3}, ramp(36));
  m.floats("low", {}, {0}).floats("high", {}, {6});
  m.node("Conv", {"x", "w"}, {"c"})
      .set("group", int64_t(4))
      .set("auto_pad", std::string("SAME_UPPER"))
      .set("strides", Numbers{2, 2});
  m.node("Clip", {"c", "low", "high"}, {"r"});
  m.node("Add", {"r", "c"}, {"s"});
  m.node("GlobalAveragePool", {"s"}, {"g"});
  m.node("GlobalMaxPool", {"s"}, {"h"});
  m.node("Concat", {"g", "h"}, {"j"}).set("axis", int64_t(1));
  m.node("ReduceMean", {"j"}, {"y"}).set("axes", Numbers{2, 3}).set("keepdims", int64_t(0));
  return m;
}

static ModelBuilder shapeNet() {
  ModelBuilder m(13);
  m.input("x", {-1, 4, 6}).output("y").longs("zero", {}, {0}).longs("ax", {1}, {0});
  m.longs("rest", {1}, {-1}).longs("s", {2}, {1, 0}).longs("e", {2}, {3, 1000});
  m.longs("sa", {2}, {1, 2}).longs("st", {2}, {1, 2}).longs("parts", {2}, {2, 4});
  m.longs("pads", {4}, {0, 1, 0, 2}).longs("one", {1}, {1});
  m.node("Slice", {"x", "s", "e", "sa", "st"}, {"cut"});
  m.node("Transpose", {"cut"}, {"t"}).set("perm", Numbers{0, 2, 1});
  m.node("Shape", {"t"}, {"shape"});
  m.node("Gather", {"shape", "zero"}, {"n"});
  m.node("Unsqueeze", {"n", "ax"}, {"n1"});
  m.node("Cast", {"n1"}, {"n2"}).set("to", int64_t(7));
  m.node("Mul", {"n2", "one"}, {"n3"});
  m.node("Concat", {"n3", "rest"}, {"target"}).set("axis", int64_t(0));
  m.node("Reshape", {"t", "target"}, {"flat"}).set("allowzero", int64_t(0));
  m.node("Split", {"flat", "parts"}, {"a", "b"}).set("axis", int64_t(1));
  m.node("Pad", {"b", "pads"}, {"padded"}).set("mode", std::string("constant"));
  m.node("ReduceSum", {"padded", "one"}, {"sum"});
  m.node("Dropout", {"sum"}, {"d"});
  m.node("Identity", {"a"}, {"a2"});
  m.node("Add", {"a2", "d"}, {"z"});
  m.node("Squeeze", {"z"}, {"y"});
  return m;
}

static ModelBuilder quantizedNet() {
  constexpr int32_t u8 = proto::TensorProto::UINT8, i8 = proto::TensorProto::INT8,
                    i32 = proto::TensorProto::INT32;
  ModelBuilder m(13);
  m.input("x", {-1, 2, 4, 4}).output("y").floats("sx", {}, {0.05f}).ints("zx", {}, {128}, u8);
  m.floats("sw", {2}, {0.1f, 0.2f}).ints("zw", {2}, {0, 0}, i8);
  m.ints("w", {2, 2, 1, 1}, {1, -127, 127, 5}, i8);
  m.floats("sb", {2}, {0.005f, 0.01f}).ints("b", {2}, {100, -200}, i32);
  m.node("QuantizeLinear", {"x", "sx", "zx"}, {"q"}).named("quantize");
  m.node("DequantizeLinear", {"q", "sx", "zx"}, {"d"});
  m.node("DequantizeLinear", {"w", "sw", "zw"}, {"wd"}).set("axis", int64_t(0));
  m.node("DequantizeLinear", {"b", "sb"}, {"bd"}).set("axis", int64_t(0));
  m.node("Conv", {"d", "wd", "bd"}, {"c"}).named("conv");
  m.node("QuantizeLinear", {"c", "sx", "zx"}, {"cq"});
  m.node("DequantizeLinear", {"cq", "sx", "zx"}, {"y"});
  return m;
}

static ModelBuilder functionNet() {
  ModelBuilder m(14);
  m.input("x", {-1, 3}).input("z", {-1, 3}).output("y").floats("m", {3, 3}, ramp(9));
  std::string value = "x";
  for (const char *type : {"Sigmoid", "Tanh", "HardSwish", "HardSigmoid", "LeakyRelu", "Exp",
                           "Sqrt", "Log", "Neg", "Abs", "Erf"}) {
    std::string next = std::string(type) + "_out";
    m.node(type, {value}, {next}).named(type);
    value = next;
  }
  m.node("Constant", {}, {"half"}).set("value_float", 0.5f);
  m.node("Constant", {}, {"list"}).set("value_floats", Floats{1, 2, 3});
  m.node("Max", {value, "z", "list"}, {"max"});
  m.node("Min", {"max", "half"}, {"min"});
  m.node("Sub", {"min", "z"}, {"sub"});
  m.node("Div", {"sub", "half"}, {"div"});
  m.node("MatMul", {"div", "m"}, {"mm"});
  m.node("Sum", {"mm", "x"}, {"sum"});
  m.node("ReduceMax", {"sum"}, {"y"}).set("axes", Numbers{-1});
  return m;
}

// Raw bytes, old-style attributes, and an initializer that is an input too.
static ModelBuilder oldNet() {
  ModelBuilder m(8);
  m.input("x", {-1, 4}).input("w", {4, 2}).output("y");
  proto::TensorProto &w = *m.model.mutable_graph()->add_initializer();
  w.set_name("w");
  w.set_data_type(proto::TensorProto::FLOAT);
  w.add_dims(4);
  w.add_dims(2);
  Floats values = ramp(8);
  w.set_raw_data(std::string(reinterpret_cast<const char *>(values.data()), 32));
  m.node("MatMul", {"x", "w"}, {"p"});
  m.node("Clip", {"p"}, {"c"}).set("min", 0.0f).set("max", 6.0f);
  m.node("Pad", {"c"}, {"d"}).set("pads", Numbers{0, 1, 0, 1}).set("value", 1.0f);
  m.node("Slice", {"d"}, {"s"})
      .set("axes", Numbers{1})
      .set("starts", Numbers{1})
      .set("ends", Numbers{-1});
  m.node("Unsqueeze", {"s"}, {"u"}).set("axes", Numbers{1});
  m.node("Split", {"u"}, {"a", "b"}).set("axis", int64_t(2)).set("split", Numbers{1, 1});
  m.node("Squeeze", {"a"}, {"y"}).set("axes", Numbers{1});
  return m;
}

// Weights in a file that is not there, or is whatever the damage makes of it.
static ModelBuilder externalNet() {
  ModelBuilder m(17);
  m.input("x", {2}).output("y").node("Add", {"x", "w"}, {"y"});
  proto::TensorProto &w = *m.model.mutable_graph()->add_initializer();
  w.set_name("w");
  w.set_data_type(proto::TensorProto::FLOAT);
  w.add_dims(2);
  w.set_data_location(proto::TensorProto::EXTERNAL);
  for (auto [key, value] :
       {std::pair("location", "weights.bin"), std::pair("offset", "8"), std::pair("length", "8")}) {
    auto &entry = *w.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  }
  return m;
}

// Images between their elements, what a pool chose put back, spectra.
static ModelBuilder sampledNet() {
  ModelBuilder m(20);
  m.input("x", {-1, 1, 4, 4}).input("theta", {-1, 2, 3}).output("y");
  m.floats("roi", {4}, {0, 0.25f, 1, 0.75f}).floats("scales", {4}, {1, 1, 2, 0.5f});
  m.longs("size", {2}, {5, 6})
      .longs("grid size", {4}, {1, 1, 3, 3})
      .longs("places", {1, 1, 1, 2}, {0, 3});
  m.longs("length", {}, {4}).longs("axis", {}, {1}).longs("step", {}, {2});
  m.node("Resize", {"x", "", "scales"}, {"r"})
      .set("mode", std::string("linear"))
      .set("coordinate_transformation_mode", std::string("half_pixel"))
      .set("antialias", int64_t(1))
      .set("exclude_outside", int64_t(0));
  m.node("Resize", {"r", "roi", "", "size"}, {"s"})
      .set("mode", std::string("cubic"))
      .set("coordinate_transformation_mode", std::string("tf_crop_and_resize"))
      .set("cubic_coeff_a", -0.5f)
      .set("extrapolation_value", 1.0f)
      .set("axes", Numbers{2, 3});
  m.node("AffineGrid", {"theta", "grid size"}, {"g"}).set("align_corners", int64_t(1));
  m.node("GridSample", {"s", "g"}, {"t"})
      .set("mode", std::string("cubic"))
      .set("padding_mode", std::string("reflection"))
      .set("align_corners", int64_t(0));
  m.node("Det", {"t"}, {"d"});
  m.longs("row", {3}, {-1, 3, 1});
  m.node("Reshape", {"t", "row"}, {"signal"});
  m.node("DFT", {"signal", "length", "axis"}, {"f"}).set("onesided", int64_t(1));
  m.node("HannWindow", {"step"}, {"window"}).set("periodic", int64_t(0));
  m.node("STFT", {"signal", "step", "window"}, {"h"}).set("onesided", int64_t(0));
  m.node("ReduceSum", {"h"}, {"k"});
  m.floats("pooled", {1, 1, 1, 2}, {1, 2});
  m.node("Add", {"pooled", "k"}, {"p"});
  m.node("MaxUnpool", {"p", "places"}, {"u"})
      .set("kernel_shape", Numbers{2, 2})
      .set("strides", Numbers{2, 2});
  m.node("ReduceMax", {"u"}, {"v"});
  m.node("ReduceMax", {"f"}, {"w"});
  m.node("Sum", {"v", "w", "d"}, {"y"});
  return m;
}

static void microsoft(ModelBuilder &m) {
  m.model.mutable_graph()->mutable_node()->rbegin()->set_domain("com.microsoft");
}

// Quantized in operator form.
static ModelBuilder operatorNet() {
  constexpr int32_t u8 = proto::TensorProto::UINT8, i8 = proto::TensorProto::INT8,
                    i32 = proto::TensorProto::INT32;
  ModelBuilder m(13);
  m.input("x", {-1, 2, 4, 4}, u8).output("y").floats("s", {}, {0.05f}).ints("z", {}, {128}, u8);
  m.floats("sw", {2}, {0.1f, 0.2f}).ints("zw", {2}, {0, 0}, i8).ints("b", {2}, {100, -200}, i32);
  m.ints("w", {2, 2, 1, 1}, {1, -127, 127, 5}, i8).ints("fc", {2, 3}, {1, 2, 3, 4, 5, 6}, i8);
  m.floats("sf", {}, {0.1f}).ints("zf", {}, {0}, i8);
  m.node("QLinearConv", {"x", "s", "z", "w", "sw", "zw", "s", "z", "b"}, {"c"})
      .set("pads", Numbers{0, 0, 0, 0})
      .set("group", int64_t(1));
  m.node("QLinearAdd", {"c", "s", "z", "x", "s", "z", "s", "z"}, {"a"});
  microsoft(m);
  m.node("QLinearAveragePool", {"a", "s", "z", "s", "z"}, {"p"})
      .set("kernel_shape", Numbers{2, 2})
      .set("count_include_pad", int64_t(1));
  microsoft(m);
  m.node("QLinearConcat", {"s", "z", "p", "s", "z", "a", "s", "z"}, {"j"}).set("axis", int64_t(3));
  microsoft(m);
  m.node("QLinearGlobalAveragePool", {"p", "s", "z", "s", "z"}, {"g"})
      .set("channels_last", int64_t(0));
  microsoft(m);
  m.node("Flatten", {"g"}, {"f"});
  m.node("QLinearMatMul", {"f", "s", "z", "fc", "sf", "zf", "s", "z"}, {"mm"});
  m.node("QLinearSoftmax", {"mm", "s", "z", "s", "z"}, {"q"}).set("axis", int64_t(-1));
  microsoft(m);
  m.node("DequantizeLinear", {"q", "s", "z"}, {"y"});
  return m;
}

// Weights with zero points, of the tensor and of each channel.
static ModelBuilder zeroPointNet() {
  constexpr int32_t u8 = proto::TensorProto::UINT8, i8 = proto::TensorProto::INT8,
                    i32 = proto::TensorProto::INT32;
  ModelBuilder m(13);
  m.input("x", {-1, 2, 3, 3}, u8).output("y").floats("s", {}, {0.5f}).ints("z", {}, {7}, u8);
  m.floats("sw", {}, {0.1f}).ints("zw", {}, {100}, u8).ints("b", {2}, {100, -200}, i32);
  m.ints("w", {2, 2, 1, 1}, {255, 0, 100, 5}, u8);
  m.floats("sd", {2}, {0.1f, 0.25f}).ints("zd", {2}, {-128, 127}, i8);
  m.ints("d", {2, 1, 2, 2}, {127, -128, 3, 4, -5, 127, -128, 0}, i8);
  m.ints("zf", {3}, {3, 250, 128}, u8).floats("sf", {3}, {0.1f, 0.2f, 0.3f});
  m.ints("fc", {8, 3}, Numbers(24, 200), u8);
  m.node("QLinearConv", {"x", "s", "z", "w", "sw", "zw", "s", "z", "b"}, {"c"});
  m.node("DequantizeLinear", {"c", "s", "z"}, {"cr"});
  m.node("DequantizeLinear", {"d", "sd", "zd"}, {"dr"}).set("axis", int64_t(0));
  m.node("Conv", {"cr", "dr"}, {"e"}).set("group", int64_t(2));
  m.node("QuantizeLinear", {"e", "s", "z"}, {"q"});
  m.node("Flatten", {"q"}, {"f"});
  m.node("QLinearMatMul", {"f", "s", "z", "fc", "sf", "zf", "s", "z"}, {"mm"});
  m.node("DequantizeLinear", {"mm", "s", "z"}, {"y"});
  return m;
}

// Scales and zero points at run time.
static ModelBuilder dynamicNet() {
  constexpr int32_t i8 = proto::TensorProto::INT8;
  ModelBuilder m(21);
  m.input("x", {2, 2, 4, 4}).input("s", {2}).output("y").output("t").floats("fs", {}, {0.5f});
  m.ints("w", {2, 2, 3, 3}, Numbers(36, 3), i8).ints("zw", {2}, {1, -2}, i8);
  m.ints("fc", {4, 2}, Numbers(8, 5), i8);
  m.node("DynamicQuantizeLinear", {"x"}, {"q", "sx", "zx"});
  m.node("ConvInteger", {"q", "w", "zx", "zw"}, {"c"})
      .set("pads", Numbers{1, 1, 1, 1})
      .set("strides", Numbers{1, 1});
  m.node("MatMulInteger", {"q", "fc", "zx", "zw"}, {"mm"});
  m.node("DequantizeLinear", {"c", "s"}, {"d"}).set("axis", int64_t(1));
  m.node("QuantizeLinear", {"d", "s"}, {"dq"}).set("output_dtype", int64_t(i8));
  m.node("DequantizeLinear", {"dq", "sx"}, {"e"});
  m.node("DynamicQuantizeMatMul", {"e", "fc", "fs"}, {"y"});
  microsoft(m);
  m.node("DequantizeLinear", {"mm", "sx"}, {"t"}).set("block_size", int64_t(0));
  return m;
}

// Operators that changed with opset 7, and a causal convolution.
static ModelBuilder olderNet() {
  ModelBuilder m(6);
  m.input("x", {2, 3, 4}).output("y").floats("b", {3}, {1, 2, 3}).floats("w", {4, 2}, ramp(8));
  m.floats("c", {2}, {1, 2}).longs("shape", {2}, {6, 4});
  m.node("Add", {"x", "b"}, {"a"}).set("broadcast", int64_t(1)).set("axis", int64_t(1));
  m.node("BatchNormalization", {"a", "b", "b", "b", "b"}, {"n"}).set("is_test", int64_t(1));
  m.node("Dropout", {"n"}, {"d"}).set("is_test", int64_t(1)).set("ratio", 0.5f);
  m.node("Reshape", {"d", "shape"}, {"r"});
  m.node("Gemm", {"r", "w", "c"}, {"y"}).set("broadcast", int64_t(1));
  return m;
}

static ModelBuilder causalNet() {
  ModelBuilder m(27);
  m.input("x", {-1, 2, 3}).input("past", {-1, 2, 1}).output("y").output("state");
  m.floats("w", {2, 1, 2}, ramp(4)).floats("b", {2}, {1, 2});
  m.node("CausalConvWithState", {"x", "w", "b", "past"}, {"y", "state"})
      .set("activation", std::string("silu"));
  return m;
}

// A function, and a branch that is decided by its own sizes.
static ModelBuilder inlinedNet() {
  ModelBuilder half, then, otherwise, m(18);
  half.input("v", {}).output("w").node("Constant", {}, {"two"}).set("value_float", 2.0f);
  half.node("Div", {"v", "two"}, {"w"}).named("divide");
  then.output("a").node("Half", {"x"}, {"a"}).in("local");
  otherwise.output("b").longs("from", {1}, {1}).longs("to", {1}, {3}).longs("axis", {1}, {1});
  otherwise.node("Slice", {"x", "from", "to", "axis"}, {"b"});
  m.input("x", {-1, 4}).output("y").longs("four", {1}, {4}).longs("place", {1}, {1});
  m.function("Half", half);
  m.node("Shape", {"x"}, {"s"});
  m.node("Gather", {"s", "place"}, {"columns"});
  m.node("Equal", {"columns", "four"}, {"c"});
  m.node("If", {"c"}, {"z"})
      .named("choice")
      .set("then_branch", then.model.graph())
      .set("else_branch", otherwise.model.graph());
  m.node("Half", {"z"}, {"y"}).in("local");
  return m;
}

std::vector<ModelBuilder> seedModels() {
  return {convNet(),  depthwiseNet(), shapeNet(),   quantizedNet(), functionNet(),
          oldNet(),   externalNet(),  sampledNet(), operatorNet(),  dynamicNet(),
          olderNet(), causalNet(),    inlinedNet(), zeroPointNet()};
}

} // namespace qopt::onnx::test
