#include "test/fuzz/graphdef/graph_seeds.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace qopt::test {

namespace proto = graphdef::proto;
using llvm::StringRef;

static proto::NodeDef &addNode(proto::GraphDef &graph, StringRef name, StringRef op) {
  proto::NodeDef &node = *graph.add_node();
  node.set_name(name.str());
  node.set_op(op.str());
  return node;
}

static void addInput(proto::GraphDef &graph, StringRef name, std::initializer_list<int64_t> sizes,
                     proto::DataType type = proto::DT_FLOAT) {
  proto::NodeDef &node = addNode(graph, name, "Placeholder");
  (*node.mutable_attr())["dtype"].set_type(type);
  proto::TensorShapeProto &shape = *(*node.mutable_attr())["shape"].mutable_shape();
  for (int64_t size : sizes)
    shape.add_dim()->set_size(size);
}

static proto::TensorProto &addConstant(proto::GraphDef &graph, StringRef name,
                                       llvm::ArrayRef<int64_t> sizes, proto::DataType type) {
  proto::NodeDef &node = addNode(graph, name, "Const");
  (*node.mutable_attr())["dtype"].set_type(type);
  proto::TensorProto &tensor = *(*node.mutable_attr())["value"].mutable_tensor();
  tensor.set_dtype(type);
  for (int64_t size : sizes)
    tensor.mutable_tensor_shape()->add_dim()->set_size(size);
  return tensor;
}

static void addInts(proto::GraphDef &graph, StringRef name, llvm::ArrayRef<int> values,
                    bool isScalar = false) {
  llvm::SmallVector<int64_t> sizes;
  if (!isScalar)
    sizes.push_back(int64_t(values.size()));
  proto::TensorProto &tensor = addConstant(graph, name, sizes, proto::DT_INT32);
  for (int value : values)
    tensor.add_int_val(value);
}

// Adds the values that the operators of `rows` read.
static void addValues(proto::GraphDef &graph) {
  addInput(graph, "image", {1, 6, 6, 4});
  addInput(graph, "rows", {-1, 6});
  addInput(graph, "stack", {2, 3, 4});
  addInput(graph, "volume", {1, 4, 4, 4, 2});
  addInput(graph, "flag", {}, proto::DT_BOOL);
  addInput(graph, "count", {3}, proto::DT_INT32);
  addConstant(graph, "filter", {3, 3, 4, 2}, proto::DT_FLOAT).add_float_val(0.5f);
  addConstant(graph, "turned", {3, 3, 2, 4}, proto::DT_FLOAT).add_float_val(0.5f);
  addConstant(graph, "cube", {2, 2, 2, 2, 3}, proto::DT_FLOAT).add_float_val(0.5f);
  addConstant(graph, "matrix", {6, 4}, proto::DT_FLOAT).add_float_val(0.25f);
  addConstant(graph, "channels", {4}, proto::DT_FLOAT).add_float_val(1);
  addConstant(graph, "low", {}, proto::DT_FLOAT).add_float_val(-1);
  addConstant(graph, "high", {}, proto::DT_FLOAT).add_float_val(1);
  addConstant(graph, "lows", {6}, proto::DT_FLOAT).add_float_val(-1);
  addConstant(graph, "highs", {6}, proto::DT_FLOAT).add_float_val(1);
  addConstant(graph, "yes", {}, proto::DT_BOOL).add_bool_val(true);
  addConstant(graph, "bytes", {3, 2}, proto::DT_QUINT8).add_int_val(200);
  addInts(graph, "zero", {0}, true);
  addInts(graph, "one", {1}, true);
  addInts(graph, "last", {-1}, true);
  addInts(graph, "four", {4}, true);
  addInts(graph, "axes", {1, 2});
  addInts(graph, "axis", {1});
  addInts(graph, "pair", {12, 5});
  addInts(graph, "flat", {-1, 12});
  addInts(graph, "order", {0, 3, 1, 2});
  addInts(graph, "begin", {0, 1});
  addInts(graph, "end", {2, -1});
  addInts(graph, "ones", {1, 1});
  addInts(graph, "window", {1, 2, 2, 1});
  addInts(graph, "whole", {1, 6, 6, 2});
  addInts(graph, "pairs", {2, 2});
  addInts(graph, "parts", {2, -1, 1});
  addConstant(graph, "edges", {2, 2}, proto::DT_INT32).add_int_val(0);
  proto::TensorProto &pads = addConstant(graph, "pads", {4, 2}, proto::DT_INT32);
  for (int pad : {0, 0, 1, 2, 0, 1, 0, 0})
    pads.add_int_val(pad);
}

// "padding=SAME strides=1,2,2,1 keep_dims=true k=3".
static void setAttributes(proto::NodeDef &node, StringRef text) {
  llvm::SmallVector<StringRef> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    auto [name, value] = word.split('=');
    proto::AttrValue &attr = (*node.mutable_attr())[name.str()];
    int64_t number = 0;
    if (value.contains(','))
      for (StringRef rest = value; !rest.empty();) {
        auto [one, others] = rest.split(',');
        one.getAsInteger(10, number);
        attr.mutable_list()->add_i(number);
        rest = others;
      }
    else if (value == "true" || value == "false")
      attr.set_b(value == "true");
    else if (!value.getAsInteger(10, number))
      attr.set_i(number);
    else
      attr.set_s(value.str());
  }
}

namespace {
struct One {
  const char *op, *inputs, *attributes = "";
};
} // namespace

// Operators of one shape of node; the first of each row is the name of several.
static const One rows[] = {
    {"Conv2D", "image filter", "padding=SAME strides=1,2,2,1"},
    {"Conv2D", "image filter",
     "padding=EXPLICIT strides=1,1,1,1 explicit_paddings=0,0,1,2,1,0,0,0"},
    {"DepthwiseConv2dNative", "image filter", "padding=VALID strides=1,1,1,1 dilations=1,2,2,1"},
    {"Conv2DBackpropInput", "whole turned image", "padding=SAME strides=1,1,1,1"},
    {"Conv3D", "volume cube", "padding=SAME strides=1,1,1,1,1"},
    {"MaxPool AvgPool", "image", "ksize=1,3,3,1 padding=SAME strides=1,2,2,1"},
    {"MaxPool3D AvgPool3D", "volume", "ksize=1,2,2,2,1 padding=VALID strides=1,2,2,2,1"},
    {"MaxPoolV2", "image window window", "padding=VALID"},
    {"FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3",
     "image channels channels channels channels", "is_training=false"},
    {"BatchNormWithGlobalNormalization", "image channels channels channels channels",
     "scale_after_normalization=false"},
    {"LRN", "image", "depth_radius=2"},
    {"Softmax LogSoftmax", "rows"},
    {"MatMul", "rows matrix", "transpose_a=false"},
    {"BatchMatMul BatchMatMulV2 BatchMatMulV3", "stack stack", "adj_y=true"},
    {"Add AddV2 Sub Mul Maximum Minimum RealDiv Div TruncateDiv DivNoNan FloorDiv FloorMod Mod "
     "TruncateMod Pow "
     "SquaredDifference AddN Less LessEqual Greater GreaterEqual Equal NotEqual",
     "image image"},
    {"BiasAdd BiasAddV1", "image channels", "data_format=NHWC"},
    {"LogicalAnd LogicalOr", "flag yes"},
    {"LogicalNot", "flag"},
    {"Select SelectV2", "flag rows rows"},
    {"Relu Relu6 Elu Selu LeakyRelu Sigmoid Tanh Softplus Softsign Exp Expm1 Log Log1p Sqrt Rsqrt "
     "Square Reciprocal Inv "
     "Erf Erfc Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh Acosh Atanh Floor Ceil Round Rint Abs "
     "Neg Sign IsNan",
     "image"},
    {"Mean Sum Prod Max Min EuclideanNorm", "image axes", "keep_dims=true"},
    {"All Any", "flag zero"},
    {"ArgMax ArgMin", "rows one"},
    {"Reshape", "image flat"},
    {"Squeeze", "flag", ""},
    {"ExpandDims", "rows last"},
    {"Transpose", "image order"},
    {"Concat", "one image image", "N=2"},
    {"ConcatV2", "image image last", "N=2"},
    {"Pack", "rows rows", "axis=1 N=2"},
    {"Unpack", "stack", "num=2 axis=0"},
    {"Shape ShapeN Size Rank ZerosLike OnesLike", "rows"},
    {"Range", "zero four one"},
    {"Fill", "pair low"},
    {"Cast", "count"},
    {"Slice", "rows begin ones"},
    {"StridedSlice", "rows begin end ones", "begin_mask=1 end_mask=1 shrink_axis_mask=2"},
    {"StridedSlice", "image begin end ones", "ellipsis_mask=1 new_axis_mask=2"},
    {"Split", "last image", "num_split=2"},
    {"SplitV", "rows parts one", "num_split=3"},
    {"Pad PadV2", "image pads"},
    {"MirrorPad", "image pads", "mode=REFLECT"},
    {"Tile", "stack parts"},
    {"BroadcastTo", "low pair"},
    {"Gather ResourceGather", "rows count"},
    {"GatherV2", "stack count one"},
    {"GatherNd", "stack axis"},
    {"OneHot", "count four high low", "axis=0"},
    {"ReverseV2", "stack axes"},
    {"DepthToSpace SpaceToDepth", "image", "block_size=2"},
    {"SpaceToBatchND BatchToSpaceND", "image pairs edges"},
    {"ResizeBilinear ResizeNearestNeighbor", "image pair", "half_pixel_centers=true"},
    {"Dequantize", "bytes low high", "mode=MIN_FIRST"},
    {"QuantizeAndDequantizeV2 QuantizeAndDequantizeV4", "rows low high", "range_given=true"},
    {"FakeQuantWithMinMaxArgs", "rows", "num_bits=8"},
    {"FakeQuantWithMinMaxVars", "rows low high", "narrow_range=true"},
    {"FakeQuantWithMinMaxVarsPerChannel", "rows lows highs"},
    {"Identity IdentityN StopGradient PreventGradient CheckNumerics Snapshot EnsureShape "
     "PlaceholderWithDefault "
     "ReadVariableOp",
     "rows"},
};

static proto::GraphDef seedOf(const One &row, StringRef op) {
  proto::GraphDef graph;
  addValues(graph);
  proto::NodeDef &node = addNode(graph, "y", op);
  llvm::SmallVector<StringRef> inputs;
  StringRef(row.inputs).split(inputs, ' ');
  for (StringRef input : inputs)
    node.add_input(input.str());
  setAttributes(node, row.attributes);
  addNode(graph, "z", "Identity").add_input("y");
  return graph;
}

// A Switch and its Merge, and a call whose body calls another.
static proto::GraphDef flowSeed() {
  proto::GraphDef graph;
  addValues(graph);
  proto::NodeDef &split = addNode(graph, "switch", "Switch");
  split.add_input("rows");
  split.add_input("yes");
  addNode(graph, "no", "Exp").add_input("switch");
  addNode(graph, "taken", "Relu").add_input("switch:1");
  proto::NodeDef &merge = addNode(graph, "merge", "Merge");
  merge.add_input("no");
  merge.add_input("taken");
  proto::NodeDef &branch = addNode(graph, "if", "StatelessIf");
  branch.add_input("yes");
  branch.add_input("merge");
  (*branch.mutable_attr())["then_branch"].mutable_func()->set_name("outer");
  (*branch.mutable_attr())["else_branch"].mutable_func()->set_name("inner");
  proto::NodeDef &call = addNode(graph, "call", "PartitionedCall");
  call.add_input("if");
  (*call.mutable_attr())["f"].mutable_func()->set_name("outer");
  for (const char *name : {"inner", "outer"}) {
    proto::FunctionDef &function = *graph.mutable_library()->add_function();
    function.mutable_signature()->set_name(name);
    function.mutable_signature()->add_input_arg()->set_name("a");
    function.mutable_signature()->add_output_arg()->set_name("b");
    proto::NodeDef &node = *function.add_node_def();
    node.set_name("n");
    node.set_op(StringRef(name) == "inner" ? "Neg" : "inner");
    node.add_input("a");
    (*function.mutable_ret())["b"] = StringRef(name) == "inner" ? "n:y:0" : "n:b:0";
  }
  return graph;
}

std::vector<proto::GraphDef> graphDefSeeds() {
  std::vector<proto::GraphDef> seeds{flowSeed()};
  for (const One &row : rows) {
    llvm::SmallVector<StringRef> names;
    StringRef(row.op).split(names, ' ');
    for (StringRef name : names)
      seeds.push_back(seedOf(row, name));
  }
  return seeds;
}

} // namespace qopt::test
