"""Tests of the modules of tools/web-player that need no browser. Run by `ci/tools`."""

import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))

try:
    import numpy
except ImportError:
    numpy = None

import web_pages  # noqa: E402

HARMLESS = {"attacks": [], "blocked": 20, "added": 0, "isTyped": True}


class ServerTests(unittest.TestCase):
    def setUp(self):
        self.server = web_pages.Server()
        self.addCleanup(self.server.close)

    def get(self, path):
        with urllib.request.urlopen(self.server.address + path, timeout=10) as answer:
            return answer.read()

    def test_a_file_is_served_under_a_path_of_its_own(self):
        with tempfile.NamedTemporaryFile(suffix=".svga") as file:
            file.write(b"movie")
            file.flush()
            path = self.server.add(file.name)
            self.assertEqual(self.get(path.lstrip("/")), b"movie")

    def test_pages_are_served_and_what_is_above_them_is_not(self):
        self.assertIn(b"harness.js", self.get("pages/harness.html"))
        self.assertIsNone(self.server.content("pages/../measure.py"))

    def test_an_image_in_place_of_a_path_is_not_found(self):
        with self.assertRaises(urllib.error.HTTPError):
            self.get("pages/" + "A" * 5000)

    def test_what_a_page_sends_is_kept_under_its_path(self):
        urllib.request.urlopen(urllib.request.Request(self.server.address + "sent/frame", data=b"\1\2\3"), timeout=10).close()
        self.assertEqual(self.server.sent["sent/frame"], b"\1\2\3")


@unittest.skipUnless(numpy, "numpy is not installed")
class ComparisonTests(unittest.TestCase):
    def test_a_difference_that_only_white_shows_counts(self):
        import pictures
        one = numpy.zeros((20, 20, 4), numpy.uint8)
        other = one.copy()
        other[5:15, 5:15, 3] = 255
        self.assertEqual(pictures.gray_similarity(one, one), 1)
        self.assertLess(pictures.gray_similarity(one, other), 0.9)


class AttackTests(unittest.TestCase):
    def fault(self, **changes):
        import web_faults
        return web_faults.fault_of({**HARMLESS, **changes})

    def test_a_refused_file_is_no_fault(self):
        self.assertIsNone(self.fault(error="the file is truncated"))

    def test_an_error_of_another_type_is_a_fault(self):
        self.assertIn("no SVGAError", self.fault(error="x is undefined", isTyped=False))

    def test_a_page_that_does_not_react_for_two_seconds_hangs(self):
        self.assertIsNone(self.fault(blocked=1999))
        self.assertEqual(self.fault(blocked=2500), "hangs the page for 2.5 s")

    def test_a_script_that_ran_is_a_fault(self):
        self.assertEqual(self.fault(attacks=["alert: 1"]), "runs a script: alert: 1")

    def test_no_answer_is_a_fault(self):
        import web_faults
        self.assertIn("crashes", web_faults.fault_of(None))


if __name__ == "__main__":
    unittest.main()
