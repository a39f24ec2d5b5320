// Every scalar operation in every combination of types that it takes, with operands to try.
#pragma once

#include "test/runtime/numerics/support.h"

namespace qrt::test {

struct ScalarCase {
  ScalarOp op;
  ScalarType types[3];
  ScalarType result;
  std::string name() const {
    return std::string(rowOf(op).name) + " of " +
           std::string(scalarTypeName(types[typingOperand(op)]));
  }
};

/// Returns a case per operation and type, without constants and operations that read an index.
inline std::vector<ScalarCase> scalarCases() {
  std::vector<ScalarCase> cases;
  for (int i = 0; i < scalarOpCount; ++i) {
    const ScalarOpRow &row = rowOf(ScalarOp(i));
    if (row.arity == 0 || readsIndex(ScalarOp(i)))
      continue;
    for (int t = 0; t < scalarTypeCount; ++t) {
      ScalarCase c{ScalarOp(i), {}, {}};
      for (int k = 0; k < row.arity; ++k)
        for (ScalarType type : {ScalarType::I64, ScalarType::I32, ScalarType::F32})
          if (isVariable(row.operands[k]) ? type == ScalarType(t) : fits(row.operands[k], type))
            c.types[k] = type;
      auto result = resultType(c.op, c.types);
      if (!result || (t > 0 && !isVariable(row.operands[typingOperand(c.op)])))
        continue;
      c.result = *result;
      cases.push_back(c);
    }
  }
  return cases;
}

struct ScalarTuple {
  uint64_t operands[3] = {};
  uint64_t result = 0; // as folded
};

inline ScalarBuilder::Value constantOf(ScalarBuilder &b, ScalarType type, uint64_t bits) {
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return type == ScalarType::F32   ? b.constant(f)
         : type == ScalarType::I32 ? b.constant(int32_t(bits))
                                   : b.constant64(int64_t(bits));
}

inline uint64_t randomScalar(Random &random, ScalarType type) {
  constexpr uint32_t edges[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000,
                                0x00000001, 0x7f800000, 0xff800000, 0x7fc00000, 0x4effffff};
  if (type == ScalarType::F32 && random.integer(0, 3) == 0)
    return edges[random.integer(0, 9)];
  if (type == ScalarType::F32) {
    float f = random.integer(0, 1) ? random.real(-8, 8) : float(random.integer(-300, 300));
    uint64_t bits = 0;
    std::memcpy(&bits, &f, sizeof f);
    return bits;
  }
  // Products do not wrap.
  int64_t limit = random.integer(0, 1) ? 3 : type == ScalarType::I32 ? 40000 : int64_t(1) << 31;
  int64_t value = random.integer(-limit, limit);
  return type == ScalarType::I32 ? uint64_t(uint32_t(value)) : uint64_t(value);
}

inline ScalarBuilder::Value applyTo(ScalarBuilder &b, ScalarOp op,
                                    const ScalarBuilder::Value (&v)[3]) {
  int count = operandCount(op);
  return count == 1   ? b.apply(op, v[0])
         : count == 2 ? b.apply(op, v[0], v[1])
                      : b.apply(op, v[0], v[1], v[2]);
}

inline ElementType storageOf(ScalarType type) { return *parseElementType(scalarTypeName(type)); }

/// Operands for which the operation has a value.
inline std::vector<ScalarTuple> definedTuples(const ScalarCase &c, Random &random, int count) {
  std::vector<ScalarTuple> tuples;
  for (int tries = 0; int(tuples.size()) < count && tries < 100 * count; ++tries) {
    ScalarTuple tuple;
    ScalarBuilder b;
    ScalarBuilder::Value values[3];
    for (int k = 0; k < operandCount(c.op); ++k) {
      tuple.operands[k] = randomScalar(random, c.types[k]);
      values[k] = constantOf(b, c.types[k], tuple.operands[k]);
    }
    ScalarProgram folded = b.finish(applyTo(b, c.op, values), storageOf(c.result));
    tuple.result = folded.instructions[folded.result].bits;
    if (folded.instructions.size() == 1)
      tuples.push_back(tuple);
  }
  return tuples;
}

/// The operation over tensors 0 … of its types.
inline ScalarProgram programOf(const ScalarCase &c) {
  ScalarBuilder b;
  ScalarBuilder::Value values[3];
  for (int k = 0; k < operandCount(c.op); ++k)
    values[k] = b.input({ScalarInputKind::Tensor, storageOf(c.types[k]), uint32_t(k)});
  return b.finish(applyTo(b, c.op, values), storageOf(c.result));
}

/// Operand k of every tuple.
inline Tensor columnOf(const ScalarCase &c, const std::vector<ScalarTuple> &tuples, int k) {
  Tensor column = Tensor::allocate(storageOf(c.types[k]), {int64_t(tuples.size())});
  size_t width = byteWidth(column.type());
  for (size_t i = 0; i < tuples.size(); ++i)
    std::memcpy(static_cast<char *>(column.mutableData()) + i * width, &tuples[i].operands[k],
                width);
  return column;
}

inline std::vector<uint64_t> bitsOf(const Tensor &values) {
  std::vector<uint64_t> bits(size_t(values.size()));
  size_t width = byteWidth(values.type());
  for (size_t i = 0; i < bits.size(); ++i)
    std::memcpy(&bits[i], static_cast<const char *>(values.data()) + i * width, width);
  return bits;
}

inline std::vector<uint64_t> runTuples(const Execution &execution, const ScalarCase &c,
                                       const ScalarProgram &program,
                                       const std::vector<ScalarTuple> &tuples) {
  StridedAccess dense{{1}, 0};
  std::vector<Tensor> columns;
  std::vector<ElementwiseOperand> operands;
  for (int k = 0; k < operandCount(c.op); ++k) {
    columns.push_back(columnOf(c, tuples, k));
    operands.push_back({columns.back().data(), dense});
  }
  Tensor out = Tensor::allocate(storageOf(c.result), {int64_t(tuples.size())});
  EXPECT_TRUE(
      elementwise(execution, {{out.size()}}, program, {operands}, dense, out.mutableData()).ok());
  return bitsOf(out);
}

/// Equal bits; any NaN equals any other.
inline bool sameScalar(ScalarType type, uint64_t a, uint64_t b) {
  auto isNan = [](uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; };
  if (type == ScalarType::F32 && isNan(a) && isNan(b))
    return true;
  return type == ScalarType::I64 ? a == b : uint32_t(a) == uint32_t(b);
}

} // namespace qrt::test
