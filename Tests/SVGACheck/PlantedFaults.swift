import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

@testable import SVGACheck

extension PlantedFile {
    private static func fault(
        _ code: CheckCode, _ severity: Diagnostic.Severity, frames: [ClosedRange<Int>]? = nil,
        _ change: @escaping @Sendable (inout WireMovie) throws -> Void
    ) -> PlantedFile {
        PlantedFile(code: .check(code), severity: severity, frames: frames) {
            var movie = try Clean.movie(Clean.bitmap())
            try change(&movie)
            return try movie.file()
        }
    }

    private static func sound(_ code: CheckCode, _ severity: Diagnostic.Severity, _ bytes: [UInt8]) -> PlantedFile {
        fault(code, severity) {
            $0.images.append(WireImage(key: "song", bytes: bytes))
            $0.audios = [Clean.audio("song")]
        }
    }

    /// When a good sound plays.
    private static func audio(
        _ code: CheckCode, _ severity: Diagnostic.Severity, _ change: @escaping @Sendable (inout WireAudio) -> Void
    ) -> PlantedFile {
        fault(code, severity) {
            $0.images.append(WireImage(key: "song", bytes: MPEGFixtures.sound))
            var audio = Clean.audio("song")
            audio.totalTime = 2090
            change(&audio)
            $0.audios = [audio]
        }
    }

    private typealias MPEG = MPEGFixtures

    /// One file or more for each thing that is looked for in every file, beside diagnostics.
    static let faults: [PlantedFile] = [
        fault(.imageUnused, .info) { $0.images.append(try Clean.png.payload("spare")) },
        fault(.imageOversized, .info) { $0.images[0] = try Pixmap(width: 33, height: 33, Pixel.red).payload("face") },
        fault(.keyEmpty, .warning) {
            $0.images[0].key = ""
            $0.sprites[0].imageKey = ""
        },
        fault(.keyEmpty, .warning) { $0.images.append(WireImage(key: "", bytes: MPEG.sound)) },
        fault(.layoutEmpty, .warning, frames: [2...2]) { $0.sprites[0].frames[2].layout = WireLayout(width: 0, height: 16) },
        fault(.layoutEmpty, .warning, frames: [1...1]) { $0.sprites[0].frames[1].layout = nil },
        fault(.spritesMany, .warning, frames: [1...1]) { movie in
            let spark = WireSprite.one("spark.vector", .hidden, .visible(.rect(0, 0, 0.1, 0.1)), .hidden, .hidden)
            movie.sprites += [WireSprite](repeating: spark, count: 999)
        },
        fault(.overdraw, .warning, frames: [0...3]) { movie in
            movie.sprites += [WireSprite](repeating: movie.sprites[0], count: 10)
        },
        sound(.soundBroken, .error, MPEG.tag()),
        sound(.soundBroken, .error, Array("RIFF\u{4}\0\0\0WAVE".utf8)),
        sound(.soundTruncated, .warning, MPEG.tag() + MPEG.announcement(of: 100) + MPEG.frames(50)),
        sound(.soundTruncated, .warning, MPEG.tag() + MPEG.frames(5).dropLast(1)),
        sound(.soundTag, .warning, MPEG.tag(version: 9) + MPEG.frames(5)),
        sound(.soundStray, .info, MPEG.tag() + MPEG.frames(5) + Array("hello".utf8)),
        audio(.soundTime, .warning) { $0.totalTime = 0 },
        audio(.soundTime, .info) { $0.totalTime = 5000 },
        audio(.soundTime, .warning) { ($0.totalTime, $0.startTime) = (5000, 100) },
        audio(.soundOutside, .warning) { ($0.startFrame, $0.endFrame) = (4, 9) },
        audio(.soundOutside, .warning) { $0.startTime = 2090 },
    ]
}
