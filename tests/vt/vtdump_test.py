"""vtdump as other programs drive it. Usage: vtdump_test.py VTDUMP [unittest arguments]"""
import base64
import json
import os
import subprocess
import sys
import unittest

VTDUMP = sys.argv.pop(1)


def run(arguments, stdin=b""):
    done = subprocess.run([VTDUMP, *arguments], input=stdin, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def obey(lines, cols=10, rows=3):
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    code, out, _ = run(["json", str(cols), str(rows)], text.encode())
    return code, [json.loads(line) for line in out.decode().splitlines()]


def encoded(data):
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()


class ScreenTest(unittest.TestCase):
    def test_prints_as_many_lines_as_rows_right_trimmed(self):
        code, out, _ = run(["screen", "10", "4"], "one  \r\n\r\n  \u4f60\u597d   ".encode())
        self.assertEqual((code, out.decode()), (0, "one\n\n  \u4f60\u597d\n\n"))

    def test_prints_the_visible_screen_only(self):
        code, out, _ = run(["screen", "10", "2"], b"1\r\n2\r\n3\r\n\x1b[?1049hALT\r\n")
        self.assertEqual((code, out), (0, b"   ALT\n\n".replace(b"   ", b"")))

    def test_takes_any_bytes_and_no_bytes(self):
        code, out, _ = run(["screen", "5", "2"])
        self.assertEqual((code, out), (0, b"\n\n"))
        code, out, _ = run(["screen", "300", "2"], bytes(range(256)) * 100)
        self.assertEqual((code, out.count(b"\n")), (0, 2))
        out.decode()


class JsonTest(unittest.TestCase):
    def test_answers_each_line_with_one_line(self):
        code, answers = obey([{"write": encoded("hello\x07")}, {"dump": True}, {"events": True}, {"replies": True}])
        self.assertEqual(code, 0)
        self.assertEqual(answers[0], {"ok": True})
        self.assertEqual(answers[1]["dump"]["rows"][0]["text"], "hello")
        self.assertEqual(answers[2:], [{"events": [{"type": "bell"}]}, {"replies": ""}])

    def test_takes_replies_and_events_once(self):
        code, answers = obey([{"write": encoded("\x1b[6n\x1b]2;t\x07\x1b]9;note\x07")}, {"replies": True},
                              {"replies": True}, {"events": True}, {"events": True}])
        self.assertEqual(code, 0)
        self.assertEqual(base64.b64decode(answers[1]["replies"]), b"\x1b[1;1R")
        self.assertEqual(answers[2], {"replies": ""})
        self.assertEqual(answers[3]["events"][0], {"type": "title_change", "title": "t"})
        self.assertEqual(answers[3]["events"][1], {"type": "notification", "source": "osc9", "body": "note"})
        self.assertEqual(answers[4], {"events": []})

    def test_resizes_in_several_spellings(self):
        for line in ({"resize": [20, 5]}, {"resize": {"cols": 20, "rows": 5}}, {"op": "resize", "cols": 20, "rows": 5},
                     {"op": "resize", "size": [20, 5]}, {"cmd": "resize", "resize": {"rows": 5, "columns": 20}}):
            code, answers = obey([line, {"dump": True}])
            self.assertEqual((code, answers[0]), (0, {"ok": True}), line)
            self.assertEqual(answers[1]["dump"]["size"], {"cols": 20, "rows": 5}, line)

    def test_understands_bare_names_and_operations(self):
        code, answers = obey(['"dump"', {"op": "write", "data": encoded("x")}, {"op": "dump"}, {"op": "replies"}])
        self.assertEqual((code, answers[1], answers[3]), (0, {"ok": True}, {"replies": ""}))
        self.assertEqual(answers[2]["dump"]["rows"][0]["text"], "x")

    def test_several_commands_of_a_line_are_done_in_order(self):
        code, answers = obey([{"write": encoded("a"), "screen": True, "resize": [10, 1]}, {"write": encoded("b")}])
        self.assertEqual((code, answers), (0, [{"screen": ["a", "", ""]}, {"ok": True}]))

    def test_commands_beside_an_operation_are_done_as_well(self):
        code, answers = obey([{"op": "write", "data": encoded("x"), "screen": True}, {"data": encoded("y"), "op": "write"},
                              {"screen": True, "op": "resize", "cols": 5, "rows": 1}])
        self.assertEqual((code, answers), (0, [{"screen": ["x", "", ""]}, {"ok": True}, {"screen": ["xy", "", ""]}]))

    def test_an_empty_restore_is_a_fresh_terminal(self):
        code, answers = obey([{"write": encoded("x\x1b[31m")}, {"restore": ""}, {"dump": True}])
        self.assertEqual((code, answers[1]), (0, {"ok": True}))
        self.assertEqual((answers[2]["dump"]["rows"][0]["text"], answers[2]["dump"]["pen"]["style"]), ("", {}))

    def test_a_restore_fed_into_a_fresh_terminal_gives_the_same_dump(self):
        text = "one\r\ntwo \x1b[1;31mthree\x1b[m\r\n\x1b]8;;http://u\x07four\r\nfive\x1b[?2004h"
        _, answers = obey([{"write": encoded(text)}, {"dump": True}, {"restore": True}])
        first = answers[1]["dump"]
        restore = answers[2]["restore"]
        for lines in ([{"write": restore}], [{"write": encoded("junk")}, {"restore": restore}]):
            code, answers = obey([*lines, {"dump": True}])
            self.assertEqual(code, 0)
            second = answers[-1]["dump"]
            for dump in (first, second):
                dump.pop("generation", None)
            self.assertEqual(first, second)

    def test_any_bytes_can_be_written_and_plain_text_asked_for(self):
        code, answers = obey([{"write": encoded(bytes(range(256)))}, {"dump": True},
                              {"write": encoded("\x18\x1bc1\r\n2\r\n3\r\n4")}, {"plain": True}])
        self.assertEqual(code, 0)
        self.assertTrue(answers[3]["plain"].endswith("1\n2\n3\n4"))

    def test_bad_lines_are_answered_change_nothing_and_set_the_exit_status(self):
        bad = ["{", "[]", "7", "{}", '"nonsense"', {"write": "%%%"}, {"write": 3}, {"resize": [0, 5]},
               {"resize": [5000, 5]}, {"resize": "big"}, {"resize": [1.5, 2]}, {"nonsense": 1},
               {"write": encoded("x"), "nonsense": 1}, {"op": "nonsense"}, {"resize": [4096, 4096]},
               {"op": "write", "data": encoded("x"), "nonsense": 1}, {"resize": [10]}, {"write": "AAAAA"}]
        code, answers = obey([*bad, {"screen": True}])
        self.assertEqual(code, 1)
        for line, answer in zip(bad, answers):
            self.assertEqual(list(answer), ["error"], line)
        self.assertEqual(answers[-1], {"screen": ["", "", ""]})

    def test_a_blank_line_is_nothing_to_do(self):
        self.assertEqual(obey(["", "  "]), (0, [{"ok": True}, {"ok": True}]))

    def test_an_endless_line_is_refused_and_the_next_one_obeyed(self):
        code, answers = obey(["x" * (64 * 1024 * 1024 + 1), {"screen": True}])
        self.assertEqual(code, 1)
        self.assertEqual(answers, [{"error": "a line is at most 64 MiB"}, {"screen": ["", "", ""]}])

    def test_answers_while_the_other_side_waits(self):
        with subprocess.Popen([VTDUMP, "json", "10", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            for text in ("a", "b"):
                child.stdin.write(json.dumps({"write": encoded(text), "screen": True}).encode() + b"\n")
                child.stdin.flush()
                self.assertIn(text, json.loads(child.stdout.readline())["screen"][0])
            child.stdin.close()
            self.assertEqual(child.wait(timeout=60), 0)


class ReadErrorTest(unittest.TestCase):
    def test_an_input_that_cannot_be_read_is_a_failure(self):
        folder = os.open("/", os.O_RDONLY)  # reading it fails
        try:
            for verb in ("screen", "json"):
                done = subprocess.run([VTDUMP, verb, "10", "2"], stdin=folder, capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")), (1, b"", 1), verb)
        finally:
            os.close(folder)


class UsageTest(unittest.TestCase):
    def test_wrong_arguments_are_told_on_standard_error(self):
        for arguments in ([], ["nonsense"], ["screen"], ["screen", "80"], ["screen", "0", "24"], ["json", "80", "x"],
                          ["json", "80", "24", "more"], ["screen", "80", "4097"], ["json", "4096", "4096"]):
            code, out, err = run(arguments)
            self.assertEqual((code, out, err.count("\n")), (2, b"", 1), arguments)

    def test_help_names_every_command(self):
        code, out, _ = run(["--help"])
        self.assertEqual(code, 0)
        for word in ("screen", "json", "write", "resize", "dump", "replies", "events", "restore", "error"):
            self.assertIn(word, out.decode())


if __name__ == "__main__":
    unittest.main()
