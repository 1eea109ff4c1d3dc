#!/usr/bin/env python3
"""Checks names and sizes: what docs/architecture.md says of files, made able to fail.

Usage: tools/names.py [ROOT]

- base names of hand-written C++ files are unique in the project
- no file is called after what it does not say (util, common, helpers, misc, types)
- hand-written files stay under 600 lines, tests under 700 (generated tables are exempt)
- every test that skips stands in tests/skips.txt with its reason
- no sleeping in tests or as synchronisation
"""
import collections
import pathlib
import re
import sys

VAGUE = {"util", "utils", "common", "helper", "helpers", "misc", "types", "part2"}
SLEEP = re.compile(r"\b(sleep_for|usleep|nanosleep)\s*\(|[^_a-z.]sleep\s*\(")
SKIP = re.compile(r"GTEST_SKIP|DISABLED_\w+")


def hand_written(root):
    for folder in ("pty", "demos", "tests", "fuzz", "bench"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".hpp") and not path.stem.endswith("_table") and "corpus" not in path.parts:
                yield path


def check(root):
    ledger = root / "tests" / "skips.txt"
    allowed_skips = ledger.read_text() if ledger.exists() else ""
    seen = collections.defaultdict(list)
    for path in hand_written(root):
        name = path.relative_to(root)
        seen[path.name].append(str(name))
        if set(path.stem.split("_")) & VAGUE:
            yield f"{name}: the name does not say what is inside"
        lines = path.read_text(encoding="utf-8").splitlines()
        limit = 700 if path.stem.endswith("_test") or "tests" in path.parts else 600
        if len(lines) > limit:
            yield f"{name}: {len(lines)} lines, the limit is {limit}: split it by purpose"
        for number, line in enumerate(lines, 1):
            if SLEEP.search(line) and "bench" not in path.parts:
                yield f"{name}:{number}: sleeping as synchronisation; wait on a condition"
            if SKIP.search(line) and str(name) not in allowed_skips:
                yield f"{name}:{number}: a skip that is not in tests/skips.txt"
    for base, places in seen.items():
        if len(places) > 1:
            yield f"{base}: more than one file has this name: {', '.join(places)}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    breaches = list(check(root))
    print("\n".join(breaches) if breaches else "names: all files keep to the rules")
    return 1 if breaches else 0


sys.exit(main())
