import Foundation
import SVGAPixels
import TestSupport
import Testing

/// What `make install` puts on a desktop, checked with the desktop's own programs.
@Suite("On the desktop")
struct DesktopTests {
    @Test("the desktop entry and the file type are valid", .needs("desktop-file-validate", "xmllint"))
    func valid() throws {
        let share = TestFiles.root.path + "/share"
        #expect(try Tool.run("desktop-file-validate", ["\(share)/applications/svga-preview.desktop"]) == Data())
        #expect(try Tool.run("xmllint", ["--noout", "\(share)/mime/packages/svga.xml"]) != nil)
    }

    @Test(
        "a desktop recognizes a movie by its name, version 1 also by its bytes, and opens the preview",
        .needs("make", "update-mime-database", "update-desktop-database", "xdg-mime", "gio"))
    func fileType() throws {
        let folder = TemporaryFolder()
        let root = TestFiles.root.path
        let script = """
            set -e
            export XDG_DATA_HOME='\(folder.path)/usr/share' XDG_DATA_DIRS=/usr/share HOME='\(folder.path)' XDG_CURRENT_DESKTOP=GNOME
            make -s -C '\(root)' install-desktop DESTDIR='\(folder.path)' PREFIX=/usr >/dev/null
            update-mime-database "$XDG_DATA_HOME/mime"
            update-desktop-database "$XDG_DATA_HOME/applications"
            cp '\(root)/samples/features/gift-1x-json.svga' "$HOME/nameless"
            xdg-mime query filetype '\(root)/samples/features/gift-mattes.svga'
            xdg-mime query filetype "$HOME/nameless"
            xdg-mime query default application/x-svga
            """
        let outcome = try Tool.outcome("/bin/sh", ["-c", script])
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        #expect(lines == ["application/x-svga", "application/x-svga", "svga-preview.desktop"])
    }

    @Test("the thumbnailer's command line makes a PNG of the size that was asked for", .needsProgram)
    func thumbnailer() throws {
        let entry = try String(contentsOfFile: TestFiles.root.path + "/share/thumbnailers/svga.thumbnailer", encoding: .utf8)
        let command = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Exec=") }).dropFirst(5)
        let folder = TemporaryFolder()
        // As desktops call it: the output is an empty file that they have made.
        folder.write([], to: "out")
        let values = ["%s": "128", "%i": "\(TestFiles.root.path)/samples/features/gift-mattes.svga", "%o": "\(folder.path)/out"]
        let words = command.split(separator: " ").dropFirst().map { values[String($0)] ?? String($0) }
        #expect(try Program.run(words, environment: [:]).code == 0)
        let picture = try TestFiles.picture(at: URL(fileURLWithPath: "\(folder.path)/out"))
        #expect(picture.width == 128 && picture.height == 128)
        #expect(folder.contents() == ["out"])
    }
}
