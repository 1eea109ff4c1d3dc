#pragma once
// How dumps and tests name what a style says.

#include <array>
#include <string_view>
#include <utility>

#include "pty/term/style.hpp"

namespace pty::term {

inline constexpr std::array<std::pair<Attribute, std::string_view>, 9> kAttributeNames{{
    {Attribute::bold, "bold"},
    {Attribute::dim, "dim"},
    {Attribute::italic, "italic"},
    {Attribute::blink, "blink"},
    {Attribute::rapid_blink, "rapid_blink"},
    {Attribute::inverse, "inverse"},
    {Attribute::invisible, "invisible"},
    {Attribute::strikethrough, "strikethrough"},
    {Attribute::overline, "overline"},
}};

/// By the value of Underline.
inline constexpr std::array<std::string_view, 6> kUnderlineNames{"none",  "single", "double",
                                                                 "curly", "dotted", "dashed"};

}  // namespace pty::term
