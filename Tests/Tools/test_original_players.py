"""What `original-players` reads from the program, and the scripts that it gives the page, without a browser."""

import pathlib
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
loader = SourceFileLoader("original_players", str(TOOLS / "original-players"))
tool = module_from_spec(spec_from_loader(loader.name, loader))
loader.exec_module(tool)


class OriginalPlayersTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def failure(self, text):
        program = self.path / "svga"
        program.write_text(f"#!/bin/sh\necho '{{\"players\": [{{\"failure\": {text}}}]}}'\n")
        program.chmod(0o755)
        return tool.failure(program, "movie.svga", "web")

    def test_a_predicted_failure_has_its_first_frame_and_reason(self):
        self.assertIsNone(self.failure("null"))
        self.assertEqual(self.failure('{"frame": 3, "reason": "throws"}'), (3, "throws"))
        self.assertEqual(self.failure('{"frame": null, "reason": "waits"}'), (-1, "waits"))

    def test_a_player_that_is_a_script_runs_before_the_page(self):
        for player in tool.SCRIPTS:
            script = self.path / tool.SCRIPTS[player]
            script.parent.mkdir(parents=True, exist_ok=True)
            script.write_text("player();")
            before, module = tool.bundle(player, self.path, self.path / "bundle")
            self.assertTrue(before.endswith(b"player();"))
            self.assertIn(b"export async function open", module)


if __name__ == "__main__":
    unittest.main()
