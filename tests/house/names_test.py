"""The name and size checker: it passes on this tree and catches planted breaches."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run_checker(root):
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "names.py"), str(root)],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


class NamesTest(unittest.TestCase):
    def setUp(self):
        self.copy = pathlib.Path(tempfile.mkdtemp(prefix="pty-names-"))
        self.addCleanup(shutil.rmtree, self.copy)

    def plant(self, path, text):
        target = self.copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def test_this_tree_keeps_to_its_names_and_sizes(self):
        code, out = run_checker(ROOT)
        self.assertEqual(code, 0, out)

    def test_breaches_are_caught(self):
        self.plant("pty/base/string_utils.cpp", "int x;\n")
        self.plant("pty/os/file.cpp", "int x;\n" * 601)
        self.plant("pty/vt/file.cpp", "int x;\n")
        self.plant("pty/vt/a_test.cpp", "void f() { GTEST_SKIP(); }\nvoid g() { usleep(10); }\n")
        code, out = run_checker(self.copy)
        self.assertEqual(code, 1)
        for text in ("string_utils.cpp: the name does not say", "pty/os/file.cpp: 601 lines",
                     "file.cpp: more than one file", "a_test.cpp:1: a skip", "a_test.cpp:2: sleeping"):
            self.assertIn(text, out)


if __name__ == "__main__":
    unittest.main()
