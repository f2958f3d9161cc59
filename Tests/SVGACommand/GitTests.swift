import Foundation
import TestSupport
import Testing

@testable import SVGACommand

@Suite("Movies under git")
struct GitTests {
    @Test("git log -p shows a renamed key as two lines, with svga inspect --text as textconv", .needs("git"), .needsProgram)
    func textconv() throws {
        let log = try git("git log -p -1 --format=%s")
        #expect(log.contains("-image \"name\" png, 1118 bytes, crc "))
        #expect(log.contains("+image \"title\" png, 1118 bytes, crc "))
        #expect(log.contains("-sprite \"name\"") && log.contains("+sprite \"title\""))
        #expect(log.split(separator: "\n").count(where: { $0.hasPrefix("-") || $0.hasPrefix("+") }) == 6, "\(log)")
    }

    @Test("git difftool runs svga diff", .needs("git"), .needsProgram)
    func difftool() throws {
        let text = try git("git difftool --no-prompt --tool svga HEAD~1 HEAD")
        #expect(text.contains("name") && text.contains("title"), "\(text)")
    }

    @Test("the text of a movie says nothing of its file, so a conversion leaves no difference")
    func conversion() async throws {
        let folder = TemporaryFolder()
        let original = TestFiles.root.path + "/samples/gift.svga"
        let converted = folder.path + "/gift.svga"
        #expect(await CommandFixtures.run("convert", original, "-o", converted, "--to", "1-binary").code == .done)
        let texts = [await CommandFixtures.run("inspect", "--text", original), await CommandFixtures.run("inspect", "--text", converted)]
        #expect(texts[0].code == .done && texts[0].output == texts[1].output)
    }

    @Test("a frame is a line with what changed, a hidden one says so once, a shape has a line of its own")
    func lines() async throws {
        let folder = try MovieFolder(frames: 3)
        let text = await CommandFixtures.run("inspect", "--text", folder.movie).output
        #expect(
            text == """
                version 2.0
                canvas 60 × 40
                fps 20
                frames 3

                sprite "box.vector"
                  0: alpha 1, transform 1 0 0 1 0 0, layout 0 0 60 × 40, shapes
                    rect 0 0 60 × 40, fill 1 0 0 1

                """)
    }

    /// What a command prints in a repository with two versions of a movie, set up as the README says.
    private func git(_ command: String) throws -> String {
        let folder = TemporaryFolder()
        let svga = Program.file.path
        let script = """
            set -e
            cd '\(folder.path)'
            export HOME="$PWD" GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
            git init -q .
            git config user.name Tester
            git config user.email tester@localhost
            git config diff.svga.textconv "'\(svga)' inspect --text"
            git config difftool.svga.cmd "'\(svga)' diff \\"\\$LOCAL\\" \\"\\$REMOTE\\""
            echo '*.svga diff=svga' > .gitattributes
            cp '\(TestFiles.root.path)/samples/gift.svga' .
            git add .
            git commit -q -m first
            '\(svga)' edit gift.svga -o gift.svga --force --rename name=title 2>/dev/null
            git commit -q -a -m second
            \(command)
            """
        let outcome = try Tool.outcome("/bin/sh", ["-c", script])
        #expect(outcome.code == 0)
        return String(decoding: outcome.output, as: UTF8.self)
    }
}
