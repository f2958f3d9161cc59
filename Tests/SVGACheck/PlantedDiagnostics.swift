import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

@testable import SVGACheck

extension PlantedFile {
    private static func plant(_ code: Diagnostic.Code, _ bytes: @escaping @Sendable () throws -> [UInt8]) -> PlantedFile {
        PlantedFile(code: .diagnostic(code), severity: code.severity, bytes: bytes)
    }

    /// Plants a change in the movie.
    private static func movie(_ code: Diagnostic.Code, _ change: @escaping @Sendable (inout WireMovie) throws -> Void) -> PlantedFile {
        plant(code) {
            var movie = try Clean.movie(Clean.bitmap())
            try change(&movie)
            return try movie.file()
        }
    }

    /// Plants a change in the third frame of a bitmap.
    private static func frame(_ code: Diagnostic.Code, _ change: @escaping @Sendable (inout WireFrame) -> Void) -> PlantedFile {
        movie(code) { change(&$0.sprites[0].frames[2]) }
    }

    private static func shapes(_ code: Diagnostic.Code, _ shapes: WireShape...) -> PlantedFile {
        frame(code) { $0.shapes = shapes }
    }

    private static func spec(_ text: String, _ entry: String) throws -> [UInt8] {
        StoredZip.archive([("movie.spec", Array(text.utf8)), (entry, try Clean.png.pngBytes())])
    }

    private static func spec(fps: String) -> String {
        """
        {"ver":"1.1.0","movie":{"viewBox":{"width":16,"height":16},"fps":\(fps),"frames":1},"images":{"face":"face"},"sprites":[]}
        """
    }

    /// One file for each diagnostic that a file can cause.
    static let diagnostics: [PlantedFile] = [
        plant(.gzipContainer) { try Clean.movie(Clean.bitmap()).file(.gzip) },
        plant(.bareProtobuf) { try Clean.movie(Clean.bitmap()).file(.protobuf) },
        plant(.trailingBytes) { try Clean.movie(Clean.bitmap()).file() + [1, 2, 3] },
        plant(.entryCaseMismatch) { try spec(spec(fps: "30"), "FACE.png") },
        plant(.entryMissing) { try spec(spec(fps: "30"), "other.png") },
        plant(.invalidUTF8) { try Clean.movie(Clean.bitmap()).file(.protobuf).replacing("face", with: [0xFF, 0x61, 0x63, 0x65]) },
        // Field 15, a number.
        plant(.unknownFields) { try Clean.movie(Clean.bitmap()).file(.protobuf) + [15 << 3, 1] },
        plant(.looseJSON) { try spec(spec(fps: "\"30\""), "face.png") },
        movie(.fpsMissing) { $0.fps = 0 },
        movie(.fpsUnusual) { $0.fps = 24 },
        movie(.viewBoxEmpty) { $0.viewBoxWidth = 0 },
        movie(.framesMissing) { $0.frames = 0 },
        movie(.payloadUnknown) { $0.images.append(WireImage(key: "what", bytes: [1, 2, 3])) },
        movie(.imageMissing) { $0.sprites[0].imageKey = "nobody" },
        movie(.imageBroken) { $0.images[0].bytes.removeLast(30) },
        movie(.imageKeyTwice) { $0.images.append($0.images[0]) },
        movie(.framesTooFew) { $0.frames += 1 },
        movie(.framesTooMany) { $0.frames -= 1 },
        frame(.transformNotFinite) { $0.transform = WireTransform(tx: .infinity) },
        frame(.alphaOutOfRange) { $0.alpha = 1.5 },
        frame(.layoutInvalid) { $0.layout = WireLayout(width: -1, height: 16) },
        movie(.matteMissing) { $0.sprites[0].matteKey = "gone.matte" },
        movie(.matteOfMatte) {
            $0.sprites[0].imageKey = "face.matte"
            $0.sprites[0].matteKey = "face.matte"
        },
        movie(.matteKeyTwice) {
            $0.sprites[0].imageKey = "face.matte"
            $0.sprites.append($0.sprites[0])
        },
        shapes(.colorRange255, .rect(0, 0, 4, 4, .fill(WireColor(255, 0, 0)))),
        shapes(.pathBroken, .path("M 0 0 L 4 4 L oops")),
        shapes(.pathCommandsUnsupported, .path("M 0 0 A 4 4 0 0 1 8 8 Z")),
        shapes(.keepNotFirst, .rect(0, 0, 4, 4), .keep),
        movie(.keepWithoutShapes) { $0.sprites[0].frames[0].shapes = [.keep] },
        frame(.shapeInvalid) {
            var shape = WireShape.rect(0, 0, 4, 4)
            shape.args = .none
            $0.shapes = [shape]
        },
        movie(.audioMissing) { $0.audios = [Clean.audio("song")] },
        movie(.audioUnused) { $0.images.append(WireImage(key: "song", bytes: Array("ID3\u{3}".utf8))) },
    ]
}

extension Pixmap {
    func pngBytes() throws -> [UInt8] { try payload("").bytes }
}
