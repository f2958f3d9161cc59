"""Tests of the scripts in ci/ that run, generate and build the documentation. Run by `ci/tools`."""

import sys
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def script(name):
    """A script of ci/ as a module."""
    loader = SourceFileLoader(name.replace("-", "_"), str(ROOT / "ci" / name))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


documents, site, pages = script("documents"), script("site"), script("command-pages")


class OutputTests(unittest.TestCase):
    def test_sizes_and_times_may_differ(self):
        self.assertTrue(documents.is_same("a.gif: 90 frames, 1.00 MB in 3 s", "a.gif: 90 frames, 1.10 MB in 9 s"))
        self.assertFalse(documents.is_same("a.gif: 90 frames, 1.00 MB", "a.gif: 90 frames, 1.50 MB"))
        self.assertFalse(documents.is_same("a.gif: 90 frames", "a.gif: 91 frames"))

    def test_an_ellipsis_stands_for_any_lines(self):
        self.assertTrue(documents.matches(["…", "end"], ["one", "two", "end"]))
        self.assertTrue(documents.matches(["…"], []))
        self.assertFalse(documents.matches(["…", "end"], ["end", "more"]))

    def test_a_text_block_directly_below_a_program_is_its_output(self):
        program, text = documents.blocks('```python\nprint("x")\n```\n\n```text\nx\n```\n')
        self.assertIs(program.output, text)
        program, _ = documents.blocks('```python\nprint("x")\n```\nIt prints more:\n```text\nx\n```\n')
        self.assertIsNone(program.output)


class AnchorTests(unittest.TestCase):
    def test_anchors_are_those_of_GitHub(self):
        self.assertEqual(documents.anchors("# Exit codes, by `svga`\n## 安装\n<a id=\"size\"></a>\n"), {"exit-codes-by-svga", "安装", "size"})


class SitePageTests(unittest.TestCase):
    def page(self, text, language="en"):
        stage = site.Stage()
        stage.shown = {"samples/c/gift.c"}
        stage.copy = lambda file, name: None
        return stage.page(text, Path(f"docs/{language}/see.md"), language, "see.md")

    def test_a_link_of_a_file_leads_to_the_page_that_shows_it(self):
        self.assertEqual(self.page("[`gift.c`](../../samples/c/gift.c)"), "[`gift.c`](files/samples/c/gift.c.md)")

    def test_a_link_of_a_file_that_is_not_shown_is_left_out(self):
        self.assertEqual(self.page("see [the license](../../LICENSE)."), "see the license.")

    def test_an_article_is_a_page_of_DocC(self):
        link = "[list](../../Sources/SVGAKit/SVGAKit.docc/PlayerDifferences.md)"
        self.assertEqual(self.page(link), "[list](/swift/documentation/svgakit/playerdifferences/)")

    def test_a_picture_of_the_repository_becomes_one_of_the_site(self):
        self.assertEqual(self.page('<img src="../../samples/gift.png" width="220" alt="A gift">'), "![A gift](pictures/gift.png){ width=220 }")

    def test_code_is_left_as_it_is(self):
        text = "`[a](../../LICENSE)`\n\n```sh\n[a](../../LICENSE)\n```\n"
        self.assertEqual(self.page(text), text)

    def test_an_escaped_bar_in_the_code_of_a_table_is_a_bar(self):
        self.assertEqual(self.page("| `a\\|b` | x |"), '| <code class="name">a&#124;b</code> | x |')

    def test_the_end_of_a_Chinese_line_is_no_space(self):
        self.assertEqual(self.page("动画的名字。\n然后渲染\n图片", "zh"), "动画的名字。然后渲染图片")
        self.assertEqual(self.page("动画：\n\n- 一\n- 二", "zh"), "动画：\n\n- 一\n- 二")


class SiteLinkTests(unittest.TestCase):
    def test_links_are_relative_to_their_page(self):
        self.assertEqual(site.destination("commands/render.html", "../export.html#gif"), "export.html")
        self.assertEqual(site.destination("zh/see.html", "#top"), "zh/see.html")
        self.assertIsNone(site.destination("see.html", "https://example.com/see.html"))

    def test_a_link_to_a_heading_that_does_not_exist_is_broken(self):
        with_anchor = {"a.html": site.Reader('<a href="a.html#here"></a><h1 id="here"></h1>')}
        without = {"a.html": site.Reader('<a href="#gone"></a><h1 id="here"></h1>')}
        exists = Path.exists
        Path.exists = lambda path: True
        try:
            self.assertEqual(site.broken_links(with_anchor), [])
            self.assertEqual(site.broken_links(without), ["a.html: #gone: a.html has no #gone"])
        finally:
            Path.exists = exists

    def test_a_way_follows_links_of_the_text_only(self):
        pages = {
            "index.html": site.Reader('<nav><a href="c.html"></a></nav><article><a href="b.html"></a></article>'),
            "b.html": site.Reader('<article><a href="c.html"></a></article>'), "c.html": site.Reader(""),
        }
        self.assertEqual(site.path_to(pages, "index.html", "c.html"), ["index.html", "b.html", "c.html"])


class CommandPageTests(unittest.TestCase):
    ROFF = '.SH "OPTIONS"\n.TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIOUT\\fR\na file; a\\:b\n.PP\nSee \\-\\-size.\n.TP 5\n\\fB0\\fR\ndone\n'

    def test_options_are_rows_with_anchors_and_notes_are_below(self):
        section, = pages.sections(self.ROFF)
        self.assertEqual(pages.group(section, pages.ENGLISH), [
            "| option | meaning |", "|---|---|", '| <a id="output"></a>`-o, --output OUT` | a file; ab |', "", "See `--size`.", "", "- `0`: done",
        ])

    def test_wrapped_Chinese_is_joined_without_spaces(self):
        rows = pages.explanation("SVGA110\n  含义    位图的尺寸与布局\n          不同，\n          player 不拉伸。\n  示例    a\n          b\n")
        self.assertEqual(rows, [("含义", "位图的尺寸与布局不同，player 不拉伸。"), ("示例", "a b")])


if __name__ == "__main__":
    unittest.main()
