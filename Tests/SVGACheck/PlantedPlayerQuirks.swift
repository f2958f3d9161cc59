import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

@testable import SVGACheck

extension PlantedFile {
    static let everyone = Set(PublicPlayer.main)

    static func plant(
        _ code: CheckCode, _ players: Set<PublicPlayer>, _ severity: Diagnostic.Severity = .warning, frames: [ClosedRange<Int>]? = nil,
        as container: VideoEntity.Container = .zlib, _ movie: @escaping @Sendable () throws -> WireMovie
    ) -> PlantedFile {
        PlantedFile(code: .check(code), players: players, severity: severity, frames: frames) { try movie().file(container) }
    }

    /// Plants a change in the frames 1 and 2 of a bitmap.
    static func frame(
        _ code: CheckCode, _ players: Set<PublicPlayer>, severity: Diagnostic.Severity = .warning,
        as container: VideoEntity.Container = .zlib, _ change: @escaping @Sendable (inout WireFrame) -> Void
    ) -> PlantedFile {
        plant(code, players, severity, frames: [1...2], as: container) {
            try Clean.movie(Clean.bitmap { frame, index in if index == 1 || index == 2 { change(&frame) } })
        }
    }

    /// Shapes that are there from frame 1 on, the later frames by KEEP; frame 2 is hidden.
    static func shapes(
        _ code: CheckCode, _ players: Set<PublicPlayer>, severity: Diagnostic.Severity = .warning, clip: String = "",
        transform: WireTransform? = nil, _ shapes: WireShape...
    ) -> PlantedFile {
        plant(code, players, severity, frames: [1...1, 3...3]) {
            try Clean.movie(
                Clean.shapes { frame, index in
                    frame.shapes = index == 0 ? [] : index == 1 ? shapes : [.keep]
                    // Hidden for all of them; protobuf does not write a 0.
                    frame.alpha = index == 2 ? -1 : 1
                    frame.clipPath = clip
                    frame.transform = transform
                })
        }
    }

    private static func image(
        _ code: CheckCode, _ players: Set<PublicPlayer>, severity: Diagnostic.Severity = .warning, _ bytes: [UInt8]
    )
        -> PlantedFile
    {
        plant(code, players, severity, frames: [0...3]) { try Clean.movie(Clean.bitmap()) { $0.images[0].bytes = bytes } }
    }

    static func sound(_ players: Set<PublicPlayer>, _ bytes: [UInt8]) -> PlantedFile {
        plant(.soundFormat, players, frames: [1...2]) {
            try Clean.movie(Clean.bitmap()) {
                $0.images.append(WireImage(key: "song", bytes: bytes))
                $0.audios = [Clean.audio("song")]
            }
        }
    }

    /// The left half is masked; the picture is red, the matte green.
    static func matted(matteFirst: Bool) throws -> WireMovie {
        var matte = Clean.shapes(.rect(0, 0, 8, 16, .fill(.green)))
        matte.imageKey = "half.matte"
        var face = Clean.bitmap()
        face.matteKey = "half.matte"
        return try matteFirst ? Clean.movie(matte, face) : Clean.movie(face, matte)
    }

    /// A picture that is masked, below one that is not.
    static func partlyMatted() throws -> WireMovie {
        var movie = try matted(matteFirst: true)
        movie.sprites.append(Clean.bitmap { frame, _ in frame.transform = WireTransform(tx: 8) })
        return movie
    }

    private static func unmatched(_ key: String) throws -> WireMovie {
        var first = Clean.shapes(.rect(0, 0, 2, 2))
        first.imageKey = key
        var face = Clean.bitmap()
        face.matteKey = "gone.matte"
        return try Clean.movie(first, face)
    }

    /// One file or more for each thing that players show otherwise, as Where players differ has it.
    static let playerQuirks: [PlantedFile] = movies + paints + payloads

    private static let movies: [PlantedFile] = [
        plant(.containerUnreadable, [.webLite, .flutter], .error, as: .zipJSON) { try Clean.movie(Clean.bitmap()) },
        plant(.containerUnreadable, [.web, .webLite, .flutter], .error, as: .zipBinary) { try Clean.movie(Clean.bitmap()) },
        plant(.containerUnreadable, everyone.subtracting([.web]), .error, as: .gzip) { try Clean.movie(Clean.bitmap()) },
        plant(.containerNeedsLibrary, [.web], as: .zipJSON) { try Clean.movie(Clean.bitmap()) },
        PlantedFile(code: .check(.containerNeedsLibrary), players: [.web]) {
            let message = try Clean.movie(Clean.shapes(.rect(0, 0, 4, 4))) { $0.images = [] }.file(.protobuf)
            return StoredZip.archive([("movie.binary", message), ("movie.spec", Array("{}".utf8))])
        },
        plant(.displayTicks, [.ios]) { try Clean.movie(Clean.bitmap()) { $0.fps = 24 } },
        // Half as wide as high: the aspect is another, and so is the size.
        frame(.bitmapSize, [.ios, .web]) { $0.layout?.width = 8 },
        frame(.bitmapSize, [.web]) { $0.layout = WireLayout(width: 8, height: 8) },
        frame(.layoutOffset, [.android, .web, .webLite, .flutter]) { $0.layout?.y = 3 },
        // Ten of them together are seen.
        plant(.alphaTooLow, [.web, .webLite], frames: [1...2]) {
            var movie = try Clean.movie(Clean.bitmap { frame, index in frame.alpha = index == 1 || index == 2 ? 0.049 : 1 })
            movie.sprites = Array(repeating: movie.sprites[0], count: 10)
            return movie
        },
        frame(.alphaUnwritten, [.flutter]) { $0.alpha = 0 },
        frame(.scaleZero, [.android, .web]) { $0.transform = WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 16) },
        // Hidden by the rules; these players show it.
        frame(.scaleZero, [.android, .web]) { $0.transform = WireTransform(a: 0, d: 0) },
        frame(.scaleZero, [.web], as: .zipJSON) { $0.transform = WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 16) },
        plant(.framesShort, [.ios], frames: [4...6]) { try Clean.movie(Clean.bitmap()) { $0.frames = 7 } },
        plant(.framesShort, [.web, .webLite, .flutter], .error, frames: [4...6]) { try Clean.movie(Clean.bitmap()) { $0.frames = 7 } },
        plant(.matteUnsupported, [.webLite, .flutter], frames: [0...3]) { try matted(matteFirst: true) },
        plant(.matteNotFirst, [.android, .web], frames: [0...3]) { try matted(matteFirst: false) },
        plant(.matteUnknown, [.ios], frames: [0...3]) { try unmatched("box.vector") },
        plant(.matteUnknown, [.web], .error, frames: [0...3]) { try unmatched("box.matte") },
        plant(.matteUnknown, [.web], .error, frames: [0...3]) { try partlyMatted() },
        frame(.rounding, [.web, .webLite], severity: .info) { $0.transform = WireTransform(tx: 0.4) },
    ]

    private static let paints: [PlantedFile] = [
        // A fill and a stroke on each other, two shapes, a shape on a bitmap.
        frame(.alphaOverlap, [.android, .web, .webLite, .flutter]) {
            $0.alpha = 0.5
            $0.shapes = [.rect(0, 0, 4, 4)]
        },
        frame(.alphaOverlap, [.android, .web, .webLite, .flutter]) {
            $0.alpha = 0.5
            $0.layout = nil
            $0.shapes = [.rect(0, 0, 4, 4), .ellipse(4, 4, 2, 2)]
        },
        frame(.alphaOverlap, [.android, .web, .webLite, .flutter]) {
            $0.alpha = 0.5
            $0.layout = nil
            $0.shapes = [.path("M4 4L12 4L12 12L4 12Z", Clean.stroke { $0.fill = .blue })]
        },
        frame(.shapeAlpha, [.android]) {
            $0.alpha = 0.5
            $0.layout = nil
            $0.shapes = [.rect(4, 4, 8, 8, .fill(WireColor(1, 0, 0, 0.2)))]
        },
        shapes(.pathCommand, [.ios, .android], .path("M1 0 C1 4 4 4 4 1 S8 1 8 4 Z")),
        shapes(.pathCommand, Set(PublicPlayer.main), .path("M0 0 Q 4 4 8 0 T 8 4Z")),
        shapes(.pathCommand, [.ios, .android, .flutter], clip: "M0 0 a 4 4 0 0 1 8 8 z", .rect(0, 0, 4, 4)),
        shapes(.pathCommand, [.flutter], severity: .error, .path("M0 0 L8 0 L8  8 L0 8 Z")),
        shapes(.pathAbsoluteLine, [.android], .path("M0 0H4V4h-4z")),
        shapes(.pathRepeats, everyone, .path("M0 0L4 0 4 4Z")),
        shapes(.clipOnShapes, [.web, .webLite], clip: "M0 0L4 0L4 4Z", .rect(0, 0, 4, 4)),
        plant(.keepOfOther, [.ios], frames: [2...3]) {
            try Clean.movie(
                Clean.shapes { frame, index in
                    frame.shapes = index == 0 ? [] : index == 1 ? [.rect(0, 0, 4, 4)] : [.keep]
                    frame.alpha = index == 1 ? 0 : 1
                })
        },
        plant(.cornerRadius, [.web, .webLite], .error, frames: [0...3]) { try Clean.movie(Clean.shapes(.rect(0, 0, 4, 4, radius: -1))) },
        PlantedFile(code: .check(.colorAlphaUnwritten), players: [.android], severity: .error, frames: [0...3]) {
            try Clean.movie(Clean.shapes(.rect(0, 0, 4, 4), .rect(4, 4, 4, 4, .fill(WireColor(0, 0, 0, 0))))).bytesWithoutColorAlpha()
        },
        shapes(.unstyled, [.ios], .rect(0, 0, 4, 4, nil)),
        shapes(
            .miterLimitZero, [.ios, .android, .flutter],
            .rect(
                4, 4, 6, 6,
                Clean.stroke {
                    $0.miterLimit = 0
                    $0.lineDash = (0, 0, 0)
                })),
        shapes(.dashPhase, [.android, .flutter], .rect(4, 4, 6, 6, Clean.stroke { $0.lineDash = (5, 9, 0) })),
        shapes(.dashPhase, [.android, .web, .webLite, .flutter], .rect(4, 4, 6, 6, Clean.stroke { $0.lineDash = (3, 2, 1) })),
        shapes(.strokeWidthZero, [.web, .webLite], .rect(4, 4, 6, 6, .stroke(.red, width: 0))),
        shapes(
            .strokeScale, [.android], .rect(2, 2, 4, 4, Clean.stroke { $0.lineDash = (0, 0, 0) }, transform: WireTransform(a: 2, d: 2))),
        shapes(.color255, [.ios, .web, .webLite, .flutter], .rect(0, 0, 4, 4, .fill(WireColor(255, 128, 0)))),
    ]

    private static let payloads: [PlantedFile] = [
        plant(.keySuffix, [.web, .webLite, .flutter, .android], frames: [0...3]) {
            try Clean.movie(Clean.bitmap()) { $0.sprites[0].imageKey = "face.vector" }
        },
        plant(.keySuffix, everyone, frames: [0...3]) { try Clean.movie(Clean.bitmap()) { $0.images[0].key = "face.png" } },
        // iOS drops the extension on both sides in JSON.
        plant(.keySuffix, [.android, .web], frames: [0...3], as: .zipJSON) {
            try Clean.movie(Clean.bitmap()) { $0.images[0].key = "face.png" }
        },
        image(
            .imageFormat, [.web], severity: .error, ImageFixtures.jpeg(width: 16, height: 16, samples: [UInt8](repeating: 80, count: 768))),
        image(.imageFormat, [.web], severity: .error, webP),
        image(.imageFormat, [.web], severity: .error, gif),
        image(.imageFormat, [.web, .webLite], severity: .error, unknown),
        // Beside a picture that the player knows it begins, draws nothing once, and throws.
        plant(.imageFormat, [.web], frames: [0...0]) { try beside(webP) },
        plant(.imageFormat, [.web], .error, frames: [1...3]) { try beside(webP) },
        plant(.imageFormat, [.web], .error, frames: [1...3]) { try beside(gif) },
        plant(.imageFormat, [.web], .error, frames: [1...3]) { try beside(unknown, key: "audio") },
        plant(.imageFormat, [.webLite], .error, frames: [0...3]) {
            try Clean.movie(Clean.bitmap()) { $0.images.append(WireImage(key: "spare", bytes: unknown)) }
        },
        // ID3 of any version, the MPEG frame that Android knows, another.
        sound([.webLite, .flutter], Array("ID3\u{3}".utf8)),
        sound([.webLite, .flutter], Array("ID3\u{4}".utf8)),
        sound([.ios, .web, .webLite, .flutter], [0xFF, 0xFB, 0x94, 0]),
        sound(everyone, [0xFF, 0xFB, 0x90, 0]),
    ]

    static let webP = ImageFixtures.webp(width: 16, height: 16, rgba: [UInt8](repeating: 255, count: 1024))

    private static let gif = ImageFixtures.gif(
        width: 16, height: 16, frameWidth: 16, frameHeight: 16, indices: [UInt8](repeating: 1, count: 256),
        palette: [[0, 0, 0], [255, 0, 0]])

    private static let unknown: [UInt8] = [1, 2, 3, 4]

    static func beside(_ bytes: [UInt8], key: String = "face") throws -> WireMovie {
        var movie = try Clean.movie(Clean.bitmap())
        movie.images.append(try Clean.png.payload("other"))
        movie.images[0] = WireImage(key: key, bytes: bytes)
        movie.sprites[0].imageKey = key
        return movie
    }
}
