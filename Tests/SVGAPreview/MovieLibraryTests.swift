import Foundation
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

@Suite("The preview's library")
struct MovieLibraryTests {
    private let folder = TemporaryFolder()

    private func add(_ path: String, _ sample: String = "badge.svga") throws {
        try PreviewOfFolder.copy(sample, to: "\(folder.path)/\(path)")
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(path)", withDestinationPath: target)
    }

    private func library(_ paths: [String]? = nil) throws -> MovieLibrary {
        try MovieLibrary(paths: paths ?? [folder.path], limits: .default)
    }

    private func shown(_ library: MovieLibrary) -> [String] { library.movies.map { "\($0.folder)|\($0.name)" } }

    @Test("a folder lists the movies below it by their extensions, in any case, without hidden files")
    func folders() throws {
        for path in ["b.svga", "a.SVGA", "sub/dir/c.svga", ".hidden.svga", ".git/d.svga", "notes.txt", ".svga"] { try add(path) }
        try FileManager.default.createDirectory(atPath: "\(folder.path)/folder.svga", withIntermediateDirectories: true)
        let library = try library()
        #expect(shown(library) == ["|a.SVGA", "|b.svga", "sub/dir|c.svga"])
        #expect(library.isFolder)
    }

    @Test("a movie that cannot be stored takes no space from those that are added later")
    func spaceOfFailures() throws {
        let movie = [UInt8](repeating: 1, count: 8)
        let library = try MovieLibrary(paths: [folder.path], limits: .default, maximumAddedBytes: movie.count)
        #expect(rmdir(library.folder.path) == 0)
        #expect(throws: PreviewError.self) { try library.add(bytes: movie, name: "a.svga") }
        #expect(mkdir(library.folder.path, 0o700) == 0)
        #expect(try library.add(bytes: movie, name: "b.svga").name == "b.svga")
    }

    @Test("no path with a combining mark after a slash leads out of a root, and files below such folders are served")
    func combiningMarks() throws {
        try add("in/\u{301}sub/\u{301}a.svga")
        try add("\u{301}out.svga")
        let root = LibraryRoot(folder: FilePath("\(folder.path)/in"), file: nil, label: "")
        for path in ["../\u{301}out.svga", "\u{301}sub/../../\u{301}out.svga", "./\u{301}sub/\u{301}a.svga", "/..", "", "a\0b"] {
            #expect(throws: PreviewError.self, "\(path)") { try root.open(FilePath(path)) }
        }
        let library = try library(["\(folder.path)/in"])
        #expect(library.movies.map(\.name) == ["\u{301}a.svga"] && library.movies.map(\.folder) == ["\u{301}sub"])
        #expect(try library.bytes(of: "m1") == folder.read("\u{301}out.svga"))
    }

    @Test("two folders whose names differ only in Unicode's normal form have movies of their own, and names need not be UTF-8")
    func names() throws {
        try add("\u{E9}/a.svga")
        try add("e\u{301}/a.svga", "gift.svga")
        let odd = FilePath(folder.path).resolving(FilePath(bytes: [0xB2, 0xE2])).cString
        #expect(mkdir(odd, 0o700) == 0)
        try PreviewOfFolder.copy("badge.svga", to: "\(folder.path)/b.svga")
        let path = FilePath(folder.path).resolving(FilePath(bytes: [0xB2, 0xE2])).appending("b.svga")
        #expect(rename("\(folder.path)/b.svga", path.cString) == 0)
        let library = try library()
        #expect(Set(library.movies.map(\.id)).count == 3)
        for movie in library.movies { #expect(throws: Never.self) { try library.bytes(of: movie.id) } }
        unlink(path.cString)
        rmdir(odd)
    }

    @Test("a named file is shown with any extension, and alone")
    func files() throws {
        try add("gift.bin")
        try add("other.svga")
        let one = try library(["\(folder.path)/gift.bin"])
        #expect(shown(one) == ["|gift.bin"] && !one.isFolder)
        let two = try library(["\(folder.path)/gift.bin", "\(folder.path)/other.svga"])
        #expect(shown(two) == ["|gift.bin", "|other.svga"] && two.isFolder)
        #expect(throws: PreviewError.self) { try library(["\(folder.path)/none.svga"]) }
        #expect(throws: PreviewError.self) { try library(["/dev/null"]) }
    }

    @Test("with several folders, names begin with the folder, and a file in two of them is listed once")
    func severalFolders() throws {
        try add("one/a.svga")
        try add("two/b.svga")
        #expect(shown(try library(["\(folder.path)/one", "\(folder.path)/two", "\(folder.path)/two"])) == ["one|a.svga", "two|b.svga"])
    }

    @Test("symbolic links are neither shown nor followed, to files and to folders")
    func links() throws {
        try add("outside/secret.svga")
        try add("named/a.svga")
        try link("named/b.svga", to: "\(folder.path)/outside/secret.svga")
        try link("named/sub", to: "\(folder.path)/outside")
        #expect(shown(try library(["\(folder.path)/named"])) == ["|a.svga"])
    }

    @Test("a link that later replaces a file or its folder does not lead out")
    func swappedLinks() throws {
        try add("outside/a.svga", "gift.svga")
        try add("named/a.svga")
        try add("named/sub/a.svga")
        let library = try library(["\(folder.path)/named"])
        let ids = library.movies.map(\.id)
        for id in ids { _ = try library.bytes(of: id) }
        try FileManager.default.removeItem(atPath: "\(folder.path)/named/a.svga")
        try link("named/a.svga", to: "\(folder.path)/outside/a.svga")
        try FileManager.default.removeItem(atPath: "\(folder.path)/named/sub")
        try link("named/sub", to: "\(folder.path)/outside")
        for id in ids { #expect(throws: PreviewError(404, "the file no longer exists")) { try library.bytes(of: id) } }
    }

    @Test("identifiers stay, also of a file that goes and comes back; changes are reported")
    func changes() throws {
        try add("a.svga")
        try add("b.svga")
        let library = try library()
        let before = library.movies
        try FileManager.default.removeItem(atPath: "\(folder.path)/a.svga")
        folder.write([1, 2, 3], to: "b.svga")
        try add("c.svga")
        let changes = library.rescan()
        #expect(changes.removed == [before[0].id])
        #expect(changes.changed.map(\.id) == [before[1].id] && changes.changed[0].version.bytes == 3)
        #expect(changes.added.map(\.name) == ["c.svga"])
        #expect(library.rescan().isEmpty)
        try add("a.svga")
        #expect(library.rescan().added.map(\.id) == [before[0].id])
    }

    @Test("an opened movie is cached until its file changes; a preview of one of many caches nothing")
    func cache() throws {
        try add("a.svga")
        let library = try library()
        let id = library.movies[0].id
        let once = try library.preparedOnce(id)
        let first = try library.prepared(id)
        #expect(first !== once)
        #expect(try library.prepared(id) === first && library.preparedOnce(id) === first)
        try FileManager.default.removeItem(atPath: "\(folder.path)/a.svga")
        try add("a.svga", "gift.svga")
        #expect(try library.prepared(id).movie.frameCount == 90)
    }

    @Test("a file that is no movie, or larger than a limit allows, is one line")
    func unreadable() throws {
        folder.write([1, 2, 3], to: "a.svga")
        #expect(throws: PreviewError.self) { try library().prepared("m1") }
        var limits = ReadLimits.default
        limits.inputBytes = 2
        let strict = try MovieLibrary(paths: [folder.path], limits: limits)
        #expect(throws: PreviewError(422, "3 exceeds the limit of 2 for inputBytes")) { try strict.bytes(of: "m1") }
    }

    @Test("an added movie has its given name, survives a rescan, and is removed with the library")
    func added() throws {
        try add("a.svga")
        let bytes = try #require(folder.read("a.svga"))
        var library: MovieLibrary? = try library()
        let entry = try #require(try library?.add(bytes: bytes, name: "../b.svga"))
        #expect(entry.name == "../b.svga" && entry.folder == "")
        #expect(library?.rescan().isEmpty == true && library?.movies.count == 2)
        #expect(try library?.bytes(of: entry.id) == bytes)
        let path = try #require(try library?.open(entry.id).path)
        #expect(path.hasPrefix("/dev/fd/"))
        library = nil
    }

    @Test("pages hear of a file that comes into a new folder", .ownThreads)
    func watch() throws {
        let library = try library()
        let events = EventStreams()
        let watch = FolderWatch(library, events)
        let stream = try events.open()
        #expect(next(stream).hasPrefix("retry:"))
        try add("new/deep/a.svga")
        var text = ""
        // Events about an unfinished copy may come first.
        while library.movies.first?.version.bytes != folder.read("new/deep/a.svga")?.count { text = next(stream) }
        while !text.contains("\"name\":\"a.svga\"") { text = next(stream) }
        #expect(text.hasPrefix("event: movies\ndata: {") && text.contains("\"folder\":\"new/deep\""))
        try FileManager.default.removeItem(atPath: "\(folder.path)/new")
        while !text.contains("\"removed\":[\"m1\"]") { text = next(stream) }
        withExtendedLifetime(watch) {}
    }

    @Test("a folder that appears while the others begin to be watched is watched, too")
    func lateFolder() throws {
        let inner = "\(folder.path)/new"
        var reports = 0
        let changes = FolderWatch.watched(
            { [folder.path] + (reports > 0 ? [inner] : []) }, until: -1,
            report: {
                if reports == 0 { #expect(mkdir(inner, 0o700) == 0) }
                reports += 1
            })
        #expect(reports == 2)
        #expect(changes?.wait(-1, milliseconds: 0) == .nothing)
        try add("new/a.svga")
        #expect(changes?.wait(-1, milliseconds: 5000) == .change)
    }

    @Test("an event replaces an unread one about the same job, and streams end when they are stopped")
    func events() throws {
        let events = EventStreams()
        let stream = try events.open()
        _ = next(stream)
        for done in 1...1000 { events.send("job", subject: "j1", ["done": done]) }
        events.send("job", subject: "j2", ["done": 1])
        #expect(next(stream) == "event: job\ndata: {\"done\":1000}\n\n")
        #expect(next(stream) == "event: job\ndata: {\"done\":1}\n\n")
        stream.stop()
        #expect(next(stream).isEmpty)
    }

    private func next(_ stream: any ByteStream) -> String {
        var buffer = [UInt8](repeating: 0, count: 100_000)
        let count = buffer.withUnsafeMutableBytes { (try? stream.read(into: $0)) ?? 0 }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
