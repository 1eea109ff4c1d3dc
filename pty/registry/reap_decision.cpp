#include "pty/registry/reap_decision.hpp"

namespace pty::registry {

ReapDecision decide_reap(const Tags& tags, const ReapFacts& facts) {
  if (wants_keep(tags)) return ReapDecision::preserve;
  if (facts.ephemeral) return ReapDecision::reap;
  if (facts.cause == StopCause::external) return ReapDecision::preserve;
  if (is_permanent(tags)) return ReapDecision::preserve;
  if (facts.reap_on_exit && says_no(*facts.reap_on_exit)) return ReapDecision::preserve;
  return ReapDecision::reap;
}

}  // namespace pty::registry
