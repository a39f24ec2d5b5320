// The flows of tables.h on modules: what the functions and the commands share.
#pragma once

#include "passes/calibrate/tables/formats.h"
#include "tools/libqopt/flows/feed/subject.h"
#include "tools/libqopt/flows/tables/tables.h"

namespace qopt::run {

/// Messages name the table.
qrt::Expected<ReadTable> readText(const TableText &table);

/// Converts as convertTable() does, for `network` or, where that is null, without one; the options'
/// own network says nothing. Remarks go to `reports`.
qrt::Expected<ConvertResult> converted(const ConvertOptions &options, const Loaded *network,
                                       const Reports &reports);

} // namespace qopt::run
