#!/usr/bin/env python3
"""Runs the behaviour cases of the command line (see README.md beside this file).

Usage: run_cases.py <pty binary> <group directory> [case...]
Each case gets a private home, work directory and registry, a scrubbed environment and no terminal. Whatever it
started is stopped by pid afterwards.
"""
import ast
import concurrent.futures
import difflib
import json
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 60  # seconds for one script: a backstop, never a measure
PLACEHOLDERS = {
    "pid": r"[1-9][0-9]*",
    "number": r"[0-9.]+",
    "id": r"[a-z0-9]{6,12}",
    "age": r"[0-9]+[smhd]",
    "time": r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z",
    "version": r"[0-9]+\.[0-9]+\.[0-9]+(?:\+[0-9a-f]{4,})?",
    "any": r"[^\n]*",
    "rest": r"(?s:.*)",
}


class Failure(Exception):
    pass


class Sandbox:
    """The private world of one case."""

    def __init__(self, binary):
        self.holder = tempfile.TemporaryDirectory(prefix="pty-cli-")
        self.base = os.path.realpath(self.holder.name)
        self.root = os.path.join(self.base, "r")
        self.work = os.path.join(self.base, "work")
        for name in ("home", "work", "bin"):
            os.mkdir(os.path.join(self.base, name))
        os.symlink(os.path.realpath(binary), os.path.join(self.base, "bin", "pty"))
        self.env = {
            "PATH": os.path.join(self.base, "bin") + ":/usr/local/bin:/usr/bin:/bin",
            "HOME": os.path.join(self.base, "home"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "PTY_ROOT": self.root,
        }
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.env[name] = os.environ[name]

    def names(self):
        found = []
        for place, folders, files in os.walk(self.base):
            if place == os.path.join(self.base, "bin"):
                continue
            found += [os.path.relpath(os.path.join(place, name), self.base) for name in folders + files]
        return sorted(found)

    def started_pids(self):
        pids = set()
        for path in pathlib.Path(self.base).rglob("*"):
            try:
                if path.suffix == ".pid":
                    pids.add(int(path.read_text().split()[0]))
                elif path.suffix == ".json":
                    pids.add(int(json.loads(path.read_text())["daemonPid"]))
            except (OSError, ValueError, KeyError, IndexError, TypeError):
                continue
        return {pid for pid in pids if is_daemon_of(pid, self.base)}

    def close(self):
        pids = self.started_pids()
        for pid in pids:
            send_signal(pid, signal.SIGTERM)
        deadline = time.monotonic() + 10
        while any(is_daemon_of(pid, self.base) for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.02)
        for pid in pids:
            if is_daemon_of(pid, self.base):
                send_signal(pid, signal.SIGKILL)
        self.holder.cleanup()


def send_signal(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def is_daemon_of(pid, base):
    """A pid in a file is only believed when that process carries this sandbox in its environment."""
    try:
        environment = pathlib.Path(f"/proc/{pid}/environ").read_bytes()
        return base.encode() in environment and pathlib.Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def read(path, default=None):
    return path.read_text() if path.exists() else default


def run_plain(script, sandbox, stdin):
    done = subprocess.run(["/bin/sh", "-c", script], cwd=sandbox.work, env=sandbox.env, input=stdin.encode(),
                          capture_output=True, timeout=LIMIT, start_new_session=True)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def run_on_terminal(script, sandbox, dialogue):
    """stdin and stdout are a terminal of 24x80; the dialogue is lines `expect 'text'` and `type 'text'`."""
    master, slave = pty.openpty()
    process = subprocess.Popen(["/bin/sh", "-c", script], cwd=sandbox.work, env=sandbox.env, stdin=slave,
                               stdout=slave, stderr=subprocess.PIPE, start_new_session=True,
                               preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0))
    os.close(slave)
    seen = b""
    position = 0
    deadline = time.monotonic() + LIMIT

    def more():
        nonlocal seen
        if not select.select([master], [], [], max(0, deadline - time.monotonic()))[0]:
            process.kill()
            raise Failure(f"the dialogue stood still; seen so far:\n{seen.decode(errors='replace')}")
        try:
            data = os.read(master, 65536)
        except OSError:
            data = b""
        seen += data
        return bool(data)

    for line in filter(None, dialogue.splitlines()):
        verb, _, argument = line.partition(" ")
        text = ast.literal_eval(argument).encode()
        if verb == "type":
            os.write(master, text)
            continue
        while seen.find(text, position) < 0:
            if not more():
                raise Failure(f"ended before {text!r}; seen:\n{seen.decode(errors='replace')}")
        position = seen.find(text, position) + len(text)
    while more():
        pass
    err = process.stderr.read().decode(errors="replace")
    code = process.wait(timeout=LIMIT)
    os.close(master)
    return code, seen.decode(errors="replace").replace("\r\n", "\n"), err


def check_text(what, expected, actual, sandbox):
    pattern = re.escape(expected)
    for name, place in (("root", sandbox.root), ("tmp", sandbox.base)):
        pattern = pattern.replace(re.escape("{%s}" % name), re.escape(place))
    for name, expression in PLACEHOLDERS.items():
        pattern = pattern.replace(re.escape("{%s}" % name), expression)
    if not re.fullmatch(pattern, actual):
        lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "actual", lineterm="")
        raise Failure(f"{what} differs:\n" + "\n".join(lines) + f"\nexact: {actual!r}")


def run_directory(binary, case):
    sandbox = Sandbox(binary)
    try:
        for line in (read(case / "env") or "").splitlines():
            name, _, value = line.partition("=")
            if name.startswith("-"):
                sandbox.env.pop(name[1:], None)
            else:
                sandbox.env[name] = value.replace("{tmp}", sandbox.base)
        setup = read(case / "setup")
        if setup:
            code, out, err = run_plain("set -e\n" + setup, sandbox, "")
            if code != 0:
                raise Failure(f"setup ended with {code}:\n{out}{err}")
        before = sandbox.names()
        script = read(case / "cmd")
        if (case / "tty").exists():
            code, out, err = run_on_terminal(script, sandbox, read(case / "tty"))
        else:
            code, out, err = run_plain(script, sandbox, read(case / "stdin", ""))
        expected_code = int(read(case / "exit", "0"))
        if code != expected_code:
            raise Failure(f"exit status {code}, expected {expected_code}\nstdout: {out}\nstderr: {err}")
        check_text("stdout", read(case / "out", ""), out, sandbox)
        check_text("stderr", read(case / "err", ""), err, sandbox)
        if expected_code != 0 and not (case / "changes").exists() and sandbox.names() != before:
            raise Failure(f"a failing command changed files:\nbefore {before}\nafter  {sandbox.names()}")
    finally:
        sandbox.close()


def run_rejection(binary, line):
    """One line: a command, a tab, and the one line it must say on stderr."""
    command, _, complaint = line.partition("\t")
    sandbox = Sandbox(binary)
    try:
        before = sandbox.names()
        code, out, err = run_plain(command, sandbox, "")
        if code != 1:
            raise Failure(f"exit status {code}, expected 1\nstdout: {out}\nstderr: {err}")
        check_text("stdout", "", out, sandbox)
        check_text("stderr", complaint.strip("\t") + "\n", err, sandbox)
        if sandbox.names() != before:
            raise Failure(f"files were created: {sandbox.names()}")
    finally:
        sandbox.close()


def cases_of(binary, group, wanted):
    for case in sorted(path for path in group.iterdir() if (path / "cmd").exists()):
        if not wanted or case.name in wanted:
            yield case.name, lambda case=case: run_directory(binary, case)
    for line in (read(group / "rejects") or "").splitlines():
        name = line.partition("\t")[0]
        if line and not line.startswith("#") and (not wanted or name in wanted):
            yield f"rejects: {name}", lambda line=line: run_rejection(binary, line)


def main():
    binary, group, wanted = sys.argv[1], pathlib.Path(sys.argv[2]), set(sys.argv[3:])
    failed = total = 0
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        running = [(name, pool.submit(run)) for name, run in cases_of(binary, group, wanted)]
        for name, result in running:
            total += 1
            try:
                result.result()
                print(f"ok    {name}")
            except (Failure, subprocess.TimeoutExpired) as problem:
                failed += 1
                print(f"FAIL  {name}\n{problem}\n")
    print(f"{total - failed} of {total} passed")
    return 1 if failed or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
