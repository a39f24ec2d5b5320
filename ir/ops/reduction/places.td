// Places that data choose: how many there are is known only when the graph runs.
#ifndef QOPT_IR_PLACES
#define QOPT_IR_PLACES

include "ir/dialect.td"

// Result 0 holds the places, −1 behind the last one; result 1 how many they are.
class NN_PlacesOp<string mnemonic>
    : NN_SeveralResultsOp<mnemonic, [DeclareOpInterfaceMethods<CountedOpInterface>]> {
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
