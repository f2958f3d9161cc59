import SVGAModel
import SVGAPixels
import Synchronization

@testable import SVGACommand
@testable import SVGATasks

/// A movie built in code and a command line run in this process, with all it wrote.
enum CommandFixtures {
    /// 3 × 2 pixels, red.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x03,
        0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00, 0x00, 0x9D, 0x74, 0x66, 0x1A, 0x00, 0x00, 0x00, 0x11, 0x49, 0x44, 0x41,
        0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xF0, 0x1F, 0x86, 0x19, 0x90, 0x39, 0x00, 0x9B, 0x7E, 0x0B, 0xF5, 0x72, 0xB0,
        0xB9, 0x3C, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    /// Twelve frames of a 100 × 50 canvas: `user1` is visible in frames 2 to 9, `badge.vector` in all of them, behind
    /// the matte `mask.matte`. `far` is never visible, and `spare` is an image without a sprite.
    static func movie(diagnostics: [Diagnostic] = []) -> VideoEntity {
        VideoEntity(
            container: .zlib, version: "2.0", viewBox: SVGASize(width: 100, height: 50), fps: 20, frameCount: 12,
            images: [
                ImageEntity(key: "user1", format: .png, bytes: png),
                ImageEntity(key: "spare", format: .unknown, bytes: [1, 2, 3]),
            ],
            sprites: [
                sprite("mask.matte", .matte, alphas: [Float](repeating: 1, count: 12), shapes: 1),
                sprite("user1", .bitmap, image: 0, alphas: [0, 0] + [Float](repeating: 1, count: 8) + [0, 0, 1, 1]),
                sprite(
                    "badge.vector", .vector, matte: ("mask.matte", 0), alphas: [Float](repeating: 0.5, count: 12), shapes: 2, clips: true),
                sprite("far", .bitmap, alphas: []),
            ],
            audios: [AudioEntity(audioKey: "ding", soundIndex: 0, startFrame: 3, endFrame: 8, startTime: 0, totalTime: 1500)],
            sounds: [
                SoundEntity(key: "ding", format: .mp3, bytes: [0xFF, 0xFB]), SoundEntity(key: "mute", format: .wav, bytes: [1]),
            ],
            diagnostics: diagnostics)
    }

    /// Shared by all sprites: one layout, one clip path, and lists of no shape, one and two.
    private static let tables: FrameTables = {
        var tables = FrameTables()
        tables.layouts = [SVGARect(x: 0, y: 0, width: 40, height: 30)]
        var clip = SVGAPath()
        clip.move(x: 0, y: 0)
        clip.line(x: 4, y: 0)
        clip.line(x: 4, y: 4)
        tables.clipPaths = [clip]
        let shape = ShapeEntity(
            geometry: .rect(SVGARect(x: 0, y: 0, width: 4, height: 4), cornerRadius: 0), fill: SVGAColor(red: 1, green: 0, blue: 0))
        tables.shapeLists = (0...2).map { [ShapeEntity](repeating: shape, count: $0) }
        return tables
    }()

    /// - Parameter shapes: at most 2.
    static func sprite(
        _ key: String, _ kind: SpriteEntity.Kind, image: Int? = nil, matte: (key: String, index: Int)? = nil, alphas: [Float],
        shapes: Int = 0, clips: Bool = false
    ) -> SpriteEntity {
        let records = alphas.map {
            FrameRecord(alpha: $0, transform: (1, 0, 0, 1, 0, 0), layout: 0, clipPath: clips ? 0 : -1, shapes: Int32(shapes))
        }
        return SpriteEntity(
            imageKey: key, matteKey: matte?.key, kind: kind, imageIndex: image, matteIndex: matte?.index,
            frames: FrameList(records: records, tables: tables))
    }

    static func report(_ movie: VideoEntity = movie()) -> InspectReport {
        InspectReport(InputFile(name: "dir/gift.svga", byteCount: 4321, movie: movie))
    }

    /// Runs a command line and returns its exit code and both streams.
    static func run(
        _ words: String..., input: [UInt8] = [], terminal: Bool = false
    ) async -> (code: ExitCode, output: String, errors: String) {
        await run(words, input: input, terminal: terminal)
    }

    static func run(
        _ words: [String], input: [UInt8] = [], terminal: Bool = false
    ) async -> (code: ExitCode, output: String, errors: String) {
        let output = TextSink()
        let errors = TextSink()
        let context = CommandContext(output: output.stream(terminal), errors: errors.stream(terminal)) { _ in input }
        let code = await CommandLineTool.run(words, context: context)
        return (code, output.text, errors.text)
    }
}

/// Keeps what is written to it.
final class TextSink: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { String(decoding: content, as: UTF8.self) }
    var content: [UInt8] { bytes.withLock { $0 } }

    func stream(_ isTerminal: Bool) -> TextStream {
        TextStream(isTerminal: isTerminal, usesColor: isTerminal) { (more) throws(TextStream.WriteFailure) in
            self.bytes.withLock { $0 += more }
        }
    }
}
