// Kernels of which one item runs along one line of a walk.
#pragma once

#include "lowering/emit/launch.h"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace qopt {

/// Sizes of the walk for walk.h and the items that cover it, and for each access NAME(at, i7):
/// where a line begins. Gives the size of dimension 0 that the kernel takes.
qrt::Extent defineLines(
    LaunchDraft &draft, const qrt::Extent &leading, const qrt::StridedWalk &walk,
    std::initializer_list<std::pair<std::string_view, const qrt::StridedAccess *>> accesses);

/// A helper of the kernel, name(x0, x1, …): `program` of its inputs in order.
qrt::Status appendFunction(LaunchDraft &draft, std::string_view name,
                           const qrt::ScalarProgram &program);
/// loaded(x): what scalar programs hold of a stored element; defines VALUE_TYPE.
qrt::Status defineLoaded(LaunchDraft &draft, qrt::ElementType type);
/// The type that such values are stored in as they are.
qrt::ElementType valueType(qrt::ElementType type);

} // namespace qopt
