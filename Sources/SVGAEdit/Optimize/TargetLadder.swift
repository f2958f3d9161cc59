import SVGAFormat
import SVGAModel
import SVGASupport

/// The reduction of colors and sizes for a target, equivalent to `--quality` and `--density`.
struct LossLevel: Hashable, Sendable {
    /// The palette quality; nil: colors stay unchanged.
    var quality: Int?
    /// Pixels per point at the largest display size; nil: sizes stay unchanged.
    var density: Double?

    /// Whether neither colors nor sizes are reduced more than by another level.
    func isMilder(than other: LossLevel) -> Bool {
        quality ?? .max >= other.quality ?? .max && density ?? .infinity >= other.density ?? .infinity
    }

    /// The level as text.
    var text: Message {
        let parts: [Message?] = [
            quality.map { "palettes at quality \($0)" }, density.map { "images at density \(Units.decimal($0, places: 3))" },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

/// The reductions to try for a target. Each list begins with the smallest loss.
struct TargetLadder {
    /// Above this quality, colors are reduced before pixels.
    private static let lowest = 50

    /// The qualities that look good.
    private(set) var qualities: [Int?]
    /// Lower qualities. They are tried if nothing else reaches the target.
    private(set) var poorQualities: [Int?] = []
    private(set) var densities: [Double?]

    /// With a target for decoded images only, the list of qualities has one entry, because palettes do not reduce decoded images.
    init(_ options: OptimizeOptions) {
        let steps: [Double] = [2, 1.4, 1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12]
        densities = [options.density] + steps.filter { $0 < options.density ?? .infinity }
        guard options.targetBytes != nil else {
            qualities = [options.quality]
            return
        }
        qualities = [nil] + [90, 70].filter { $0 > options.quality ?? TargetLadder.lowest } + [options.quality ?? TargetLadder.lowest]
        // Without a quality, only the similarity limits the loss.
        if options.quality == nil { poorQualities = [30, 10] }
    }
}

/// A description of the sizes of a file's parts, for the error if the target cannot be reached.
struct SizeBreakdown {
    let text: Message

    init(_ attempt: OptimizeWork.Attempt, _ options: OptimizeOptions, keepsSounds: Bool) {
        var (sound, others, pictures, images) = (0, 0, 0, 0)
        for image in attempt.reduction.document.movie.images {
            switch PayloadKind.sniff(image.bytes) {
            case .sound: sound += image.bytes.count
            case .image(let format) where format != .unknown: (pictures, images) = (pictures + 1, images + image.bytes.count)
            case .image: others += image.bytes.count
            }
        }
        var lines: [Message] = []
        if let target = options.targetBytes {
            let frames = max(0, attempt.bytes.count - sound - images - others)
            let parts: [(name: Message, bytes: Int)] = [
                ("sound", sound), ("images", images), ("other payloads", others), ("frames", frames),
            ]
            let sorted = parts.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }
            let names = sorted.map { "\($0.name) \(Units.bytes($0.bytes))" as Message }
            lines.append("\(Units.bytes(attempt.bytes.count)), of which \(names.joined(separator: ", "))")
            if sound > target {
                lines.append(
                    keepsSounds
                        ? "the sound alone is larger than the target, a lower bitrate of the sound makes it smaller"
                        : "the sound alone is larger than the target")
            }
        }
        if options.targetDecodedBytes != nil {
            lines.append("\(Units.bytes(OptimizeWork.decodedBytes(attempt.movie))) decoded in \(Units.count(pictures, "image"))")
        }
        text = lines.joined(separator: "; ")
    }
}
