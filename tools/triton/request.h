// A job is one request of an execution: it has what the request gives and wants, and its answer.
#pragma once

#include "tools/triton/failure.h"
#include "tools/triton/instance.h"

#include <optional>
#include <vector>

namespace qopt::triton {

/// It is one of the buffers in which an input lies.
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
  LoadedProgram *program = nullptr; // it takes the job's shapes
  int64_t batch = 1;
  std::vector<GivenInput> inputs = {}; // each port has one
  std::vector<WantedOutput> outputs = {};

  /// Tells whether an input or an output lies in a card's memory: the job is a run of its own then.
  bool isOnCard() const;
};

/// Reads the request, chooses its program and asks for memory of its outputs. Throws a Failure that
/// names the tensor at fault.
void prepare(Job &job, InstanceState &state);

/// Asks for memory of the response for an output of this shape, on card `card` if the server has it
/// there; -1: on the host. Throws a Failure where the server gives memory of a card on which the
/// instance does not run.
void allocate(WantedOutput &output, const Job &job, const qrt::Shape &shape, int64_t card,
              const InstanceState &state);

/// Returns the shape of an output's tensor as the server knows it: none is without dimensions.
qrt::Shape servedShape(const qrt::Shape &shape);

} // namespace qopt::triton
