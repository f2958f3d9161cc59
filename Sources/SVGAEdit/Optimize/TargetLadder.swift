import SVGASupport

/// How far colours and sizes are reduced to reach a target: what `--quality` and `--density` would do.
struct OptimizeEffort: Hashable, Sendable {
    /// Of the palettes; nil: colours stay.
    var quality: Int?
    /// Pixels a point where an image is shown largest; nil: sizes stay.
    var density: Double?

    /// Whether no more is given up than by another.
    func isMilder(than other: OptimizeEffort) -> Bool {
        quality ?? .max >= other.quality ?? .max && density ?? .infinity >= other.density ?? .infinity
    }

    /// For a person.
    var text: String {
        let parts = [
            quality.map { "palettes at quality \($0)" }, density.map { "images at density \(Units.decimal($0, places: 3))" },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

/// The efforts that are tried for a target. Each list begins with the least loss.
struct TargetLadder {
    /// Above this, colours are given up before pixels.
    private static let lowest = 50

    /// Down to a quality that still looks good.
    private(set) var qualities: [Int?]
    /// Worse ones, for when nothing else reaches the target.
    private(set) var poorQualities: [Int?] = []
    private(set) var densities: [Double?]

    /// Palettes make files smaller but not decoded images, so for memory alone they are not tried.
    init(_ options: OptimizeOptions) {
        let steps: [Double] = [2, 1.4, 1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12]
        densities = [options.density] + steps.filter { $0 < options.density ?? .infinity }
        guard options.targetBytes != nil else {
            qualities = [options.quality]
            return
        }
        qualities = [nil] + [90, 70].filter { $0 > options.quality ?? TargetLadder.lowest } + [options.quality ?? TargetLadder.lowest]
        // Without a quality, the similarity alone says what is too poor.
        if options.quality == nil { poorQualities = [30, 10] }
    }
}
