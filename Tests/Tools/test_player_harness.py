"""The reader of `player-harness`, without Skia."""

import pathlib
import struct
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import harness_files  # noqa: E402


class HarnessFilesTests(unittest.TestCase):
    def test_a_number_that_is_not_written_has_no_entry(self):
        written = b"\x0d" + struct.pack("<f", 0) + b"\x15" + struct.pack("<f", 2)
        self.assertEqual(harness_files.message(written, harness_files.TRANSFORM), {"a": 0, "b": 2})

    def test_repeated_messages_are_a_list(self):
        self.assertEqual(harness_files.message(b"", harness_files.FRAME), {"shapes": []})
        self.assertEqual(harness_files.message(b"\x2a\x02\x08\x03", harness_files.FRAME), {"shapes": [{"type": 3}]})

    def test_files_of_every_container(self):
        features = pathlib.Path(__file__).resolve().parents[2] / "samples/features"
        movie, is_json, _ = harness_files.read(features / "keep.svga")
        self.assertFalse(is_json)
        self.assertGreater(movie["params"]["frames"], 0)
        self.assertTrue(harness_files.read(features / "gift-1x-json.svga")[1])
        movie, is_json, entries = harness_files.read(features / "gift-1x-binary.svga")
        self.assertFalse(is_json)
        self.assertIn("bow.png", entries)
        self.assertIn({"key": "bow", "value": b"bow"}, movie["images"])


if __name__ == "__main__":
    unittest.main()
