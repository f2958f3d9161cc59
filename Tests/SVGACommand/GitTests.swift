import Foundation
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

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

    @Test("with svga dump as textconv, git log -p shows a renamed key wherever the file has it", .needs("git"), .needsProgram)
    func dump() throws {
        let log = try git("git config diff.svga.textconv \"'$svga' dump\"; git log -p -1 --format=%s")
        #expect(log.contains("-    {\"key\": \"name\", \"file\": \"images/name.png\", \"bytes\": 1118, \"crc32\": \"95029a6c\"},"))
        #expect(log.contains("+    {\"key\": \"title\", \"file\": \"images/title.png\", \"bytes\": 1118, \"crc32\": \"95029a6c\"},"))
        #expect(log.split(separator: "\n").count(where: { $0.hasPrefix("-") || $0.hasPrefix("+") }) == 6, "\(log)")
    }

    @Test("git diff shows svga diff for files that were changed, added, removed and renamed", .needs("git"), .needsProgram)
    func externalDiff() throws {
        let text = try git(
            """
            git config diff.svga.command "'$svga' diff"
            cp gift.svga old.svga; git add old.svga; git commit -q -m third
            "$svga" edit gift.svga -o gift.svga --force --scale 0.5 2>/dev/null
            cp gift.svga new.svga; echo broken > broken.svga
            git rm -q --cached old.svga; git add -N new.svga broken.svga
            git diff --no-renames HEAD; git log -p -1 --skip 1 --ext-diff --format=%s
            git mv -k gift.svga moved.svga; git add moved.svga; git diff --cached -M1% HEAD -- gift.svga moved.svga
            """)
        #expect(text.contains("+ new.svga: 375 × 375, 90 frames, 79 sprites, 23 images, "), "\(text)")
        #expect(text.contains("- old.svga: 750 × 750, 90 frames"))
        #expect(text.contains("\n    ~ all 78 visible sprites scaled by 0.5\n    ~ all 23 images made 0.5 times as large, "))
        #expect(text.contains("\n  Movie\n    ~ canvas 750 × 750 → 375 × 375\n"))
        #expect(text.contains("\ngift.svga ("), "the version of git's object")
        #expect(text.contains("broken.svga: "), "and the others are shown all the same")
        #expect(text.contains("    ~ 1 key renamed: \"name\" to \"title\"\n"))
        #expect(text.contains(") → moved.svga ("))
    }

    @Test("an unreadable new version of a renamed file has the new name")
    func renamedAndBroken() async throws {
        let folder = TemporaryFolder()
        folder.write([9, 9, 9], to: "broken")
        let (gift, hash) = (TestFiles.root.path + "/samples/gift.svga", String(repeating: "a", count: 40))
        let result = await CommandFixtures.run(
            "diff", "old.svga", gift, hash, "100644", folder.path + "/broken", hash, "100644", "new.svga", "similarity index 50%")
        #expect(result.code == .done && result.output.hasPrefix("svga: new.svga: "), "\(result.output)")
    }

    @Test("a dump is movie.json with sizes and checksums, and can be packed")
    func dumpAndPack() async throws {
        let folder = TemporaryFolder()
        let gift = TestFiles.root.path + "/samples/features/gift-mattes.svga"
        let dump = await CommandFixtures.run("dump", gift)
        #expect(await CommandFixtures.run("unpack", gift, "-d", folder.path + "/g").code == .done)
        let movie = try String(contentsOfFile: folder.path + "/g/movie.json", encoding: .utf8)
        #expect(dump.code == .done && dump.output.replacing(/, "bytes": [0-9]+, "crc32": "[0-9a-f]{8}"/, with: "") == movie)
        try dump.output.write(toFile: folder.path + "/g/movie.json", atomically: true, encoding: .utf8)
        let packed = await CommandFixtures.run("pack", folder.path + "/g", "-o", folder.path + "/again.svga")
        #expect(packed.code == .done && !packed.errors.contains("movie.json: warning"))
        #expect(await CommandFixtures.run("dump", folder.path + "/again.svga").output == dump.output)
    }

    @Test("arguments from git are distinguished from arguments of a person")
    func gitCalls() async throws {
        let hash = String(repeating: "1a", count: 20)
        let zeros = String(repeating: "0", count: 40)
        let call = try #require(GitCall(["a.svga", "/tmp/x", hash, "100644", "a.svga", zeros, "100644"]))
        #expect(call.title(call.old) == "a.svga (1a1a1a1)" && call.title(call.new) == "a.svga" && call.old.file?.path == "/tmp/x")
        #expect(GitCall(["a", "/dev/null", ".", ".", "a", hash, "100644"])?.old.file == nil)
        #expect(GitCall(["a", "b", "c", "d", "e", "f", "g"]) == nil && GitCall(["a", "b"]) == nil)
        #expect(await CommandFixtures.run("diff", "a", "b", "c").errors == "svga: unexpected argument \"c\"; svga help diff\n")
    }

    @Test("git difftool runs svga diff", .needs("git"), .needsProgram)
    func difftool() throws {
        let text = try git("git difftool --no-prompt --tool svga HEAD~1 HEAD")
        #expect(text.contains("name") && text.contains("title"), "\(text)")
    }

    @Test("the text of a movie has nothing of its container, so a conversion leaves no difference")
    func conversion() async throws {
        let folder = TemporaryFolder()
        let original = TestFiles.root.path + "/samples/features/gift-mattes.svga"
        let converted = folder.path + "/gift.svga"
        #expect(await CommandFixtures.run("convert", original, "-o", converted, "--to", "1-binary").code == .done)
        let texts = [await CommandFixtures.run("inspect", "--text", original), await CommandFixtures.run("inspect", "--text", converted)]
        #expect(texts[0].code == .done && texts[0].output == texts[1].output)
    }

    @Test("a frame is a line with its changes, a hidden one appears once, a shape has its own line")
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

    /// What a command prints in a repository with two versions of a movie, set up by the README.
    private func git(_ command: String) throws -> String {
        let folder = TemporaryFolder()
        let svga = Program.file.path
        let script = """
            set -e
            cd '\(folder.path)'
            export HOME="$PWD" GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
            git init -q .
            svga='\(svga)'
            git config user.name Tester
            git config user.email tester@localhost
            git config diff.svga.textconv "'\(svga)' inspect --text"
            git config difftool.svga.cmd "'\(svga)' diff \\"\\$LOCAL\\" \\"\\$REMOTE\\""
            echo '*.svga diff=svga' > .gitattributes
            cp '\(TestFiles.root.path)/samples/features/gift-mattes.svga' gift.svga
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
