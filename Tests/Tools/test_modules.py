"""Tests of the modules in tools/ that several tools use. Run by `ci/tools`."""

import os
import signal
import sys
import tempfile
import time
import unittest
import unittest.mock
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))

import measure  # noqa: E402
import wire  # noqa: E402

LIMITS = measure.Limits(seconds=5, megabytes=200)


def python(code, **options):
    return measure.run([sys.executable, "-c", code], **options)


class RunTests(unittest.TestCase):
    def test_exit_code_and_both_outputs_are_read(self):
        result = python("import sys; print('out'); print('error', file=sys.stderr); sys.exit(3)", keeps_output=True)
        self.assertEqual((result.code, result.output, result.errors), (3, b"out\n", "error\n"))

    def test_output_is_discarded_by_default(self):
        self.assertEqual(python("print('out')").output, b"")

    def test_output_larger_than_a_pipe_does_not_block(self):
        result = python("import sys; sys.stdout.write('x' * 1_000_000); sys.stderr.write('y' * 1_000_000)", keeps_output=True, timeout=20)
        self.assertEqual((result.code, len(result.output), len(result.errors)), (0, 1_000_000, 1_000_000))

    def test_a_signal_is_a_negative_code_and_a_crash(self):
        result = python("import os, signal; os.kill(os.getpid(), signal.SIGTERM)")
        self.assertEqual((result.code, result.problem(LIMITS)), (-signal.SIGTERM, "crash: signal 15"))

    def test_a_timeout_kills_the_process_and_is_a_hang(self):
        started = time.monotonic()
        result = python("import time; time.sleep(60)", timeout=0.3)
        self.assertLess(time.monotonic() - started, 20)
        self.assertEqual((result.is_timed_out, result.problem(LIMITS)), (True, "hang"))

    def test_processor_time_of_twice_the_limit_kills_the_process_and_is_slow(self):
        result = python("while True: pass", limits=measure.Limits(seconds=0.5, megabytes=200))
        self.assertEqual((result.code, result.is_timed_out), (-signal.SIGKILL, False))
        self.assertEqual(result.problem(measure.Limits(seconds=0.5, megabytes=200))[:13], "slow: stopped")

    def test_sleep_is_no_processor_time_but_elapsed_time(self):
        result = python("import time; time.sleep(0.5)")
        self.assertGreaterEqual(result.elapsed, 0.5)
        self.assertLess(result.seconds, result.elapsed)

    def test_processor_time_over_the_limit_is_slow(self):
        result = python("import time\nwhile time.process_time() < 0.4: pass")
        self.assertGreaterEqual(result.seconds, 0.4)
        self.assertEqual(result.problem(measure.Limits(seconds=0.3, megabytes=200))[:4], "slow")

    def test_limits_are_those_of_the_reference_machine(self):
        work = "import zlib\nfor _ in range(40): zlib.compress(bytes(range(256)) * 4000, 9)"
        with unittest.mock.patch.object(measure, "slowness", lambda: 100.0):
            slow = python(work, limits=LIMITS)
        with unittest.mock.patch.object(measure, "slowness", lambda: 1.0):
            reference = python(work, limits=LIMITS)
        self.assertLess(slow.seconds, 0.1 * reference.seconds)

    def test_a_slow_run_is_repeated_and_the_fastest_one_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            code = f"import pathlib, time; file = pathlib.Path({folder!r}, 'runs'); count = len(file.read_text()) if file.exists() else 0\n" \
                "file.write_text('x' * (count + 1))\nwhile count == 0 and time.process_time() < 1: pass"
            result = measure.fastest([sys.executable, "-c", code], measure.Limits(seconds=0.7, megabytes=200))
            self.assertLess(result.seconds, 0.7)
            self.assertEqual(Path(folder, "runs").read_text(), "xx")

    def test_slowness_is_at_least_one(self):
        with unittest.mock.patch.object(measure.zlib, "compress", lambda *_: b""):
            self.assertEqual(measure.slowness(), 1)

    def test_peak_memory_counts_what_was_released(self):
        result = python("data = bytearray(b'x' * (100 << 20)); del data")
        self.assertGreater(result.megabytes, 100)
        self.assertEqual(result.problem(measure.Limits(seconds=5, megabytes=50))[:6], "memory")

    def test_an_exit_code_is_a_problem_unless_it_is_allowed(self):
        result = python("raise SystemExit(4)")
        self.assertEqual([result.problem(LIMITS, {0, 3}), result.problem(LIMITS, {4}), result.problem(LIMITS)], ["exit code 4", None, None])

    def test_check_raises_with_the_last_line_of_the_errors(self):
        with self.assertRaisesRegex(measure.Failed, "exit code 1: ValueError: odd"):
            measure.check(sys.executable, "-c", "raise ValueError('odd')")

    def test_a_process_can_be_watched_and_killed(self):
        process = measure.Process([sys.executable, "-c", "import time; time.sleep(60)"])
        self.assertTrue(process.is_running)
        process.send(signal.SIGKILL)
        self.assertEqual(process.wait().code, -signal.SIGKILL)
        self.assertFalse(process.is_running)

    def test_json_is_read(self):
        self.assertEqual(measure.read_json(sys.executable, "-c", "print('[1, 2]')"), [1, 2])

    def test_a_child_reports_its_failure(self):
        self.assertTrue(measure.in_child(lambda: None))
        self.assertFalse(measure.in_child(lambda: os._exit(7)))


class WireTests(unittest.TestCase):
    def test_varints_have_seven_bits_per_byte_and_64_bits(self):
        self.assertEqual([wire.varint(1), wire.varint(300), wire.varint(-1)], [b"\x01", b"\xac\x02", b"\xff" * 9 + b"\x01"])

    def test_a_number_too_large_for_a_float_is_infinite(self):
        self.assertEqual([wire.single(1e300), wire.single(-1e300)], [b"\0\0\x80\x7f", b"\0\0\x80\xff"])

    def test_fields_have_their_number_and_kind(self):
        self.assertEqual(wire.part(1, b"ab") + wire.number(2, 5) + wire.real(3, 1), b"\x0a\x02ab\x10\x05\x1d\0\0\x80\x3f")

    def test_a_png_has_its_size_and_all_rows(self):
        content = wire.png(3, 2, (1, 2, 3, 4))
        self.assertEqual((content[:8], content[16:24]), (b"\x89PNG\r\n\x1a\n", b"\0\0\0\x03\0\0\0\x02"))
        length = int.from_bytes(content[33:37], "big")
        self.assertEqual(zlib.decompress(content[41:41 + length]), (b"\0" + b"\x01\x02\x03\x04" * 3) * 2)


class PictureTests(unittest.TestCase):
    def setUp(self):
        try:
            import numpy

            import pictures
        except ModuleNotFoundError as error:
            self.skipTest(str(error))
        self.numpy, self.pictures = numpy, pictures
        self.gray = numpy.random.default_rng(1).uniform(0, 255, (20, 24))

    def test_equal_pictures_have_an_ssim_of_1(self):
        self.assertAlmostEqual(self.pictures.similarity(self.gray, self.gray), 1)
        self.assertAlmostEqual(self.pictures.block_similarity(self.gray, self.gray), 1)

    def test_more_noise_has_a_lower_ssim(self):
        noise = self.numpy.random.default_rng(2).normal(0, 1, self.gray.shape)
        for metric in (self.pictures.similarity, self.pictures.block_similarity):
            self.assertGreater(metric(self.gray, self.gray + 5 * noise), metric(self.gray, self.gray + 40 * noise))

    def test_pictures_smaller_than_a_window_are_compared(self):
        self.assertAlmostEqual(self.pictures.similarity(self.gray[:3, :3], self.gray[:3, :3]), 1)


if __name__ == "__main__":
    unittest.main()
