// Damage to a network's text that knows its grammar: fields, numbers, names, nested messages.
#pragma once

#include "test/fuzz/cases.h"

#include <string>

namespace qopt::test {

/// Changes one thing; `donor` is another sound text.
void mutateNet(std::string &text, const std::string &donor, Random &random);

/// Layer types, for names to become.
extern const char *const caffeWords[16];

} // namespace qopt::test
