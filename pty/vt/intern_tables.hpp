#pragma once
// The three tables that cells refer to. Shared by both screens of a terminal; history keeps values, not ids.

#include "pty/vt/cluster_table.hpp"
#include "pty/vt/link_table.hpp"
#include "pty/vt/style_table.hpp"

namespace pty::vt {

struct InternTables {
  StyleTable styles;
  ClusterTable clusters;
  LinkTable links;
};

}  // namespace pty::vt
