#!/usr/bin/env python3
"""Writes the pushes and resizes of each *.vtt case as an input of the terminal's fuzz targets.

Usage: vtt_seeds.py CASES_DIR OUT_DIR      (the format of the inputs: fuzz_input.hpp)
"""
import pathlib
import re
import sys

ESCAPES = {"e": 0x1B, "n": 0x0A, "r": 0x0D, "t": 0x09, "a": 0x07, "b": 0x08}
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(?:x(\d+))?')
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]+)\}|(.))|([^\\]+)")
MOST_BYTES = 8000  # longer ones are about limits that fuzzing does not reach


def unescape(text):
    out = bytearray()
    for byte, scalar, letter, plain in ESCAPE.findall(text):
        if byte:
            out.append(int(byte, 16))
        elif scalar:
            out += chr(int(scalar, 16)).encode("utf-8", "surrogatepass")
        elif letter:
            out += bytes([ESCAPES[letter]]) if letter in ESCAPES else letter.encode()
        else:
            out += plain.encode()
    return bytes(out)


def size(rows, cols):
    return bytes([(rows - 1) % 40, (cols - 2) % 120])


def cases(path):
    """Pairs of (size, body)."""
    common, here, body = size(24, 80), None, None
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "==":
            if body:
                yield here or common, body
            here, body = None, b""
        elif word == "size" and body is None:
            common = size(*map(int, rest.split()[:2]))
        elif word == "size":
            here = size(*map(int, rest.split()[:2]))
        elif word == "resize" and body is not None:
            body += b"\xf8" + size(*map(int, rest.split()[:2]))
        elif word == "push" and body is not None:
            pushed = b"".join(unescape(text) * int(count or 1) for text, count in STRING.findall(rest))
            body += (b"\xf9" if body else b"") + pushed
    if body:
        yield here or common, body


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.vtt")):
        for number, (grid, body) in enumerate(cases(path)):
            if len(body) <= MOST_BYTES:
                (target / f"{path.stem}-{number:03}").write_bytes(grid + body)


main()
