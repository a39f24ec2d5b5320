// Selection chooses the kernel that computes a call on a device: the first of its family, in order
// of preference, that takes it, and where kernels or what they leave open are equals, the cheapest
// of what fits for each range of batches.
#pragma once

#include "lowering/kernels/registry.h"
#include "lowering/select/tuning.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// Kernels of the call's family, in order of preference.
std::span<const DeviceKernel *const> kernelsFor(const qrt::Call &call);

/// Returns why `kernel` cannot compute `call` there, whatever it leaves open; empty when it can.
std::string reasonAgainst(const DeviceKernel &kernel, const CallSite &site, const qrt::Call &call);
/// Returns why a kernel that takes the call cannot compute it with these parameters; empty when it
/// can.
std::string reasonAgainst(const Choice &choice, const CallSite &site, const qrt::Call &call);

/// Says why heuristics choose another kernel, where one takes the call, for a range of batches that
/// begins with `first`; empty when they need not.
std::string reasonAgainst(const Choice &choice, const CallSite &site, const qrt::Call &call,
                          int64_t first);

/// Returns the parameters of the space of `kernel`, which takes `call`, that fit the call; the
/// default ones if it leaves nothing open.
std::vector<KernelParameters> parametersFor(const DeviceKernel &kernel, const CallSite &site,
                                            const qrt::Call &call);
/// Returns the cost that orders choices of equal preference; 0 if the kernel gives none.
double costOf(const Choice &choice, const CallSite &site, const qrt::Call &call, int64_t batch);

/// All that `call` may run as at `batch`, what heuristics choose first.
std::vector<Choice> candidatesFor(const CallSite &site, const qrt::Call &call, int64_t batch);

/// A call whose buffers do not stand yet, as the preferred kernel of those that would take it then
/// would read its input; none where no kernel would.
std::optional<qrt::Call> asPreferred(const qrt::Call &draft, const qrt::DeviceDescription &device,
                                     qrt::FloatOrder order);

/// Returns the name that tuning gives the device: all that its times depend on, but for versions of
/// drivers.
std::string tunedName(const qrt::DeviceDescription &device);

/// Returns whether ranges of batches are told apart for the node: a size of its results grows.
bool growsWithBatch(const qrt::Program &program, const qrt::Node &node);

/// Selection follows the measurements in `tuning`, and adds a sentence to `remarks` for each
/// measured choice that cannot be taken.
struct Tuned {
  const Tuning &tuning;
  std::vector<std::string> &remarks;
};

/// The choices of each node that is a call, or the first failure of selectKernel.
qrt::Expected<std::vector<Choices>> selectKernels(const qrt::Program &program,
                                                  const qrt::DeviceDescription &device,
                                                  std::optional<Tuned> tuned = std::nullopt);

/// Returns the preferred choices, or Unsupported with every kernel's reason, naming the node's
/// layer.
qrt::Expected<Choices> selectKernel(const CallSite &site, const qrt::Call &call,
                                    std::optional<Tuned> tuned = std::nullopt);

} // namespace qopt
