#include "test/runtime/format/refused.h"

namespace qrt::test {
namespace {

TEST(Verify, RefusesCellsThatReadWhatTheyLack) {
  auto refused = [](const std::function<void(RecurrentCall &)> &corrupt, std::string_view says) {
    expectProgramRefused(everyCall(), [&](Program &p) { corrupt(callOf<RecurrentCall>(p)); }, says);
  };
  auto firstInput = [](ScalarProgram &program) -> uint32_t & { return program.inputs[0].index; };
  refused([](RecurrentCall &c) { c.cells.clear(); }, "writes 2 buffers, its node 3");
  refused([](RecurrentCall &c) { c.cells.resize(3, c.cells[0]); }, "out of range");
  refused([](RecurrentCall &c) { c.shape.gates = 5; }, "out of range");
  refused([](RecurrentCall &c) { c.cells[1].cell.reset(); }, "not every direction");
  refused([&](RecurrentCall &c) { firstInput(c.cells[0].hidden) = recurrent::sum(1); },
          "reads what it does not have");
  refused([&](RecurrentCall &c) { firstInput(*c.cells[0].cell) = recurrent::peephole; },
          "reads what it does not have");
  refused([](RecurrentCall &c) { c.cells[0].reset = c.cells[0].hidden; }, "a gate of its own");
  refused(
      [](RecurrentCall &c) {
        c.shape.roundsState = true;
        c.cells[0].reset = c.cells[0].hidden;
      },
      "a rounded state beside a reset");
  refused([](RecurrentCall &c) { c.steps.offset = 3; }, "past the end");
  refused([](RecurrentCall &c) { c.shape.hidden = 2; }, "past the end");
  refused([](RecurrentCall &c) { c.shape.output.strides[2] = 7; }, "past the end");
  refused([](RecurrentCall &c) { c.shape.lastCell.offset = 1; }, "past the end");
  refused([](RecurrentCall &c) { c.shape.input.strides.pop_back(); }, "rank is out of range");
  refused([](RecurrentCall &c) { c.peepholes = c.hidden->operand; }, "past the end");
  refused([](RecurrentCall &c) { c.lengths = c.hidden; }, "neither i32 nor i64");
}

} // namespace
} // namespace qrt::test
