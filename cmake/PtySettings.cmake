# Compiler settings shared by every target, as one interface target: pty_settings.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Most of a compilation from scratch is headers and their templates: a batch reads them once. The price is that the
# files of a room share their anonymous namespaces, and that a missing include may go unseen: tools/lint compiles each alone.
if(PTY_BATCH)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)
endif()

add_library(pty_settings INTERFACE)
target_include_directories(pty_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(pty_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 sees overlapping copies in std::string concatenation when it optimises (GCC bug 105651).
  target_compile_options(pty_settings INTERFACE $<$<NOT:$<CONFIG:Debug>>:-Wno-restrict>)
endif()
target_compile_definitions(pty_settings INTERFACE _GNU_SOURCE)

if(PTY_SANITIZE_ADDRESS)
  # Without vptr: that check asks the kernel whether memory is readable, over a pipe of its own, and takes a
  # pipe that could not be had for a bad pointer. The fault tests make every system call fail, those, too.
  target_compile_options(pty_settings INTERFACE
    -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(pty_settings INTERFACE -fsanitize=address,undefined)
endif()
if(PTY_SANITIZE_THREAD)
  target_compile_options(pty_settings INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(pty_settings INTERFACE -fsanitize=thread)
endif()
if(PTY_FUZZ)
  target_compile_options(pty_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_package(fmt REQUIRED)
if(PTY_STATIC_RUNTIME)
  # A binary without C++ shared objects starts faster and dirties fewer pages.
  target_link_options(pty_settings INTERFACE -static-libstdc++ -static-libgcc -no-pie)
  set(PTY_FMT_TARGET fmt::fmt-header-only)
else()
  set(PTY_FMT_TARGET fmt::fmt)
endif()
# A third of the libraries' code is never called, and what lies beside code that is gets mapped with it: what a session
# weighs is for a good part its program. Only the rooms a flood of output goes through are worth -O3.
target_compile_options(pty_settings INTERFACE "$<$<CONFIG:Release>:-ffunction-sections;-fdata-sections>")
target_link_options(pty_settings INTERFACE "$<$<CONFIG:Release>:-Wl,$<IF:$<PLATFORM_ID:Darwin>,-dead_strip,--gc-sections>>")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(PTY_FAST_ROOMS text term vt)

# The commit is read when CMake configures; never at run time.
set(PTY_COMMIT "")
find_package(Git QUIET)
if(Git_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -c safe.directory=* rev-parse --short HEAD
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE sha OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    set(PTY_COMMIT "+${sha}")
  endif()
endif()
set_source_files_properties(${PROJECT_SOURCE_DIR}/pty/base/version.cpp PROPERTIES COMPILE_DEFINITIONS
  "PTY_VERSION=\"${PROJECT_VERSION}\";PTY_COMMIT=\"${PTY_COMMIT}\"")
