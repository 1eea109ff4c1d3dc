#!/usr/bin/env python3
"""Which test proves which numbered requirement: writes or checks docs/requirements.md.

Usage: tools/requirements.py [--write]
A test names its requirements in a comment above it or inside it (`// D-031`, `# D-101..D-103`). Without --write the
page on disk must equal what the tests say, and each number in REQUIRED must have a test.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "requirements.md"
# Letter, first, last: the ranges of finished areas.
REQUIRED = [("D", 1, 76), ("D", 78, 94), ("D", 96, 180), ("R", 58, 89)]
AREAS = {"D": "the daemon, the wire and the clients", "R": "the command line and the registry", "T": "the terminal"}

NUMBER = re.compile(r"\b([DRT])-(\d{3})(?:\s*(?:\.\.|…|–)\s*\1-(\d{3}))?")
CPP_TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+),\s*(\w+)")
VTT_CASE = re.compile(r"^case\s+(.*)")


def numbers(line):
    for letter, first, last in NUMBER.findall(line):
        for number in range(int(first), int(last or first) + 1):
            yield f"{letter}-{number:03}"


def comment_of(line):
    stripped = line.strip()
    if stripped.startswith(("//", "#", "///")):
        return stripped
    return line.split("//", 1)[1] if "//" in line else ""


def cpp_tests(path, lines):
    """A comment belongs to the test it stands in, or to the next one if it stands outside."""
    pending, current = [], None
    for line in lines:
        test = CPP_TEST.match(line)
        if test:
            current = f"{test[1]}.{test[2]}"
            yield from ((number, current) for number in pending)
            pending = []
        elif line.startswith("}"):
            current = None
        found = list(numbers(comment_of(line)))
        if current is None:
            pending += found
        else:
            yield from ((number, current) for number in found)


def other_tests(path, lines):
    name = path.relative_to(ROOT).as_posix()
    for line in lines:
        case = VTT_CASE.match(line)
        if case:
            name = f"{path.name}: {case[1]}"
        yield from ((number, name) for number in numbers(comment_of(line)))


def collect():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "pty", "tests", "fuzz"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split()
    proofs = {}
    for name in sorted(listed):
        path = ROOT / name
        if not path.exists() or "/corpus/" in name or "/data/" in name:
            continue
        is_cpp = name.endswith("_test.cpp") or name.startswith("fuzz/") and name.endswith(".cpp")
        if not is_cpp and not (name.startswith("tests/") and path.suffix in (".vtt", ".py", ".toml", ".json", ".txt", "")):
            continue
        try:
            lines = path.read_text().splitlines()
        except UnicodeDecodeError:
            continue
        reader = cpp_tests if name.endswith("_test.cpp") else other_tests
        for number, test in reader(path, lines):
            place = test if name in test else f"{test} ({name})"
            proofs.setdefault(number, [])
            if place not in proofs[number]:
                proofs[number].append(place)
    return proofs


def page(proofs):
    out = ["# Requirements and their tests", "",
           "Written by `tools/requirements.py --write` from the comments of the tests, and checked by `tools/check`.", ""]
    for letter, area in AREAS.items():
        rows = sorted(number for number in proofs if number.startswith(letter))
        if not rows:
            continue
        out += [f"## {letter}: {area}", "", "| number | tests |", "| --- | --- |"]
        out += [f"| {number} | {'<br>'.join(f'`{test}`' for test in proofs[number])} |" for number in rows]
        out.append("")
    return "\n".join(out)


def main():
    proofs = collect()
    text = page(proofs)
    if "--write" in sys.argv[1:]:
        PAGE.write_text(text)
    missing = [f"{letter}-{n:03}" for letter, first, last in REQUIRED for n in range(first, last + 1)
               if f"{letter}-{n:03}" not in proofs]
    if missing:
        print(f"requirements: without a test: {' '.join(missing)}")
    stale = not PAGE.exists() or PAGE.read_text() != text
    if stale:
        print("requirements: docs/requirements.md is out of date: run tools/requirements.py --write")
    if missing or stale:
        return 1
    print(f"requirements: {len(proofs)} numbers have tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
