// Tensors in a card's memory, as other libraries hand them in.
#pragma once

#include "tools/python/bindings/bindings.h"
#include "tools/python/bindings/device_arrays.h"
#include "tools/python/bindings/dlpack.h"

#include <deque>

namespace qopt::python {

/// Returns where an array lies. An array that does not say so lies in the host's memory.
dlpack::Device placeOf(nb::handle array);

/// A card, and whose tensors come to it.
class Card {
public:
  explicit Card(int32_t index) : index(index) {}
  int32_t index;

  /// Tells whether one of the arrays lies in a card's memory, be it this one's or not.
  bool holdsAny(const std::vector<nb::object> &arrays);

  /// Inputs of one run: tensors whose data are addresses, and what keeps them.
  struct Inputs {
    std::vector<qrt::Tensor> tensors;
    std::vector<nb::object> kept;
    QueuedOn on; // where they are ready
  };
  /// Dense arrays are not copied; others are by their own library, on the card, those of the host
  /// by `model`'s memory. Throws a TypeError of a wrong dtype, and a StatusError of what lies on
  /// another card.
  Inputs take(const std::vector<nb::object> &arrays, const std::vector<Port> &ports,
              CompiledModel &model);

  /// Keeps a run's inputs until its end.
  void keep(std::shared_ptr<qrt::DeviceMoment> end, std::vector<nb::object> inputs);
  /// Lets go of what has ended.
  void release();

private:
  const dlpack::ExchangeApi *exchangeOf(nb::handle array);
  const dlpack::ExchangeApi *tellerOf(nb::handle array);
  void findStream(const std::vector<nb::object> &arrays, Inputs &inputs);
  qrt::DeviceStream currentOf(const dlpack::ExchangeApi *api);
  qrt::Tensor tensorAt(nb::handle array, const Port &port, Inputs &inputs);
  std::optional<qrt::Tensor> denseAt(nb::handle array, const Port &port, Inputs &inputs);

  nb::object lastType; // of the array that was asked last, with what its library offers
  const dlpack::ExchangeApi *lastExchange = nullptr;
  struct Flight {
    std::shared_ptr<qrt::DeviceMoment> end;
    std::vector<nb::object> inputs;
  };
  std::deque<Flight> flights;
};

} // namespace qopt::python
