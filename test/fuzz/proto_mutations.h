// Field-aware damage to protobuf messages, through their reflection.
#pragma once

#include "test/fuzz/cases.h"

#include <google/protobuf/message.h>

#include <span>
#include <string>

namespace qopt::test {

/// Changes one field somewhere in the message: an extreme number, another name (`words` are some
/// that the format knows), a cut or stretched array, an element doubled, dropped or swapped, a
/// submessage cleared or replaced by another of its type.
void mutateField(google::protobuf::Message &model, std::span<const char *const> words,
                 Random &random);

/// Flips, inserts or cuts bytes of a serialized message.
void mutateBytes(std::string &bytes, Random &random);

} // namespace qopt::test
