import Foundation
import SVGAModel
import TestSupport
import Testing

@testable import SVGAFormat

/// Files that another file references.
@Suite struct FolderFilesTests {
    private let folder = TemporaryFolder()

    init() {
        // Names that differ only in Unicode normalization, and one with the folder's name as a prefix.
        for name in ["e\u{301}", "\u{E9}", "e\u{301}/in", "\u{E9}x", "e"] { mkdir("\(folder.path)/\(name)", 0o777) }
        for name in ["\u{301}s", "\u{E9}/s", "e\u{301}/s", "e\u{301}/in/\u{301}s", "\u{E9}x/s"] { folder.write(Array(name.utf8), to: name) }
    }

    private func read(_ name: String, allowsOutside: Bool = false) throws(FolderFiles.Failure) -> [UInt8] {
        try FolderFiles(folder: "\(folder.path)/e\u{301}", allowsOutside: allowsOutside, limits: .default).read(name)
    }

    @Test(arguments: ["../\u{301}s", "in/../../\u{301}s", "/\u{301}s", "../\u{E9}/s", "in/\u{301}/../../../\u{301}s"])
    func `a slash with a combining mark after it leads nowhere else`(name: String) {
        #expect(throws: FolderFiles.Failure.outside) { try read(name) }
    }

    @Test(arguments: ["\u{E9}/s", "\u{E9}x/s", "\u{301}s"])
    func `a link to a folder whose name is canonically equivalent, or begins alike, leads outside`(target: String) throws {
        symlink("../\(target)", "\(folder.path)/e\u{301}/link")
        #expect(throws: FolderFiles.Failure.outside) { try read("link") }
    }

    @Test func `files of the folder and below it are read, also where a name begins with a combining mark`() throws {
        #expect(try read("s") == Array("e\u{301}/s".utf8) && read("in/\u{301}s") == Array("e\u{301}/in/\u{301}s".utf8))
        #expect(try read("../\u{301}s", allowsOutside: true) == Array("\u{301}s".utf8))
    }

    @Test func `the folder of a path is found by bytes`() throws {
        #expect(FolderFiles(beside: "a/\u{301}b", limits: .default).folder == "a")
        #expect(FolderFiles(beside: "/\u{301}b", limits: .default).folder == "/" && FolderFiles(beside: "b", limits: .default).folder == "")
    }
}
