import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// Finds problems and waste in a movie, in addition to the diagnostics of reading and decoding.
struct FileCheck {
    private let movie: VideoEntity
    private var findings: [Finding] = []

    /// - Complexity: linear in the movie; images are not decoded.
    static func findings(_ movie: VideoEntity) -> [Finding] {
        var check = FileCheck(movie: movie)
        check.checkImages()
        check.checkSprites()
        check.checkCosts()
        check.checkSounds()
        check.checkAudios()
        return check.findings
    }

    private init(movie: VideoEntity) { self.movie = movie }

    private mutating func report(
        _ code: CheckCode, _ severity: Diagnostic.Severity, _ message: Message, at owner: Message, sprite: Int? = nil,
        frames: [ClosedRange<Int>] = []
    ) {
        findings.append(Finding(.check(code), severity, message, owner: owner, sprite: sprite, frames: frames))
    }

    // MARK: Images

    private mutating func checkImages() {
        let keys = SimilarKeys(movie.sprites.map(\.imageKey))
        let displaySizes = DisplaySizes(movie)
        for image in movie.images {
            let owner: Message = "image \(image.key.quoted)"
            if image.key.isEmpty { report(.keyEmpty, .warning, "the image has no key", at: owner) }
            // Reading has already reported images that are not pictures.
            guard image.format != .unknown, let size = ImageDecoder.size(of: image) else { continue }
            let decoded = FileCheck.decodedBytes(size)
            if !keys.mayMean(image.key) {
                let memory = Units.bytes(decoded)
                report(
                    .imageUnused, .info, "no sprite uses it: \(Units.bytes(image.bytes.count)) in the file, \(memory) decoded", at: owner)
            } else if let points = displaySizes[image.key], let sufficient = FileCheck.sufficient(size, points) {
                let kept = Double(FileCheck.decodedBytes(sufficient)) / Double(decoded)
                let bytes = Units.bytes(Int(saturating: Double(image.bytes.count) * (1 - kept)))
                let memory = Units.bytes(Int(saturating: Double(decoded) * (1 - kept)))
                let (pixels, needed) = ("\(size.width) × \(size.height)", "\(sufficient.width) × \(sufficient.height)")
                report(
                    .imageOversized, .info,
                    "\(pixels) pixels; \(needed) are enough and save about \(bytes) in the file, \(memory) decoded", at: owner)
            }
        }
    }

    /// 4 bytes per pixel; a header may contain a size that overflows.
    private static func decodedBytes(_ size: (width: Int, height: Int)) -> Int {
        Int(saturating: min(4 * Double(size.width) * Double(size.height), 1e15))
    }

    /// Twice the display size in points, if the image has more pixels in both dimensions.
    private static func sufficient(_ pixels: (width: Int, height: Int), _ points: SVGASize) -> (width: Int, height: Int)? {
        let (width, height) = (2 * points.width, 2 * points.height)
        guard Double(pixels.width) > width, Double(pixels.height) > height else { return nil }
        // The same factor for both sides keeps the aspect ratio.
        let factor = max(width / Double(pixels.width), height / Double(pixels.height))
        let sufficient = (
            Int(saturating: (Double(pixels.width) * factor).rounded(.up)), Int(saturating: (Double(pixels.height) * factor).rounded(.up))
        )
        return sufficient.0 < pixels.width && sufficient.1 < pixels.height ? (max(1, sufficient.0), max(1, sufficient.1)) : nil
    }

    // MARK: Sprites

    private mutating func checkSprites() {
        for (index, sprite) in movie.sprites.enumerated() {
            let owner: Message = "sprite \(index) \(sprite.imageKey.quoted)"
            // A sprite that is never visible needs no key: some players need it before mattes.
            if sprite.imageKey.isEmpty, sprite.frames.records.prefix(movie.frameCount).contains(where: \.isVisible) {
                report(.keyEmpty, .warning, "the sprite has no key", at: owner, sprite: index)
            }
            let frames = emptyFrames(sprite)
            if !frames.isEmpty {
                report(
                    .layoutEmpty, .warning, "the image is not drawn: its layout is empty", at: owner, sprite: index,
                    frames: frames)
            }
        }
    }

    /// The frames in which the sprite shows only a bitmap, and its layout is empty.
    private func emptyFrames(_ sprite: SpriteEntity) -> [ClosedRange<Int>] {
        guard let image = sprite.imageIndex, movie.images[image].format != .unknown else { return [] }
        let tables = sprite.frames.tables
        var frames = FrameRanges()
        for (frame, record) in sprite.frames.records.prefix(movie.frameCount).enumerated() where record.isVisible {
            let layout = tables.layouts[Int(record.layout)]
            let hasRoom = layout.width > 0 && layout.height > 0
            if !hasRoom, tables.shapeLists[Int(record.shapes)].isEmpty { frames.append(frame) }
        }
        return frames.ranges
    }

    // MARK: Drawing

    /// The public movies have at most 99 visible sprites in a frame. One thousand need ten times as much of each frame's 16 ms.
    static let maximumSprites = 999

    /// The public movies paint the canvas at most 8.2 times per frame, and all but one at most 5.2 times. Android's "Debug GPU overdraw" shows 4
    /// additional layers in its most severe color.
    static let maximumOverdraw = 10.0

    private mutating func checkCosts() {
        let costs = FrameCosts(movie)
        if let most = costs.maximum(\.sprites), most.value > FileCheck.maximumSprites {
            report(
                .spritesMany, .warning, "\(most.value) sprites are visible in frame \(most.frame)", at: "",
                frames: FileCheck.frames(costs) { $0.sprites > FileCheck.maximumSprites })
        }
        if let most = costs.maximum(\.overdraw), most.value > FileCheck.maximumOverdraw {
            report(
                .overdraw, .warning, "frame \(most.frame) paints \(Units.decimal(most.value, places: 1)) times the area of the canvas",
                at: "",
                frames: FileCheck.frames(costs) { $0.overdraw > FileCheck.maximumOverdraw })
        }
    }

    private static func frames(_ costs: FrameCosts, where isOver: (FrameCosts.Cost) -> Bool) -> [ClosedRange<Int>] {
        var frames = FrameRanges()
        for (frame, cost) in costs.frames.enumerated() where isOver(cost) { frames.append(frame) }
        return frames.ranges
    }

    // MARK: Sounds

    private mutating func checkSounds() {
        for sound in movie.sounds {
            let owner: Message = "sound \(sound.key.quoted)"
            if sound.key.isEmpty { report(.keyEmpty, .warning, "the sound has no key", at: owner) }
            switch sound.format {
            case .mp3: checkStream(MPEGStream(sound.bytes), owner)
            case .wav:
                if SoundLength.milliseconds(of: sound.bytes) == nil {
                    report(.soundBroken, .error, "the sound cannot be played: the WAV has no samples", at: owner)
                }
            case .aac, .ogg, .mp4, .flac: break
            }
        }
    }

    private mutating func checkStream(_ stream: MPEGStream, _ owner: Message) {
        if stream.hasBrokenTag {
            report(.soundTag, .warning, "the ID3 tag has an unknown version or an invalid size", at: owner)
        }
        if stream.isFreeFormat { return }
        guard stream.frames > 0 else {
            return report(.soundBroken, .error, "the sound cannot be played: it has no complete frame of MPEG audio", at: owner)
        }
        if stream.missingFrames > 0 {
            let lost: Message = "\(stream.missingFrames) of \(stream.frames + stream.missingFrames) frames"
            report(.soundTruncated, .warning, "the sound ends early: \(lost) are missing", at: owner)
        } else if stream.missingBytes > 0 {
            let lost = Units.count(stream.missingBytes, "byte")
            report(.soundTruncated, .warning, "the sound ends early: its last frame lacks \(lost)", at: owner)
        }
        if stream.strayBytes > 0 {
            report(.soundStray, .info, "\(Units.count(stream.strayBytes, "byte")) are neither audio frames nor tags", at: owner)
        }
    }

    private mutating func checkAudios() {
        for audio in movie.audios {
            let owner: Message = "audio \(audio.audioKey.quoted)"
            if movie.frameCount > 0, audio.startFrame >= movie.frameCount {
                report(
                    .soundOutside, .warning,
                    "the sound is never heard: it starts at frame \(audio.startFrame), and the movie has \(movie.frameCount) frames",
                    at: owner)
            }
            let length = audio.soundIndex.flatMap { SoundLength.milliseconds(of: movie.sounds[$0].bytes) }.map { Int($0) }
            if let length, audio.startTime >= length {
                report(
                    .soundOutside, .warning, "the sound is never heard: it starts at \(audio.startTime) ms, and the sound has \(length) ms",
                    at: owner)
            }
            guard audio.soundIndex != nil else { continue }
            if audio.totalTime <= 0 {
                report(.soundTime, .warning, "the sound is not played on Android: totalTime is \(audio.totalTime)", at: owner)
            } else if let length, FileCheck.isOff(audio.totalTime, length) {
                // Only players that start within the sound need the value.
                let severity: Diagnostic.Severity = audio.startTime > 0 ? .warning : .info
                report(.soundTime, severity, "totalTime is \(audio.totalTime) ms, and the sound has \(length) ms", at: owner)
            }
        }
    }

    /// By more than 0.1 seconds and 2 %: encoders add silence and count it.
    private static func isOff(_ time: Int, _ length: Int) -> Bool {
        let off = abs(time - length)
        return off > 100 && 50 * off > length
    }
}
