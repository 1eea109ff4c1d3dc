#!/usr/bin/env python3
"""Checks that every room includes only what layers.json lets it include.

Usage: tools/layers.py [ROOT]      (ROOT: the project, default: the parent of this folder)

Reads the #include lines of every C++ file under pty/, and prints one line per breach:
  file:line: rule; what is allowed
Exits 1 if there is any, 2 if layers.json itself is wrong.
"""
import json
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Prefixes of third-party headers that only some rooms may use.
THIRD_PARTY = ("fmt", "nlohmann", "lz4", "re2", "CLI", "toml++")
# Where the operating system lives: only `os` may call it (and tests, which drive it from outside).
POSIX = re.compile(
    r"^(sys/.*|unistd\.h|fcntl\.h|poll\.h|termios\.h|signal\.h|csignal|pty\.h|dirent\.h|pwd\.h|spawn\.h|"
    r"pthread\.h|dlfcn\.h|netinet/.*|arpa/.*|linux/.*)$")


def check_table(rooms):
    """The table itself: known names, lower rank only."""
    for name, room in rooms.items():
        for lower in room["may_include"]:
            if lower not in rooms:
                yield f"layers.json: room '{name}' may include '{lower}', which is not a room"
            elif rooms[lower]["rank"] >= room["rank"]:
                yield f"layers.json: room '{name}' (rank {room['rank']}) may include '{lower}' of the same or a higher rank"


def check_include(room, rooms, quote, header, is_test):
    """Returns why this include is wrong, or None."""
    row = rooms[room]
    if header.startswith("pty/"):
        parts = header.split("/")
        target = parts[1]
        if quote != '"':
            return f'include "{header}" with quotes'
        if len(parts) != 3:
            return f"'{header}' is not pty/<room>/<file>"
        if target != room and target not in row["may_include"]:
            allowed = ", ".join(row["may_include"]) or "nothing"
            return f"room '{room}' may not include room '{target}'; allowed: {allowed}"
        return None
    if quote == '"' and not header.startswith("pty/"):
        return f"own headers are included as \"pty/{room}/{header}\""
    first = header.split("/")[0].removesuffix(".h")
    for name in THIRD_PARTY:
        if (first == name or header.startswith(name)) and name not in row["third_party"] + ["fmt"]:
            allowed = ", ".join(row["third_party"]) or "none"
            return f"room '{room}' may not use {name}; third party allowed: {allowed}"
    if room != "os" and not is_test and POSIX.match(header):
        return f"room '{room}' may not call the system (<{header}>); only 'os' may"
    return None


def check_file(path, root, rooms):
    room = path.relative_to(root / "pty").parts[0]
    relative = path.relative_to(root)
    if room not in rooms:
        yield f"{relative}:1: folder '{room}' is not a room of layers.json"
        return
    is_test = path.name.endswith("_test.cpp")
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            why = check_include(room, rooms, match[1], match[2], is_test)
            if why:
                yield f"{relative}:{number}: {why}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    rooms = json.loads((root / "layers.json").read_text())["rooms"]
    wrong_table = list(check_table(rooms))
    if wrong_table:
        print("\n".join(wrong_table))
        return 2
    files = sorted(p for p in (root / "pty").rglob("*") if p.suffix in (".cpp", ".hpp"))
    breaches = [line for path in files for line in check_file(path, root, rooms)]
    if breaches:
        print("\n".join(breaches))
        return 1
    print(f"layers: {len(files)} files in {len({p.relative_to(root).parts[1] for p in files})} rooms keep to layers.json")
    return 0


sys.exit(main())
