import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat

/// The kinds of files that are not movies, for small files made here.
@Suite("Files that are no movies")
struct FileSnifferTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: FileKind
        let bytes: @Sendable () throws -> [UInt8]

        var testDescription: String { name }
    }

    private static func text(_ kind: FileKind, _ name: String, _ text: String) -> Example {
        Example(name: name, kind: kind) { Array(text.utf8) }
    }

    private static func start(_ kind: FileKind, _ name: String, _ start: [UInt8]) -> Example {
        Example(name: name, kind: kind) { start + (0..<400).map { UInt8(truncatingIfNeeded: 7 * $0 + 128) } }
    }

    private static func zip(_ kind: FileKind, _ name: String, _ entries: String...) -> Example {
        Example(name: name, kind: kind) { try ZipWriter.archive(entries.map { ArchiveEntry(name: $0, bytes: Array("{}".utf8)) }) }
    }

    private static func sample(_ name: String = "gift-mattes") throws -> [UInt8] {
        try TestFiles.bytes(TestFiles.sample(name))
    }

    /// A movie in a ZIP.
    private static func archive() throws -> [UInt8] {
        let spec = #"{"ver":"1.1.0","movie":{"viewBox":{"width":9,"height":9},"fps":20,"frames":1},"images":{},"sprites":[]}"#
        let noise = (0..<4000).map { UInt8(truncatingIfNeeded: ($0 * $0 * 31 + $0 * 17) >> 3) }
        return try ZipWriter.archive([
            ArchiveEntry(name: "movie.spec", bytes: Array(spec.utf8)), ArchiveEntry(name: "a.png", bytes: noise),
        ])
    }

    /// Each byte as a character of Latin-1, written as UTF-8.
    private static func latin(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }

    private static func mangled(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }

    private static let lottie = #"{"v":"5.7.0","fr":30,"ip":0,"op":3,"w":9,"h":9,"layers":[]}"#
    private static let spec = #"{"ver":"1.1.0","movie":{"viewBox":{"width":9,"height":9},"fps":20,"frames":1},"sprites":[]}"#

    private static let drawings = [
        text(.lottie, "a Lottie", lottie), text(.lottie, "a Lottie behind a byte order mark", "\u{FEFF} \n" + lottie),
        zip(.lottieArchive, "a .lottie", "manifest.json", "animations/a.json"),
        zip(.lottieArchive, "a new .lottie", "manifest.json", "a/a.json"),
        start(.rive, "a Rive", Array("RIVE".utf8) + [7]), start(.pag, "a PAG", Array("PAG".utf8) + [1]),
        start(.png, "a PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), start(.jpeg, "a JPEG", [0xFF, 0xD8, 0xFF, 0xE0]),
        start(.gif, "a GIF", Array("GIF89a".utf8)), start(.webP, "a WebP", Array("RIFFabcdWEBPVP8L".utf8)),
        start(.bmp, "a BMP", Array("BM".utf8) + [9, 9, 9, 9, 0, 0, 0, 0, 54, 0, 0, 0]),
        text(.svg, "an SVG", #"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>"#),
        start(.otherPicture, "a TIFF", [0x49, 0x49, 0x2A, 0]), start(.otherPicture, "a Photoshop file", Array("8BPS".utf8)),
        start(.otherPicture, "an AVIF", [0, 0, 0, 28] + Array("ftypavif".utf8)),
        start(.otherPicture, "a HEIC", [0, 0, 0, 28] + Array("ftypheic".utf8)),
        start(.video, "an MP4", [0, 0, 0, 28] + Array("ftypisom".utf8)), start(.video, "a WebM", [0x1A, 0x45, 0xDF, 0xA3]),
        start(.video, "an AVI", Array("RIFFabcdAVI LIST".utf8)), start(.sound, "a WAV", Array("RIFFabcdWAVEfmt ".utf8)),
        start(.sound, "an MP3 with a tag", Array("ID3".utf8) + [3, 0]), start(.sound, "an MP3", [0xFF, 0xFB, 0x90, 0x64]),
        start(.sound, "an M4A", [0, 0, 0, 28] + Array("ftypM4A ".utf8)),
    ]

    private static let documents = [
        text(.movieSpec, "a movie.spec", spec),
        text(.creationSpec, "a description", #"{"canvas":{"width":9,"height":9},"fps":20,"sprites":[]}"#),
        zip(.zipArchive, "a ZIP of pictures", "a.png", "b.png"),
        zip(.androidPackage, "an APK", "AndroidManifest.xml", "assets/gift.dat"), zip(.applePackage, "an IPA", "Payload/A.app/Info.plist"),
        zip(.officeDocument, "a document of Word", "[Content_Types].xml", "word/document.xml"),
        start(.officeDocument, "an old document of Word", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
        start(.otherArchive, "a RAR", Array("Rar!".utf8) + [0x1A, 7]), start(.otherArchive, "a 7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        start(.pdf, "a PDF", Array("%PDF-1.7\n".utf8)), start(.program, "a program of Linux", [0x7F, 0x45, 0x4C, 0x46, 2]),
        text(.webPage, "a web page", "<!DOCTYPE html><html><body>404 Not Found</body></html>"),
        text(.webPage, "a web page without a type", "\n <HTML><HEAD><TITLE>403</TITLE></HEAD></HTML>"),
        text(.xml, "an error of a store", #"<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>"#),
        text(.json, "an error of a server", #"{"code":404,"message":"没有找到"}"#), text(.json, "a list", "[1, 2]"),
        text(.text, "a text", "hello\n"), text(.text, "a Chinese text", "礼物文件不存在\n"),
        Example(name: "a text in UTF-16", kind: .utf16Text) {
            [0xFF, 0xFE] + Array("hello".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        },
    ]

    private static let damaged = [
        Example(name: "a movie that was read as UTF-8", kind: .binaryAsText) { try mangled(sample()) },
        Example(name: "a ZIP that was read as UTF-8", kind: .binaryAsText) { try mangled(archive()) },
        Example(name: "a movie that was read as Latin-1", kind: .binaryAsText) { try latin(sample()) },
        Example(name: "a ZIP that was read as Latin-1", kind: .binaryAsText) { try latin(archive()) },
        Example(name: "a movie whose line feeds became CR LF", kind: .changedLineEndings) {
            try sample().flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        },
        Example(name: "a ZIP whose end is missing", kind: .truncatedZip) { try archive().dropLast(60) },
        Example(name: "a movie in Base64", kind: .base64) { try Array(Base64.encoded(sample()).utf8) },
        Example(name: "a ZIP in Base64", kind: .base64) { try Array(Base64.encoded(archive()).utf8) },
        Example(name: "a movie in Base64 with quotes", kind: .base64) { try Array("\"\(Base64.encoded(sample()))\"\n".utf8) },
        Example(name: "a movie in Base64 of 76 digits a line", kind: .base64) {
            var text = Base64.encoded(try sample())[...]
            var lines: [Substring] = []
            while !text.isEmpty {
                lines.append(text.prefix(76))
                text = text.dropFirst(76)
            }
            return Array(lines.joined(separator: "\r\n").utf8)
        },
        Example(name: "a movie in hexadecimal", kind: .hexadecimal) {
            try Array(sample().prefix(4000).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
        },
        Example(name: "a data: URL", kind: .dataURL) { try Array("data:application/octet-stream;base64,\(Base64.encoded(sample()))".utf8) },
        Example(name: "an answer with its head", kind: .httpMessage) {
            try Array("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n".utf8) + sample()
        },
        text(.gitLFSPointer, "a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
        Example(name: "a download that was never written", kind: .zeros) { [UInt8](repeating: 0, count: 5000) },
    ]

    static let examples = drawings + documents + damaged

    @Test("a file of another kind is named by its content", arguments: examples)
    func kinds(example: Example) throws {
        let bytes = try example.bytes()
        #expect(FileSniffer.kind(of: bytes) == example.kind)
        let error = #expect(throws: SVGAError.self) { try VideoEntity(bytes: bytes) }
        if case .zipWithoutMovie? = error?.detail { return }
        #expect(error == .otherFormat(example.kind), "\(String(describing: error))")
    }

    @Test("every file kind has an example, and its own text")
    func completeness() {
        #expect(Set(Self.examples.map(\.kind)) == Set(FileKind.allCases))
        #expect(Set(FileKind.allCases.map(\.description)).count == FileKind.allCases.count)
    }

    @Test("the content of gzip is recognized as without gzip", arguments: [FileKind.lottie, .svg, .webPage, .png])
    func gzip(kind: FileKind) throws {
        let example = try #require(Self.examples.first { $0.kind == kind })
        let bytes = try Deflated().stream(example.bytes(), .gzip)
        #expect(throws: SVGAError.otherFormat(kind)) { try VideoEntity(bytes: bytes) }
    }

    @Test("movies have no kind", .needsCorpus)
    func movies() throws {
        for file in TestFiles.samples + TestFiles.corpusFiles {
            let bytes = try TestFiles.bytes(file)
            guard (try? VideoEntity(bytes: bytes)) != nil else { continue }
            #expect(FileSniffer.kind(of: bytes) == nil, "\(file.lastPathComponent)")
        }
        let archive = try Self.archive()
        #expect(FileSniffer.kind(of: archive) == nil && FileSniffer.isMovie(archive) && FileSniffer.kind(of: [UInt8]()) == nil)
    }

    @Test("any short bytes have a kind or none, and do no harm")
    func shortBytes() {
        for example in Self.examples {
            guard let bytes = try? example.bytes() else { continue }
            for count in 0..<min(48, bytes.count) { _ = FileSniffer.kind(of: Array(bytes.prefix(count))) }
        }
    }
}
