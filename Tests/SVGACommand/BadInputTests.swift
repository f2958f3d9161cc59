import Foundation
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAFormat
@testable import SVGATasks

/// Files that are broken, or ask for far too much. Each has to be one line, the right exit code, and leave nothing.
@Suite("Bad input", .serialized)
struct BadInputTests {
    struct Input: Sendable, CustomTestStringConvertible {
        let name: String
        let code: ExitCode
        /// Whether `inspect` refuses it too: it looks at no pixels, so it shows what `render` cannot draw.
        var isReadable = false
        let bytes: @Sendable () throws -> [UInt8]

        var testDescription: String { name }
    }

    private static func file(_ movie: WireMovie) throws -> [UInt8] { try DocumentWriter.write(movie, as: .zlib) }

    private static func file(_ sprites: WireSprite...) throws -> [UInt8] { try file(.tiny(sprites: sprites)) }

    private static func zip(_ text: @autoclosure () -> String) throws -> [UInt8] {
        try ZipWriter.archive([ArchiveEntry(name: "movie.spec", bytes: Array(text().utf8))])
    }

    /// One sprite that shows one image.
    private static func picture(_ bytes: [UInt8]) throws -> [UInt8] {
        try file(.tiny(images: [WireImage(key: "b", bytes: bytes)], sprites: [.one("b", .visible())]))
    }

    private static func little32(_ values: Int...) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }

    /// A header of 2 147 483 647 × 2 147 483 648 pixels: four bytes for each are more than 64 bits can count.
    private static let hugeBMP =
        Array("BM".utf8) + little32(54, 0, 54, 40, Int(Int32.max), Int(Int32.min)) + [1, 0, 24, 0] + little32(0, 0, 0, 0, 0, 0)

    /// A square PNG of 8-bit RGBA that has no pixels.
    private static func pngHeader(side: Int) -> [UInt8] {
        let sides = [UInt8](little32(side).reversed())
        let header = Array("IHDR".utf8) + sides + sides + [8, 6, 0, 0, 0]
        let checksum = header.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return CommandFixtures.png.prefix(12) + header + little32(Int(~checksum)).reversed()
    }

    static let inputs: [Input] = [
        Input(name: "nothing", code: .invalidInput) { [] },
        Input(name: "another type", code: .invalidInput) { CommandFixtures.png },
        Input(name: "a text", code: .invalidInput) { Array("hello\n".utf8) },
        Input(name: "truncated", code: .invalidInput) { try MovieFolder.bytes().dropLast(20) },
        Input(name: "corrupted", code: .invalidInput) {
            var bytes = try MovieFolder.bytes()
            bytes[bytes.count / 2] ^= 0x55
            return bytes
        },
        Input(name: "a ZIP with neither movie file", code: .invalidInput) {
            try ZipWriter.archive([ArchiveEntry(name: "a/b.png", bytes: [1])])
        },
        Input(name: "a zlib bomb", code: .limit) { try Deflated().stream([UInt8](repeating: 0, count: 97 << 20), .zlib) },
        Input(name: "a gzip bomb", code: .limit) { try Deflated().stream([UInt8](repeating: 0, count: 97 << 20), .gzip) },
        Input(name: "a ZIP bomb", code: .limit) {
            try ZipWriter.archive([ArchiveEntry(name: "movie.spec", bytes: [UInt8](repeating: 0x20, count: 97 << 20))])
        },
        Input(name: "10 001 entries", code: .limit) { try ZipWriter.archive((0...10_000).map { ArchiveEntry(name: "\($0)", bytes: []) }) },
        Input(name: "JSON of nothing but [", code: .invalidInput) { try zip(String(repeating: "[", count: 5_000_000)) },
        Input(name: "JSON nested without end", code: .invalidInput) {
            try zip("{\"sprites\":" + String(repeating: "[", count: 5_000_000))
        },
        Input(name: "JSON of a million sprites", code: .limit) {
            try zip("{\"movie\":{\"frames\":1},\"sprites\":[" + String(repeating: "{},", count: 1_000_000) + "{}]}")
        },
        Input(name: "a canvas of 10⁶ × 10⁶", code: .limit) { try file(.tiny(width: 1e6, height: 1e6)) },
        Input(name: "a canvas of 10³⁰ × 10³⁰", code: .limit) { try file(.tiny(width: 1e30, height: 1e30)) },
        Input(name: "a canvas of 10⁶ × 1", code: .limit, isReadable: true) { try file(.tiny(width: 1e6, height: 1)) },
        Input(name: "10⁹ frames", code: .limit) { try file(.tiny(frames: 1_000_000_000)) },
        Input(name: "no frames", code: .invalidInput, isReadable: true) { try file(.tiny(frames: 0)) },
        Input(name: "a million dashes", code: .limit) {
            try file(.one("v.vector", .visible(.path("M0 0H1.1e6", .stroke(.red, width: 1, dash: (1, 0.1, 0))))))
        },
        Input(name: "a dash of the longest line", code: .limit) {
            try file(.one("v.vector", .visible(.path("M-9e29 0H9e29", .stroke(.red, width: 1, dash: (1, 1, 0))))))
        },
        Input(name: "20 000 sprites", code: .limit) {
            try file(.tiny(sprites: Array(repeating: .one("v.vector", .visible(.rect(0, 0, 4, 4))), count: 20_000)))
        },
        Input(name: "a path of four million lines", code: .limit) {
            try file(.one("v.vector", .visible(.path("M0 0" + String(repeating: "L1 1", count: 4_100_000)))))
        },
        Input(name: "arcs without end", code: .limit) {
            try file(.one("v.vector", .visible(.path("M0 0" + String(repeating: "a1 1 0 1 1 1 1", count: 1_500_000)))))
        },
        Input(name: "a PNG of 100 000 × 100 000", code: .limit, isReadable: true) {
            try picture(pngHeader(side: 100_000))
        },
        Input(name: "a PNG of 2³¹ × 2³¹", code: .limit, isReadable: true) {
            try picture(pngHeader(side: Int(Int32.max)))
        },
        Input(name: "a BMP of 2³¹ × 2³¹", code: .limit, isReadable: true) { try picture(hugeBMP) },
        Input(name: "a GIF of 65 535 × 65 535", code: .limit, isReadable: true) {
            try picture(Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0])
        },
        Input(name: "a WebP of 16 384 × 16 384", code: .limit, isReadable: true) {
            let size = 16_383 | 16_383 << 14
            let chunk = Array("WEBPVP8L".utf8) + little32(18) + [0x2F] + little32(size) + [UInt8](repeating: 0, count: 13)
            return try picture(Array("RIFF".utf8) + little32(chunk.count) + chunk)
        },
    ]

    @Test("a bad file is one line and its exit code, and nothing is written", arguments: inputs)
    func refused(input: Input) async throws {
        let folder = try MovieFolder()
        try folder.write(input.bytes(), to: "red.svga")
        for words in [["inspect", folder.movie], ["render", folder.movie, "--frame", "0", "-o", folder.path + "/out/a.png"]] {
            let result = await CommandFixtures.run(words)
            if words[0] == "inspect" && input.isReadable {
                #expect(result.code == .done && result.errors.isEmpty, "\(result.errors)")
            } else {
                #expect(result.code == input.code && result.output.isEmpty, "\(words[0])")
                #expect(result.errors.hasPrefix("svga: \(folder.movie): ") && result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
            }
            #expect(folder.outputs == [])
        }
    }

    @Test("a missing file and a device that has nothing are unreadable", arguments: ["/none.svga", "/null"])
    func noFile(name: String) async throws {
        let folder = try MovieFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/null", withDestinationPath: "/dev/null")
        let result = await CommandFixtures.run("inspect", folder.path + name)
        #expect(result.code == .invalidInput && result.output.isEmpty && result.errors.count { $0 == "\n" } == 1)
    }

    @Test("numbers that are not, and numbers beyond all bounds, are drawn as well as they can be")
    func wildNumbers() async throws {
        let folder = try MovieFolder()
        var style = WireStyle.stroke(.red, width: 1e30, join: 0, dash: (3, 3, 1e30))
        style.miterLimit = 1e30
        for number in [Float.nan, .infinity, 1e30, -1e30, 1e-30] {
            let movie = WireMovie.tiny(sprites: [
                .one("a.vector", .visible(transform: WireTransform(a: number, d: number), .rect(0, 0, 8, 8), .ellipse(0, 0, 8, 8, style))),
                .one("b.vector", .visible(.rect(number, 0, number, 8, radius: number), .ellipse(0, 0, number, number))),
                .one("c.vector", .visible(clip: "M0 0H9V9", .path("M0 0L8 8L0 8", style, transform: WireTransform(a: number)))),
            ])
            try folder.write(Self.file(movie), to: "red.svga")
            let result = await CommandFixtures.run("render", folder.movie, "--frame", "0", "-o", folder.path + "/a.png", "--force")
            #expect(result.code == .done && folder.outputs == ["a.png"], "\(number): \(result.errors)")
        }
    }

    @Test("a name of many megabytes is cut where it is shown")
    func longName() async throws {
        let folder = try MovieFolder()
        try folder.write(Self.zip("{\"ver\":\"\(String(repeating: "a", count: 20_000_000))\",\"movie\":{}}"), to: "red.svga")
        let result = await CommandFixtures.run("inspect", folder.movie)
        #expect(result.code == .done && result.output.utf8.count < 4000)
    }

    @Test("a limit may be 0 or the largest integer")
    func extremeLimits() async throws {
        let folder = try MovieFolder()
        for name in ReadLimits.names {
            let flag = "--max-" + name.name.kebabCase
            let render = ["render", folder.movie, "--frame", "0", "-o", folder.path + "/a.png", "--force", flag]
            #expect(await CommandFixtures.run(render + ["\(Int.max)"]).code == .done, "\(flag)")
            let none = await CommandFixtures.run(render + ["0"])
            #expect(none.code == .done || none.code == .limit, "\(flag): \(none.errors)")
            for wrong in ["-1", "1000000000000000000000000000000", "1e30", ""] {
                #expect(await CommandFixtures.run(render + [wrong]).code == .usage, "\(flag) \(wrong)")
            }
        }
    }

    @Test("an output whose folder is a file, or a device that is full, is exit 5")
    func noRoom() async throws {
        let folder = try MovieFolder()
        try folder.write([], to: "file")
        let below = await CommandFixtures.run("render", folder.movie, "--frame", "0", "-o", folder.path + "/file/a.png")
        let full = await CommandFixtures.run("render", folder.movie, "--frame", "0", "--format", "png", "-o", "/dev/full")
        for result in [below, full] {
            #expect(result.code == .outputFailed && result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
        }
        #expect(folder.outputs == ["file"])
    }

    @Test("waiting for a pipe without a writer can be interrupted")
    func silentPipe() async throws {
        let folder = try MovieFolder()
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let task = Task { await CommandFixtures.run("inspect", pipe) }
        // Not by a task: the command keeps one of the few threads that tasks have, and others may wait for the rest.
        #expect(
            DedicatedThread.start {
                usleep(50_000)
                task.cancel()
            })
        #expect(await task.value.code == .interrupted)
    }
}
