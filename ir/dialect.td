// The nn dialect: its attributes and the base classes of its operations.
#ifndef QOPT_IR_DIALECT
#define QOPT_IR_DIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "ir/interfaces.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let cppNamespace = "::qopt::nn";
  let summary = "Neural-network inference, float or quantized";
  let description = [{
    One set of operations for float and quantized networks: an operation is
    quantized when its tensors hold upstream's `!quant.uniform` types, and then
    computes exactly what the formula named in its description says.

    Images are NCHW. Every operation carries `nn.name`, the key of its result;
    further results have the keys `name:1`, `name:2`, …, and keys are unique in
    their function. `nn.range` holds measured ranges, of several results as an
    array with a range, or `unit`, for each; `nn.absorbed` lists the layers that
    a rewrite merged into this one. In a function with `nn.fixed_point` integers are
    multiplied by m0·2^−h where the formulas say an f32 m (docs/decisions/ir/fixed-point.md); with
    `nn.fixed_point = "tflite"` they are what LiteRT's interpreter computes, and extremes and prelu
    take steps, too, functions those of 16 bits (docs/decisions/ir/interpreter-rules.md). A `?` in a shape has its size in the
    type's encoding, `#nn.dims<8*N>`: one expression per `?`, in order.
  }];
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = "void registerAttributes();";
}

class NN_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<NN_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def NN_DimsAttr : NN_Attr<"Dims", "dims",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "sizes of a shape's dynamic dimensions";
  let description = [{
    For each `?` of the tensor's shape, in order, its size: sums and products of
    numbers and symbols, quotients rounded down, `max(a, b)`. A symbol is a size
    that inputs bring, at least 1: the batch, or others, which are bound before
    a program is made.
    Example: `tensor<?x10xf32, #nn.dims<N>>`, `#nn.dims<8*N+1, (H+1)/2>`.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$symbols,
                        ArrayRefParameter<"int64_t">:$code);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<::qopt::nn::Dim>":$sizes), [{
    ::qopt::nn::EncodedDims encoded = ::qopt::nn::encodeDims($_ctxt, sizes);
    return $_get($_ctxt, encoded.symbols, encoded.code);
  }]>];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::qopt::nn::Dim> sizes() const {
      return ::qopt::nn::decodeDims(getSymbols(), getCode());
    }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def NN_RangeAttr : NN_Attr<"Range", "range"> {
  let summary = "measured smallest and largest real value";
  let description = [{ `#nn.range<-1.5, 6.0>`; finite, min ≤ max. }];
  let parameters = (ins "::mlir::FloatAttr":$minAttr, "::mlir::FloatAttr":$maxAttr);
  let builders = [AttrBuilder<(ins "double":$min, "double":$max), [{
    auto f64 = ::mlir::Float64Type::get($_ctxt);
    return $_get($_ctxt, ::mlir::FloatAttr::get(f64, min), ::mlir::FloatAttr::get(f64, max));
  }]>];
  let extraClassDeclaration = [{
    double getMin() const { return getMinAttr().getValueAsDouble(); }
    double getMax() const { return getMaxAttr().getValueAsDouble(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def NN_PreprocessAttr : NN_Attr<"Preprocess", "preprocess"> {
  let summary = "how raw samples become this argument";
  let description = [{
    x' = (x − mean[c]) / std[c] in f32, c the channel (dimension 1; the last one of
    [N, H, W, C]); one entry stands for all channels, both lists empty for x itself.
    A picture is resized, cropped and its channels ordered before, an array is not:
    `#nn.preprocess<mean = [0.0], std = [255.0], resize = "256", interpolation =
    "bicubic", crop = "224x224", channels = "bgr">`. "256" is the shorter side,
    "256x320" a height and a width; the crop is centred, by default of the argument's
    size; interpolation is bilinear by default, and channels are "rgb". Set at import
    or by `--mean`, `--std`, `--resize` and so on, read by all that takes samples,
    copied into the calibration file.
  }];
  let parameters = (ins "::mlir::DenseF64ArrayAttr":$mean,
                        "::mlir::DenseF64ArrayAttr":$std,
                        "::qopt::nn::ImageSteps":$image);
  let builders = [AttrBuilder<(ins "const ::qopt::nn::Preprocess &":$preprocess), [{
    return $_get($_ctxt, ::mlir::DenseF64ArrayAttr::get($_ctxt, preprocess.mean),
                 ::mlir::DenseF64ArrayAttr::get($_ctxt, preprocess.std), preprocess.image);
  }]>];
  let extraClassDeclaration = [{
    Preprocess getValue() const {
      return {getMean().asArrayRef().vec(), getStd().asArrayRef().vec(), getImage()};
    }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def NN_LengthAttr : NN_Attr<"Length", "length"> {
  let summary = "how much there is of an entry's result";
  let description = [{
    `#nn.length<0, "boxes.count">`, as `nn.length` of a result: the result called
    `boxes.count`, i64 of one element, says how much of dimension 0 the data decided
    there to be. What lies behind is no part of the value. Set at import, read by
    the tools, which cut there.
  }];
  let parameters = (ins "int64_t":$dim, "::mlir::StringAttr":$count);
  let assemblyFormat = "`<` $dim `,` $count `>`";
}

// Every operation of the dialect: pure, and shape-checked by its own inference.
class NN_BaseOp<string mnemonic, list<Trait> traits>
    : Op<NN_Dialect, mnemonic,
         !listconcat([Pure, DeclareOpInterfaceMethods<ShapeInferenceOpInterface>,
                      DeclareOpInterfaceMethods<QuantizationRuleOpInterface>,
                      DeclareOpInterfaceMethods<CostOpInterface>], traits)> {
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// Elementwise: the scalar body is the whole meaning.
class NN_BodyOp<string mnemonic, list<Trait> traits = []>
    : NN_BaseOp<mnemonic, !listconcat([EvaluateOpInterface], traits)>;

// An element is computed from its coordinates and loads at computed places.
class NN_IndexedOp<string mnemonic, list<string> bodyMethods = [], list<Trait> traits = []>
    : NN_BodyOp<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<ScalarBodyOpInterface,
               !listconcat(["loadsOperand"], bodyMethods)>], traits)> {
  let hasVerifier = 1;
}

// Gathers or moves elements with a loop of its own.
class NN_LoopOp<string mnemonic, list<Trait> traits = []>
    : NN_BaseOp<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<EvaluateOpInterface, ["evaluate"]>], traits)>;

// Sums or selects with a loop of its own, then a scalar body: others may join its kernel.
class NN_AnchorOp<string mnemonic, list<string> bodyMethods = [], list<Trait> traits = []>
    : NN_LoopOp<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<ScalarBodyOpInterface, bodyMethods>,
           DeclareOpInterfaceMethods<AnchorOpInterface>], traits)>;
// The same with several results.
class NN_SeveralResultsOp<string mnemonic, list<Trait> traits = []>
    : NN_BaseOp<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<EvaluateOpInterface, ["evaluateAll"]>], traits)> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
}

// Made of others: what `expand` builds is evaluated and counted. One with a quantized form adds
// ScalarBodyOpInterface, of which that form alone is asked.
class NN_CompositeOp<string mnemonic, list<Trait> traits = []>
    : NN_BaseOp<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<CompositeOpInterface>,
           DeclareOpInterfaceMethods<EvaluateOpInterface, ["evaluateAll"]>], traits)> {
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::std::vector<::qrt::Tensor> $cppClass::evaluateAll(
        const ::qopt::nn::EvaluationContext &context,
        ::llvm::ArrayRef<::qrt::Tensor> operands) {
      return ::qopt::nn::detail::evaluateComposite(*this, context, operands);
    }
    ::qopt::nn::OpCost $cppClass::cost(int64_t batch) {
      return ::qopt::nn::detail::costOfComposite(*this, batch);
    }
  }];
}

#endif
