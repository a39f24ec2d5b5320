// Runs in flight: the bits of a run, whatever is beside them, fails or is dropped.
#include "runtime/core/qrt.h"
#include "test/conformance/chosen_samples.h"
#include "test/conformance/harness.h"

#include <atomic>
#include <cstring>
#include <thread>

namespace qrt::test {
namespace {

class FlightConformance : public Conformance {
protected:
  void SetUp() override {
    Conformance::SetUp();
    Expected<Program> program = compile(chosenSamples().program);
    ASSERT_TRUE(program.ok()) << program.status().message();
    auto loaded = Model::load(*device, std::make_shared<Program>(std::move(*program)), {});
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    model = std::make_unique<Model>(std::move(*loaded));
  }
  /// Samples that take each other's places; with a `fault` one takes what is not there.
  std::vector<Tensor> inputsAt(int64_t batch, bool fault = false) {
    Tensor indices = Tensor::allocate(ElementType::I64, {batch});
    for (int64_t i = 0; i < batch; ++i)
      indices.mutableValues<int64_t>()[size_t(i)] = (i * 7 + 3) % batch;
    if (fault)
      indices.mutableValues<int64_t>()[0] = batch;
    return {randomTensor(random, ElementType::F32, {batch, 33}), indices};
  }
  void expectAnswerOf(const PendingRun &pending, const std::vector<Tensor> &inputs) {
    auto outputs = pending.outputs();
    ASSERT_TRUE(outputs.ok()) << outputs.status().message();
    EXPECT_TRUE(pending.hasEnded());
    auto wanted = model->run(inputs);
    ASSERT_TRUE(wanted.ok()) << wanted.status().message();
    ASSERT_EQ((*outputs)[0].shape(), (*wanted)[0].shape());
    if (computes()) {
      EXPECT_EQ(std::memcmp((*outputs)[0].data(), (*wanted)[0].data(), (*wanted)[0].bytes()), 0);
    }
  }
  void expectFault(const PendingRun &pending) {
    if (!computes())
      return;
    for (int asked = 0; asked < 2; ++asked) {
      EXPECT_EQ(pending.wait().code(), StatusCode::InvalidArgument);
      EXPECT_NE(pending.outputs().status().message().find("layer 'choice': "), std::string::npos);
    }
  }
  /// Submits from this thread, at batches that change; every fifth run fails, every third is
  /// dropped.
  void flyMany(int count) {
    struct Flight {
      std::vector<Tensor> inputs;
      bool fails;
      PendingRun pending;
    };
    std::vector<Flight> flights;
    for (int i = 0; i < count; ++i) {
      const bool fails = i % 5 == 4;
      std::vector<Tensor> inputs = inputsAt(1 + i % 4, fails);
      auto pending = model->submit(inputs);
      ASSERT_TRUE(pending.ok()) << pending.status().message();
      if (i % 3 != 2)
        flights.push_back({std::move(inputs), fails, std::move(*pending)});
    }
    for (const Flight &flight : flights)
      if (flight.fails)
        expectFault(flight.pending);
      else
        expectAnswerOf(flight.pending, flight.inputs);
  }

  std::unique_ptr<Model> model;
};

TEST_P(FlightConformance, ManyInFlightHaveTheBitsOfRuns) {
  flyMany(60);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(FlightConformance, InputsMayGoAndTheModelToo) {
  auto pending = model->submit(inputsAt(3));
  ASSERT_TRUE(pending.ok()) << pending.status().message();
  model.reset();
  EXPECT_TRUE(pending->wait().ok()) << pending->wait().message();
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// The model refuses what does not fit at once where it makes the outputs; else the run does.
TEST_P(FlightConformance, WrongTensorsAreErrors) {
  std::vector<Tensor> inputs = inputsAt(2);
  std::vector<Tensor> wrong{Tensor::allocate(ElementType::F32, {2, 34}), inputs[1]};
  EXPECT_EQ(model->submit(wrong).status().code(), StatusCode::InvalidArgument);
  auto pending = model->submit(2, inputs, wrong);
  ASSERT_TRUE(pending.ok());
  EXPECT_EQ(pending->wait().code(), StatusCode::InvalidArgument);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(FlightConformance, ThreadsSubmitBesideEachOther) {
  std::vector<Tensor> inputs = inputsAt(2);
  auto wanted = model->run(inputs);
  ASSERT_TRUE(wanted.ok()) << wanted.status().message();
  std::atomic<int> wrong = 0;
  auto work = [&] {
    for (int round = 0; round < 30; ++round) {
      auto pending = model->submit(inputs);
      auto outputs = pending.ok() ? pending->outputs() : pending.status();
      wrong += !outputs.ok() ||
               (computes() &&
                std::memcmp((*outputs)[0].data(), (*wanted)[0].data(), (*wanted)[0].bytes()) != 0);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(FlightConformance);

} // namespace qrt::test
