#include "pty/wire/generation_grammar.hpp"

#include <gtest/gtest.h>

namespace pty::wire {
namespace {

using Verdict = GenerationGrammar::Verdict;
using Phase = GenerationGrammar::Phase;

// D-021
TEST(GenerationGrammar, AcceptsTheDocumentedOrder) {
  GenerationGrammar grammar;
  for (const MessageType type :
       {MessageType::geometry, MessageType::geometry, MessageType::screen, MessageType::data,
        MessageType::geometry, MessageType::data, MessageType::status, MessageType::exit})
    EXPECT_EQ(grammar.on_packet(type), Verdict::fits) << name_of(type);
  EXPECT_EQ(grammar.phase(), Phase::ended);
}

// D-029
TEST(GenerationGrammar, NothingFollowsExit) {
  GenerationGrammar grammar;
  grammar.on_packet(MessageType::geometry);
  grammar.on_packet(MessageType::screen);
  grammar.on_packet(MessageType::exit);
  for (const MessageType type :
       {MessageType::data, MessageType::screen, MessageType::geometry, MessageType::exit})
    EXPECT_EQ(grammar.on_packet(type), Verdict::after_exit);
}

// Every phase meets every packet.
TEST(GenerationGrammar, WrongOrderIsNamed) {
  for (const MessageType type : {MessageType::data, MessageType::screen, MessageType::exit}) {
    GenerationGrammar grammar;
    EXPECT_EQ(grammar.on_packet(type), Verdict::expected_geometry);
    EXPECT_EQ(grammar.phase(), Phase::awaiting_geometry);
  }
  for (const MessageType type : {MessageType::data, MessageType::exit}) {
    GenerationGrammar grammar;
    grammar.on_packet(MessageType::geometry);
    EXPECT_EQ(grammar.on_packet(type), Verdict::expected_screen);
    EXPECT_EQ(grammar.phase(), Phase::awaiting_screen);
  }
}

// D-097: a resynchronisation is a second generation in the same stream.
TEST(GenerationGrammar, AResynchronisationIsLegalWhileLive) {
  GenerationGrammar grammar;
  for (const MessageType type : {MessageType::geometry, MessageType::screen, MessageType::data,
                                 MessageType::geometry, MessageType::screen, MessageType::exit})
    EXPECT_EQ(grammar.on_packet(type), Verdict::fits);
  EXPECT_EQ(grammar.screens(), 2U);
  grammar.restart();
  EXPECT_EQ(grammar.phase(), Phase::awaiting_geometry);
}

}  // namespace
}  // namespace pty::wire
