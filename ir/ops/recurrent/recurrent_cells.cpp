// The formulas of the cells of recurrent layers, and their operands.
#include "ir/ops.h"
#include "ir/ops/formula.h"
#include "ir/ops/run_time_parameters.h"

using namespace mlir;
using namespace qopt::nn;
using namespace qopt::nn::formula;
using qrt::ScalarOp;

// ---- activations ----

namespace {
struct Activation {
  StringLiteral name;
  bool readsAlpha, readsBeta;
  Real (*apply)(Real x, double alpha, double beta);
};
} // namespace

static ArrayRef<Activation> activations() {
  static const Activation list[] = {
      {"relu", false, false, [](Real x, double, double) { return greatest(x, 0.0); }},
      {"tanh", false, false, [](Real x, double, double) { return tanh(x); }},
      {"sigmoid", false, false, [](Real x, double, double) { return sigmoid(x); }},
      {"affine", true, true, [](Real x, double a, double b) { return x * a + b; }},
      {"leaky_relu", true, false,
       [](Real x, double a, double) { return choose(isLess(x, 0.0), x * a, x); }},
      {"thresholded_relu", true, false,
       [](Real x, double a, double) { return choose(isLess(x, a), 0.0, x); }},
      {"scaled_tanh", true, true, [](Real x, double a, double b) { return tanh(x * b) * a; }},
      {"hard_sigmoid", true, true,
       [](Real x, double a, double b) { return least(greatest(x * a + b, 0.0), 1.0); }},
      {"elu", true, false,
       [](Real x, double a, double) {
         return choose(isLess(x, 0.0), apply(ScalarOp::Expm1F, x) * a, x);
       }},
      {"softsign", false, false, [](Real x, double, double) { return x / (1.0 + fabs(x)); }},
      {"softplus", false, false,
       [](Real x, double, double) { return apply(ScalarOp::SoftplusF, x); }},
  };
  return list;
}

static const Activation *find(Attribute name) {
  auto found = llvm::find_if(activations(), [&](const Activation &known) {
    return known.name == cast<StringAttr>(name).getValue();
  });
  return found == activations().end() ? nullptr : found;
}

std::string qopt::nn::reasonAgainstActivations(Operation *op) {
  auto recurrent = cast<RecurrentOpInterface>(op);
  auto names = op->getAttrOfType<ArrayAttr>("activations");
  size_t needed = size_t(symbolicShape(recurrent.recurrence().weights->get())[0].value() *
                         recurrent.functions());
  if (names.size() != needed)
    return std::to_string(names.size()) + " activations, needs " + std::to_string(needed);
  auto holds = [&](StringRef list) {
    auto values = op->getAttrOfType<DenseF32ArrayAttr>(list);
    return values && values.size() == int64_t(needed);
  };
  for (Attribute name : names) {
    const Activation *known = find(name);
    std::string text = "activation '" + cast<StringAttr>(name).getValue().str() + "'";
    if (!known)
      return text;
    if (known->readsAlpha && !holds("alphas"))
      return text + " needs alphas, one for each activation";
    if (known->readsBeta && !holds("betas"))
      return text + " needs betas, one for each activation";
  }
  return {};
}

// ---- cells ----

namespace {
/// The activations of one direction of a verified operation.
struct Functions {
  Operation *op;
  int64_t first; // of its activations

  /// Applies the activation at `index` to x, which is clipped first.
  Real operator()(int64_t index, Real x) const {
    if (auto clip = op->getAttrOfType<FloatAttr>("clip"))
      x = least(greatest(x, -clip.getValueAsDouble()), clip.getValueAsDouble());
    size_t at = size_t(first + index);
    auto number = [&](StringRef list) {
      auto values = op->getAttrOfType<DenseF32ArrayAttr>(list);
      return values && int64_t(at) < values.size() ? double(values[at]) : 0.0;
    };
    const Activation *known = find(op->getAttrOfType<ArrayAttr>("activations")[at]);
    return known->apply(x, number("alphas"), number("betas"));
  }
};

/// Builds one program of a cell.
class CellProgram {
public:
  Real read(uint32_t input) {
    return {&scalar, scalar.input({qrt::ScalarInputKind::Tensor, qrt::ElementType::F32, input})};
  }
  Real projection(int64_t gate) { return read(qrt::recurrent::projection(gate)); }
  Real sum(int64_t gate) { return read(qrt::recurrent::sum(gate)); }
  Real gate(int64_t gate) { return projection(gate) + sum(gate); }
  Real hidden() { return read(qrt::recurrent::hidden); }
  Real cell() { return read(qrt::recurrent::cell); }
  /// Returns `gate` plus its peephole's product with the cell state.
  Real peeping(int64_t gate, std::optional<uint32_t> peephole) {
    Real sum = this->gate(gate);
    return peephole ? sum + read(qrt::recurrent::peephole + *peephole) * cell() : sum;
  }
  qrt::ScalarProgram finish(Real result) {
    return scalar.finish(result.value, qrt::ElementType::F32);
  }

private:
  qrt::ScalarBuilder scalar;
};
} // namespace

static std::vector<qrt::RecurrentCell>
cellsOf(RecurrentOpInterface op, llvm::function_ref<qrt::RecurrentCell(const Functions &)> cell) {
  int64_t directions = symbolicShape(op.recurrence().weights->get())[0].value();
  std::vector<qrt::RecurrentCell> cells;
  for (int64_t d = 0; d < directions; ++d)
    cells.push_back(cell({op, d * op.functions()}));
  return cells;
}

template <typename Op> static Recurrence operandsOf(Op op, int64_t gates) {
  Recurrence r;
  r.input = &op.getInputMutable();
  r.weights = &op.getWeightsMutable();
  r.bias = operandOf(op.getBiasMutable());
  r.lengths = operandOf(op.getLengthsMutable());
  r.hidden = operandOf(op.getHiddenMutable());
  r.gates = gates;
  r.reversed = op.getDirection() == "reverse";
  return r;
}

// ---- rnn ----

Recurrence RnnOp::recurrence() { return operandsOf(*this, 1); }
int64_t RnnOp::functions() { return 1; }
std::vector<qrt::RecurrentCell> RnnOp::cells() {
  return cellsOf(*this, [](const Functions &functions) {
    CellProgram hidden;
    return qrt::RecurrentCell{std::nullopt, std::nullopt,
                              hidden.finish(functions(0, hidden.gate(0)))};
  });
}

// ---- gru ----

Recurrence GruOp::recurrence() { return operandsOf(*this, 3); }
int64_t GruOp::functions() { return 2; }
std::vector<qrt::RecurrentCell> GruOp::cells() {
  return cellsOf(*this, [&](const Functions &functions) {
    qrt::RecurrentCell cell;
    CellProgram hidden;
    Real candidate = hidden.sum(2);
    if (getLinearBeforeReset()) {
      candidate = functions(0, hidden.gate(1)) * candidate;
    } else {
      CellProgram reset;
      cell.reset = reset.finish(functions(0, reset.gate(1)) * reset.hidden());
    }
    Real update = functions(0, hidden.gate(0));
    candidate = functions(1, hidden.projection(2) + candidate);
    cell.hidden = hidden.finish((1.0 - update) * candidate + update * hidden.hidden());
    return cell;
  });
}

// ---- lstm ----

Recurrence LstmOp::recurrence() {
  Recurrence r = operandsOf(*this, 4);
  r.cell = operandOf(getCellMutable());
  r.peepholes = operandOf(getPeepholesMutable());
  r.hasCell = true;
  r.roundsState = getRoundsState();
  return r;
}
int64_t LstmOp::functions() { return 3; }
std::vector<qrt::RecurrentCell> LstmOp::cells() {
  return cellsOf(*this, [&](const Functions &functions) {
    auto peephole = [&](uint32_t index) {
      return getPeepholes() ? std::optional(index) : std::nullopt;
    };
    CellProgram cell;
    Real in = functions(0, cell.peeping(0, peephole(0)));
    Real forget = getInputForget() ? 1.0 - in : functions(0, cell.peeping(2, peephole(2)));
    Real next = forget * cell.cell() + in * functions(1, cell.gate(3));
    CellProgram hidden;
    Real out = functions(0, hidden.peeping(1, peephole(1)));
    Real result = out * functions(2, hidden.cell());
    return qrt::RecurrentCell{std::nullopt, cell.finish(next), hidden.finish(result)};
  });
}
