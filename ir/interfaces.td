// The interfaces of operations. The structures that they use are in ir/interfaces.h.
#ifndef QOPT_IR_INTERFACES
#define QOPT_IR_INTERFACES

include "mlir/IR/OpBase.td"

class NN_Interface<string name> : OpInterface<name> {
  let cppNamespace = "::qopt::nn";
}

def ShapeInferenceOpInterface : NN_Interface<"ShapeInferenceOpInterface"> {
  let description = [{
    The one shape computation: importers build with it, the verifier checks
    with it, the evaluator and lowering size buffers with it.
  }];
  let methods = [InterfaceMethod<[{
      Result shapes from operand shapes and attributes. Returns failure after
      one call of `error` when the operands do not fit.
    }], "::llvm::LogicalResult", "inferShapes",
    (ins "::llvm::SmallVectorImpl<::qopt::nn::SymbolicShape> &":$results,
         "::qopt::nn::EmitError":$error)>,
    InterfaceMethod<[{
      One program serves every size of dimension `dim` of operand `operand`: it
      may grow with the batch. Where an operation says no, the batch is bound
      before a program is made, as other symbols are.
    }], "bool", "mayGrow", (ins "unsigned":$operand, "int64_t":$dim), "",
    [{ return true; }]>,
    InterfaceMethod<[{
      One program serves every size of a result that grows with the batch where no
      operand does: its place alone decides an element.
    }], "bool", "growsAlone", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
      Where row i of operand `operand` along `dim` goes: it alone, and what other
      operands hold, make row i of the one result, however many rows there are, so
      that cutting the operand's cuts the result's. None where that is not so, or
      nobody has said it. By default an elementwise body joins rows of the same count.
    }], "::std::optional<::qopt::nn::Rows>", "rowsOf",
    (ins "unsigned":$operand, "int64_t":$dim), "",
    [{ return ::qopt::nn::detail::rowsOfBody($_op, operand, dim); }]>];
  let verify = [{ return ::qopt::nn::detail::verifyInferredShapes($_op); }];
}

def EvaluateOpInterface : NN_Interface<"EvaluateOpInterface"> {
  let description = [{
    Exact evaluation: the meaning of the operation. One with a single result
    says `evaluate`, one with several `evaluateAll`; callers ask `evaluateAll`.
  }];
  let methods = [
    InterfaceMethod<[{
        Computes the result. Tensors hold storage values in logical (NCHW)
        order. By default the scalar body, over broadcast operands.
      }], "::qrt::Tensor", "evaluate",
      (ins "const ::qopt::nn::EvaluationContext &":$context,
           "::llvm::ArrayRef<::qrt::Tensor>":$operands), "",
      [{ return ::qopt::nn::detail::evaluateBody($_op, context, operands); }]>,
    InterfaceMethod<"One tensor for each result, in order.",
      "::std::vector<::qrt::Tensor>", "evaluateAll",
      (ins "const ::qopt::nn::EvaluationContext &":$context,
           "::llvm::ArrayRef<::qrt::Tensor>":$operands), "",
      [{ return {$_op.evaluate(context, operands)}; }]>];
}

def ScalarBodyOpInterface : NN_Interface<"ScalarBodyOpInterface"> {
  let description = [{
    What happens to one element: the body of an elementwise operation, or the
    epilogue of an anchor (then it reads `body.accumulator()`). The evaluator
    interprets it, fusion composes it, the kernel emitter prints it.
  }];
  let methods = [
    InterfaceMethod<"Appends the body and returns the result's storage value.",
      "::qopt::nn::BodyBuilder::Value", "buildBody",
      (ins "::qopt::nn::BodyBuilder &":$body)>,
    InterfaceMethod<[{
        The result axis that rank-1 operand `index` runs along, or −1: operands
        broadcast as in NumPy, trailing dimensions aligned.
      }], "int64_t", "operandAxis", (ins "unsigned":$index), "",
      [{ return -1; }]>,
    InterfaceMethod<[{
        The body loads operand `index` at coordinates that it computes; it never
        reads it at the element's own place.
      }], "bool", "loadsOperand", (ins "unsigned":$index), "",
      [{ return false; }]>,
    InterfaceMethod<[{
        The body asks for its coordinates: it joins no anchor's kernel, which
        has none.
      }], "bool", "readsCoordinates", (ins), "", [{
        for (unsigned i = 0; i < $_op->getNumOperands(); ++i)
          if ($_op.loadsOperand(i))
            return true;
        return false;
      }]>];
}

def AnchorOpInterface : NN_Interface<"AnchorOpInterface"> {
  let description = [{
    Sums or selects over many elements before its scalar body, which reads
    `body.accumulator()`: convolution, matrix product, pools, reductions,
    softmax. Elementwise operations behind it may join its kernel.
  }];
  let methods = [
    InterfaceMethod<"The type of what it accumulates.", "::qrt::ElementType", "accumulator">,
    InterfaceMethod<[{
        The result dimension along which vectors of channels run, so that a body
        behind it may read them; −1: none.
      }], "int64_t", "channelDim">];
}

def CompositeOpInterface : NN_Interface<"CompositeOpInterface"> {
  let description = [{
    Made of other operations. The graph keeps it whole, with its name, key and
    quantization rule; evaluator and lowering expand it, a device may take it
    whole. Float inside: one on quantized types has a scalar body of its own
    (its table) and is never expanded.
  }];
  let methods = [InterfaceMethod<[{
      Builds what it is made of on its own operands, which are not quantized:
      parts are called `name/part`. Returns the values of its results, each by a
      part of its own.
    }], "::llvm::SmallVector<::mlir::Value>", "expand",
    (ins "::qopt::nn::CompositeBuilder &":$builder)>];
}

def ReductionOpInterface : NN_Interface<"ReductionOpInterface"> {
  let description = [{
    Joins the elements along axes into one, as a row of
    runtime/numerics/reduce/reductions.h says: shape, checks, evaluation and lowering
    follow from it.
  }];
  let methods = [
    InterfaceMethod<"The row.", "::qrt::ReduceKind", "reduction">,
    InterfaceMethod<"Ascending.", "::llvm::SmallVector<int64_t>", "reducedAxes">,
    InterfaceMethod<"Reduced dimensions stay, of size 1.", "bool", "keepsDims">];
}

def RecurrentOpInterface : NN_Interface<"RecurrentOpInterface"> {
  let description = [{
    Steps through a sequence: shape, checks, evaluation and lowering follow from
    what its gates are and what a cell makes of them.
  }];
  let methods = [
    InterfaceMethod<"Its operands and sizes.", "::qopt::nn::Recurrence", "recurrence">,
    InterfaceMethod<"Activations that a direction has.", "int64_t", "functions">,
    InterfaceMethod<"What a step computes, for each direction; of a verified operation.",
                    "::std::vector<::qrt::RecurrentCell>", "cells">];
}

def CountedOpInterface : NN_Interface<"CountedOpInterface"> {
  let description = [{
    The data decide how much of result 0 there is along one dimension, which has
    room for as much as there may be; result 1, i64 of one element, says how much.
    What lies behind is −1.
  }];
  let methods = [InterfaceMethod<"The dimension.", "int64_t", "countedDim">];
}

def QuantizationRuleOpInterface : NN_Interface<"QuantizationRuleOpInterface"> {
  let description = [{
    How the operation may be quantized. Profiles choose among what it allows.
  }];
  let methods = [InterfaceMethod<"", "::qopt::nn::QuantizationRule",
                                 "quantizationRule">];
}

def ConversionOpInterface : NN_Interface<"ConversionOpInterface"> {
  let description = [{
    An operation that changes how a value is written, not the value (in its
    own sense): quantize, dequantize, cast, transpose, reshape. One pass cancels
    and moves them all.
  }];
  let methods = [
    InterfaceMethod<[{
        This operation applied to the result of `producer` gives back
        `producer`'s operand, bit for bit.
      }], "bool", "undoes", (ins "::mlir::Operation *":$producer)>,
    InterfaceMethod<[{
        Applying this before `copy`, an exact-copy operation, instead of after
        it gives the same values.
      }], "bool", "mayMoveThrough", (ins "::mlir::Operation *":$copy)>,
    InterfaceMethod<[{
        The result is the operand, whose type it has, bit for bit and element by
        element.
      }], "bool", "isIdentity", (ins), "", [{ return true; }]>];
}

def CostOpInterface : NN_Interface<"CostOpInterface"> {
  let description = "Arithmetic of one run, for reports and choices.";
  let methods = [InterfaceMethod<"At the given batch size.",
                                 "::qopt::nn::OpCost", "cost",
                                 (ins "int64_t":$batch)>];
}

#endif
