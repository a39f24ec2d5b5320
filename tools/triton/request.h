// One request of an execution: what it gives, what it wants, and what becomes of it.
#pragma once

#include "tools/triton/failure.h"
#include "tools/triton/instance.h"

#include <optional>
#include <vector>

namespace qopt::triton {

/// A buffer of an input that lies in several.
struct Piece {
  const void *data = nullptr;
  size_t bytes = 0;
};

struct GivenInput {
  qrt::Shape shape;
  std::vector<Piece> pieces;
  bool isOnCard = false;
};

struct WantedOutput {
  const ServedPort *port;
  void *data = nullptr; // null: its size is known after the run
  bool isOnCard = false;
};

struct Job {
  TRITONBACKEND_Request *request;
  TRITONBACKEND_Response *response = nullptr;
  std::optional<Failure> failure = std::nullopt;
  LoadedProgram *program = nullptr; // that takes its shapes
  int64_t batch = 1;
  std::vector<GivenInput> inputs = {}; // by port
  std::vector<WantedOutput> outputs = {};

  /// An input or an output lies in a card's memory: it is a run of its own.
  bool isOnCard() const;
};

/// Reads the request, chooses its program and asks for memory of its outputs. Throws a Failure that
/// names the tensor at fault.
void prepare(Job &job, InstanceState &state);

/// Memory of the response for an output of this shape, of card `card` if the server has it there;
/// -1: of the host. Throws a Failure where the server gives memory of a card on which the instance
/// does not run.
void allocate(WantedOutput &output, const Job &job, const qrt::Shape &shape, int64_t card,
              const InstanceState &state);

/// The shape of an output's tensor as the server knows it: none is without dimensions.
qrt::Shape servedShape(const qrt::Shape &shape);

} // namespace qopt::triton
