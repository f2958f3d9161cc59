import SVGAExport
import SVGAFormat
import SVGAImport
import SVGAModel
import SVGAVideo

/// Sounds, and what is not a movie.
enum Others {
    /// A payload of sound, decoded as an export would.
    static func sound(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let sound = SoundEntity(key: "sound", bytes: bytes) else { return }
        let audio = AudioEntity(audioKey: "sound", soundIndex: 0, startFrame: 0, endFrame: 40, startTime: 0, totalTime: 2000)
        let movie = VideoEntity(
            container: .zlib, version: "2.0", viewBox: SVGASize(width: 10, height: 10), fps: 20, frameCount: 40, images: [], sprites: [],
            audios: [audio], sounds: [sound], diagnostics: [])
        guard let track = try? MovieSound(movie)?.makeTrack(speed: 1, seconds: 2) else { return }
        var samples = [Float](repeating: 0, count: 4096)
        for position in [0, track.sampleCount / 2, track.sampleCount - 100] {
            try? samples.withUnsafeMutableBufferPointer { (samples) throws in try track.read(at: position, into: samples) }
            try FuzzFinding.unless(samples.allSatisfy { $0.isNaN || abs($0) <= 1 }, "a sample is louder than full scale")
        }
    }

    /// So small that no input is slow: a Lottie's frames are all drawn. What bounds them is how many there are of all sprites together.
    private static let limits: ReadLimits = {
        var limits = MovieInput.limits
        limits.sprites = 64
        limits.spriteFrames = 4_000
        limits.images = 64
        limits.pathSegments = 10_000
        limits.dashes = 1_000
        return limits
    }()

    /// Before JSON: the text is packed as the animation of a `.lottie` archive.
    private static let packed = UInt8(ascii: "Z")

    /// Bytes are imported as what they look like: a Lottie, an SVG, a picture that moves, or a description for `svga create`. Then the
    /// movie is compared with its source, which draws both.
    static func importing(_ bytes: [UInt8]) async {
        let bytes = bytes.first == packed ? MovieInput.archive("animations/a.json", Array(bytes.dropFirst())) : bytes
        guard let kind = try? ImportKind(bytes) else {
            // No file of the folder is read: there is none.
            if bytes.first == UInt8(ascii: "{") { _ = try? MovieCreation(folder: "/nonexistent", limits: limits).run(bytes) }
            return
        }
        // Films are read by libav, which has fuzzers of its own.
        if kind == .pictures(.film) { return }
        var options = ImportOptions()
        options.limits = limits
        options.threads = 1
        // Few frames, whatever the file's rate is. A still has none.
        if kind != .svg { options.framesPerSecond = 5 }
        guard let result = try? await Importer.run(.bytes(bytes, name: "fuzz"), options: options) else { return }
        _ = try? await result.lowestSimilarity(result.imported.document, 2)
    }
}
