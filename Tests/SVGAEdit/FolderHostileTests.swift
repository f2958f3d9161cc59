import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite struct FolderHostileTests {
    static let keys = [
        "../x", "/etc/x", "a/b", "a\\b", "", ".", "..", "...", ".hidden", "-rf", " ", "a.", "a ", "\0", "a\0b", "\n", "\u{1B}[2J", "con",
        "CON.x",
        "nul ", "COM1", "com¹", "lpt9.txt", "a", "A", "a.png", "A.PNG", "é", "e\u{301}", "ﬁ", "fi", "ß", "SS", "ı", "İ", "i", "I",
        String(repeating: "长", count: 500), String(repeating: "长", count: 501), "\u{202E}gnp.exe", "a\u{200D}b", "a:b", "a*?\"<>|b", "~",
        "$HOME", "`id`", "a\u{FEFF}", "movie.json", "🎁", "\u{301}", "e" + String(repeating: "\u{301}", count: 400), "%2e%2e", "_", "-2",
        "a-2",
    ]

    @Test func `every key becomes a name that is safe on every file system`() {
        var names = SafeFileNames()
        for key in FolderHostileTests.keys {
            let name = names.name(for: key, extension: "png")
            #expect(name.hasSuffix(".png") && name.utf8.count <= 120, "\(key)")
            #expect(!name.hasPrefix(".") && !name.hasPrefix("-") && !name.hasPrefix(" "), "\(name)")
            let bad = name.unicodeScalars.first { scalar in
                "/\\:*?\"<>|$`~%".unicodeScalars.contains(scalar) || scalar.value < 0x20
                    || [.control, .format, .privateUse, .surrogate].contains(scalar.properties.generalCategory)
            }
            #expect(bad == nil, "\(name)")
            let device = name.prefix { $0 != "." }.uppercased()
            #expect(!["CON", "NUL", "COM1", "LPT9", "COM¹"].contains(device), "\(name)")
        }
    }

    @Test func `no two names are the same, whatever the file system ignores`() {
        var names = SafeFileNames()
        let made = (FolderHostileTests.keys + FolderHostileTests.keys).map { names.name(for: $0, extension: "png") }
        let folded = made.map { $0.decomposedStringWithCanonicalMapping.folding(options: [.caseInsensitive], locale: nil) }
        #expect(Set(made.map { $0.lowercased() }).count == made.count)
        #expect(Set(folded).count == made.count)
    }

    @Test func `many equal keys take no longer than different ones`() {
        var names = SafeFileNames()
        let made = (0..<10_000).map { _ in names.name(for: "same", extension: "png") }
        #expect(Set(made).count == 10_000)
    }

    @Test func `a document of hostile keys stays in its folder and comes back`() throws {
        let folder = TemporaryFolder()
        var movie = WireMovie.tiny()
        for (index, key) in FolderHostileTests.keys.enumerated() {
            let bytes = index % 3 == 0 ? EditFixtures.sound + [UInt8(index)] : [UInt8(index), 0, 1]
            movie.images.append(WireImage(key: key, bytes: bytes))
            movie.sprites.append(.one(key, matte: key, .visible()))
        }
        let entries = FolderHostileTests.keys.map { ArchiveEntry(name: $0, bytes: Array($0.utf8)) }
        let document = SVGADocument(movie: movie, container: .zipBinary, otherEntries: entries)
        try document.unpack(to: folder.path + "/./out")
        #expect(folder.contents().allSatisfy { $0 == "out" || $0.hasPrefix("out/") })
        #expect(try SVGADocument(folder: folder.path + "/out") == document)
    }

    // MARK: What movie.json may name

    private func packing(_ file: String, in folder: TemporaryFolder) -> SVGAError? {
        let text = "{\"svgaFolder\": 1, \"payloads\": [{\"key\": \"a\", \"file\": \"\(file)\"}]}"
        folder.write(Array(text.utf8), to: "movie.json")
        do throws(SVGAError) {
            _ = try SVGADocument(folder: folder.path)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "/etc/passwd", "../x", "images/../../x", "", ".", "..", "images//x", "images/", "./x", "images/\\u0000x", "link", "linked/x",
        "inner",
        "images", "images/absent.png", "pipe",
    ])
    func `only regular files in the folder are read`(file: String) throws {
        let folder = TemporaryFolder()
        let outside = TemporaryFolder()
        outside.write([1], to: "x")
        symlink(outside.path + "/x", folder.path + "/link")
        symlink(outside.path, folder.path + "/linked")
        symlink("movie.json", folder.path + "/inner")
        mkfifo(folder.path + "/pipe", 0o600)
        mkdir(folder.path + "/images", 0o777)
        guard case .readFile? = packing(file, in: folder)?.detail else {
            Issue.record("\(file) is read")
            return
        }
    }

    @Test(arguments: [
        "../\u{301}s.png", "images/../../\u{301}s.png", "./\u{301}s.png", "images/\u{301}/../../../\u{301}s.png", "linked/\u{301}s.png",
    ])
    func `a slash with a combining mark after it leads nowhere else`(file: String) {
        let folder = TemporaryFolder()
        for name in ["in", "in/images", "in/images/\u{301}"] { mkdir("\(folder.path)/\(name)", 0o777) }
        folder.write([1], to: "\u{301}s.png")
        symlink("..", folder.path + "/in/linked")
        folder.write(Array("{\"svgaFolder\": 1, \"payloads\": [{\"file\": \"\(file)\"}]}".utf8), to: "in/movie.json")
        do throws(SVGAError) {
            _ = try SVGADocument(folder: folder.path + "/in")
            Issue.record("\(file) is read")
        } catch {
            if case .readFile? = error.detail { return }
            Issue.record("\(error)")
        }
    }

    @Test func `a folder deep in the folder is fine`() {
        let folder = TemporaryFolder()
        mkdir(folder.path + "/images", 0o777)
        mkdir(folder.path + "/images/more", 0o777)
        folder.write([1], to: "images/more/x")
        #expect(packing("images/more/x", in: folder) == nil)
    }

    @Test func `files together and the text itself are within the limits`() throws {
        let folder = TemporaryFolder()
        folder.write([UInt8](repeating: 0, count: 600), to: "big")
        let payloads = "[{\"file\": \"big\"}, {\"file\": \"big\"}]"
        folder.write(Array("{\"svgaFolder\": 1, \"payloads\": \(payloads)}".utf8), to: "movie.json")
        var limits = ReadLimits.default
        limits.inflatedBytes = 1000
        guard let bytes = limitError(folder, limits)?.limit else {
            Issue.record("no limit")
            return
        }
        #expect(bytes.name == "inflatedBytes")
        limits = .default
        limits.inputBytes = 10
        guard let text = limitError(folder, limits)?.limit else {
            Issue.record("no limit")
            return
        }
        #expect(text.name == "inputBytes")
        limits = .default
        limits.images = 1
        guard let images = limitError(folder, limits)?.limit else {
            Issue.record("no limit")
            return
        }
        #expect(images.name == "images")
    }

    private func limitError(_ folder: TemporaryFolder, _ limits: ReadLimits) -> SVGAError? {
        do throws(SVGAError) {
            _ = try SVGADocument(folder: folder.path, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    // MARK: A broken movie.json

    @Test(arguments: [
        ("{\"svgaFolder\": 1,\n\"sprites\": [{}, {\"frames\": [{}, {\"layout\": [1, 2, 3]}]}]}", "sprites[1].frames[1].layout", 2),
        ("{\"svgaFolder\": 1,\n\n\"sprites\": [{\"imgeKey\": \"a\"}]}", "sprites[0].imgeKey", 3),
        ("{\"svgaFolder\": 1, \"fps\": \"x\"}", "fps", 1), ("{\"svgaFolder\": 1, \"fps\": 1.5}", "fps", 1),
        ("{\"svgaFolder\": 1, \"viewBox\": [1, 1e40]}", "viewBox[1]", 1),
        ("{\"svgaFolder\": 1, \"sprites\": [{\"frames\": [{\"alpha\": true}]}]}", "sprites[0].frames[0].alpha", 1),
        (
            "{\"svgaFolder\": 1, \"sprites\": [{\"frames\": [{\"shapes\": [{\"type\": \"star\"}]}]}]}",
            "sprites[0].frames[0].shapes[0].type", 1
        ),
        ("{\"svgaFolder\": 1, \"container\": \"tar\"}", "container", 1), ("{\"svgaFolder\": 2}", "", 1), ("{}", "", 1), ("[]", "", 1),
        ("", "", 1),
        ("{\"svgaFolder\": 1,\n\"fps\": 3\n\"frames\": 4}", "", 3),
        ("{\"svgaFolder\": 1, \"payloads\": [{\"key\": \"a\"}]}", "payloads[0]", 1),
        ("{\"svgaFolder\": 1, \"unknown\": [{\"base64\": \"*\"}]}", "unknown[0].base64", 1),
    ])
    func `a broken movie.json is reported with its member and line`(text: String, location: String, line: Int) throws {
        let folder = TemporaryFolder()
        folder.write(Array(text.utf8), to: "movie.json")
        guard case .folder(let found, let foundLine, let reason)? = limitError(folder, .default)?.detail else {
            Issue.record("not refused")
            return
        }
        #expect(found == location && foundLine == line && !reason.isEmpty, "\(found) \(foundLine) \(reason)")
    }

    @Test func `a folder that is none, or has no movie.json, is refused`() {
        let folder = TemporaryFolder()
        #expect(throws: SVGAError.readFile(path: folder.path + "/no", reason: "no such file")) {
            try SVGADocument(folder: folder.path + "/no")
        }
        #expect(throws: SVGAError.self) { try SVGADocument(folder: folder.path) }
    }
}
