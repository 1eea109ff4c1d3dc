"""The layering checker: it passes on this tree, and it catches what it is there to catch."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run_checker(root):
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "layers.py"), str(root)],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


class LayersTest(unittest.TestCase):
    def setUp(self):
        self.copy = pathlib.Path(tempfile.mkdtemp(prefix="pty-layers-"))
        self.addCleanup(shutil.rmtree, self.copy)
        shutil.copy(ROOT / "layers.json", self.copy)
        (self.copy / "pty").mkdir()

    def plant(self, path, text):
        target = self.copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def test_this_tree_keeps_to_its_layers(self):
        code, out = run_checker(ROOT)
        self.assertEqual(code, 0, out)

    def test_a_planted_upward_include_is_caught_with_file_line_rule_and_what_is_allowed(self):
        self.plant("pty/term/colour_mix.hpp", '#pragma once\n\n#include "pty/vt/terminal.hpp"\n')
        code, out = run_checker(self.copy)
        self.assertEqual(code, 1)
        self.assertIn("pty/term/colour_mix.hpp:3: room 'term' may not include room 'vt'; allowed: base, text", out)

    def test_a_sideways_include_is_caught(self):
        self.plant("pty/attach/screen.cpp", '#include "pty/daemon/session_core.hpp"\n')
        code, out = run_checker(self.copy)
        self.assertEqual(code, 1)
        self.assertIn("pty/attach/screen.cpp:1: room 'attach' may not include room 'daemon'", out)

    def test_an_include_without_the_room_prefix_is_caught(self):
        self.plant("pty/base/size.hpp", '#include "error.hpp"\n')
        code, out = run_checker(self.copy)
        self.assertEqual(code, 1)
        self.assertIn('own headers are included as "pty/base/error.hpp"', out)

    def test_third_party_headers_stay_in_their_rooms(self):
        self.plant("pty/daemon/record.cpp", "#include <nlohmann/json.hpp>\n")
        code, out = run_checker(self.copy)
        self.assertEqual(code, 1)
        self.assertIn("room 'daemon' may not use nlohmann", out)

    def test_system_calls_stay_in_os(self):
        self.plant("pty/vt/screen.cpp", "#include <unistd.h>\n")
        self.plant("pty/os/fd.cpp", "#include <unistd.h>\n")
        code, out = run_checker(self.copy)
        self.assertEqual(code, 1)
        self.assertIn("room 'vt' may not call the system", out)
        self.assertNotIn("pty/os/fd.cpp", out)

    def test_an_unknown_room_is_caught(self):
        self.plant("pty/extras/x.cpp", "#include <string>\n")
        code, out = run_checker(self.copy)
        self.assertEqual(code, 1)
        self.assertIn("folder 'extras' is not a room", out)

    def test_a_table_that_points_upwards_is_refused(self):
        table = json.loads((self.copy / "layers.json").read_text())
        table["rooms"]["base"]["may_include"] = ["vt"]
        (self.copy / "layers.json").write_text(json.dumps(table))
        code, out = run_checker(self.copy)
        self.assertEqual(code, 2)
        self.assertIn("'base' (rank 0) may include 'vt'", out)


if __name__ == "__main__":
    unittest.main()
