import Foundation
import SVGAPlatform
import TestSupport
import Testing

@testable import SVGASupport

@Suite struct FilePathTests {
    private let folder = TemporaryFolder()
    /// A combining mark: together with a preceding slash it is one character.
    private static let mark = "\u{301}"

    /// The kernel's rule, without the type's code: names are separated by bytes 0x2F, and empty ones are ignored.
    private static func names(_ bytes: [UInt8]) -> [[UInt8]] {
        var names: [[UInt8]] = [[]]
        for byte in bytes { if byte == 0x2F { names.append([]) } else { names[names.count - 1].append(byte) } }
        return names.filter { !$0.isEmpty }
    }

    @Test func `the components of any bytes are those of the kernel's rule`() {
        var random = SeededGenerator(state: 33)
        let pieces: [[UInt8]] = [
            [0x2F], [0x2F], [0x2F], Array("\u{301}".utf8), Array("\u{338}".utf8), Array("\u{FE0F}".utf8), [0x2E], [0x2E, 0x2E], [0xFF],
            [0xC3], [0x80],
            [0xED, 0xA0, 0x80], [0], Array("a".utf8), Array("é".utf8), Array("e\u{301}".utf8), [0x0D, 0x0A], [0x5C],
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
            let path = FilePath(bytes: bytes)
            let names = FilePathTests.names(bytes)
            #expect(path.components.map(\.bytes) == names)
            #expect(path.lastComponent?.bytes == names.last)
            #expect(path.isAbsolute == (bytes.first == 0x2F) && path.endsWithSlash == (bytes.last == 0x2F))
            #expect(path.removingLastComponent().components.map(\.bytes) == Array(names.dropLast()))
            #expect(path.removingLastComponent().isAbsolute == path.isAbsolute)
            #expect(path.removingTrailingSlashes().components == path.components)
            #expect(path.folderPrefix.bytes + Array(bytes[path.folderPrefix.bytes.count...]) == bytes)
            #expect(path.starts(with: path.removingLastComponent()))
            #expect(path.lexicallyNormalized().components.allSatisfy { !$0.isCurrentFolder && (!$0.isParentFolder || !path.isAbsolute) })
            #expect(path.cString.dropLast().contains(0) == false && (path.cString.count == bytes.count + 1 || bytes.contains(0)))
            #expect(FilePath("base").resolving(path).components.map(\.bytes) == (path.isAbsolute ? [] : [Array("base".utf8)]) + names)
        }
    }

    @Test func `paths are equal by bytes, not by canonical equivalence`() {
        #expect("\u{E9}" == "e\u{301}" && FilePath("\u{E9}") != FilePath("e\u{301}"))
        #expect(Set([FilePath("\u{E9}"), FilePath("e\u{301}")]).count == 2)
        #expect(!FilePath("/a/e\u{301}b").starts(with: "/a/e") && !FilePath("/a/bc").starts(with: "/a/b"))
        #expect(FilePath("/a/b/c").starts(with: "/a/b/") && FilePath("/a").starts(with: "/") && !FilePath("a").starts(with: "/"))
    }

    @Test(arguments: [
        ("a/b.png", "b", "png"), ("a/.png", ".png", nil), ("a.b/c", "c", nil), ("a/b.tar.gz/", "b.tar", "gz"), ("a/b.", "b", ""),
        ("/", "", nil),
        ("a.\u{301}png/\u{301}c.\u{301}d", "\u{301}c", "\u{301}d"),
    ])
    func `stem and extension are those of the last name`(path: String, stem: String, ending: String?) {
        #expect(FilePath(path).stem == stem && FilePath(path).extension == ending)
    }

    @Test(arguments: [
        ("a/./b//../c", "a/c"), ("../a/..", ".."), ("/../a", "/a"), ("", ""), ("a/\u{301}/..", "a"), ("..\u{301}/a", "..\u{301}/a"),
    ])
    func `normalizing removes parent references`(path: String, normal: String) {
        #expect(FilePath(path).lexicallyNormalized() == FilePath(normal))
    }

    @Test(arguments: [("s3://b/a.svga", "s3"), ("HTTPS://x", "HTTPS"), ("file:///a", "file"), ("git+ssh://\u{301}x", "git+ssh")])
    func `an address is distinguished from a path`(text: String, scheme: String) { #expect(FilePath(text).addressScheme == scheme) }

    @Test(arguments: ["s3:/a", "./s3://a", "://a", "a/b://c", "3d://x", "é://x", "C:\\x", "a b://c"])
    func `a path is no address`(text: String) { #expect(FilePath(text).addressScheme == nil) }

    @Test func `a path with a byte 0 names no file, not the one before that byte`() {
        folder.write([1], to: "a")
        let path = FilePath("\(folder.path)/a\0.png")
        #expect(path.status == nil && path.linkStatus == nil && path.resolvingLinks() == nil)
        #expect(throws: FileError.self) { try OutputFile(path: path.string, overwrite: true) }
        #expect(folder.read("a") == [1])
    }

    @Test func `a name that is not UTF-8 is found, and an output beside it is written`() throws {
        let inner = FilePath(folder.path).resolving(FilePath(bytes: [0xFF, 0xC3]))
        #expect(mkdir(inner.cString, 0o700) == 0)
        let link = "\(folder.path)/link"
        #expect(symlink((inner.bytes + Array("/a".utf8)).map { CChar(truncatingIfNeeded: $0) } + [0], link) == 0)
        let descriptor = open(inner.appending("a").cString, O_CREAT | O_WRONLY, 0o600)
        #expect(descriptor >= 0 && close(descriptor) == 0)
        // The link's target has a path that no String can represent.
        let file = try OutputFile(path: link, overwrite: true)
        try file.write([7])
        try file.commit()
        #expect(folder.read("link") == [7] && TemporaryFiles.names(in: inner) == ["a"])
        TemporaryFiles.removeFullFolder(inner)
    }

    @Test func `a temporary file lies beside its target, whatever the name begins with`() async throws {
        mkdir("\(folder.path)/dir", 0o700)
        await #expect(processExitsWith: .success) { [parent = folder.path as String] in
            // Another folder than the target's must stay empty.
            mkdir("\(parent)/here", 0o700)
            #expect(chdir("\(parent)/here") == 0)
            let file = try OutputFile(path: "../dir/\u{301}name")
            try file.write([1])
            #expect(TemporaryFiles.names(in: "../dir").count == 2 && TemporaryFiles.names(in: ".").isEmpty)
            try file.commit()
            let staging = try StagingFolder(for: "../dir/\u{301}sized.gif", overwrite: false)
            #expect(TemporaryFiles.names(in: ".").isEmpty)
            let attempt = try OutputFile(path: staging.path)
            try attempt.write([2])
            try attempt.commit()
            try staging.commit()
        }
        #expect(folder.read("dir/\u{301}name") == [1] && folder.read("dir/\u{301}sized.gif") == [2])
        #expect(TemporaryFiles.names(in: FilePath("\(folder.path)/dir")).count == 2)
    }

    @Test func `folders whose names differ only in Unicode's normal form have temporary files of their own`() throws {
        for name in ["\u{E9}", "e\u{301}"] { mkdir("\(folder.path)/\(name)", 0o700) }
        let files = try ["\u{E9}", "e\u{301}"].map { name in try OutputFile(path: "\(folder.path)/\(name)/a") }
        for name in ["\u{E9}", "e\u{301}"] { #expect(TemporaryFiles.names(in: FilePath("\(folder.path)/\(name)")).count == 2) }
        for file in files { file.discard() }
    }

    @Test func `names beside an output have its folder`() {
        let destination = OutputDestination(path: "a.b/\u{301}c.png")
        #expect(destination.name.utf8.elementsEqual("\u{301}c.png".utf8) && destination.stem.utf8.elementsEqual("\u{301}c".utf8))
        #expect(destination.beside(number: 2).path.utf8.elementsEqual("a.b/\u{301}c-2.png".utf8))
        #expect(OutputDestination(path: "a.b/\u{301}c").beside(extension: "json").path.utf8.elementsEqual("a.b/\u{301}c.json".utf8))
    }
}
