import SVGACheck
import SVGAPixels

/// What `svga diff` says. Encoded, it is the contract of `--json`: the names never change their meaning, every name is always there, and
/// what is not known, or was not asked for, is null.
struct DiffReport: Encodable, Sendable {
    let schema = 1
    /// As they were written on the command line.
    let before: String
    let after: String
    /// Whether anything counts as a difference: all that follows but container and version.
    var isSame: Bool { difference.isEmpty && (pixels?.framesDiffering ?? 0) == 0 }
    let difference: MovieDifference
    /// Null unless pixels were compared.
    @Nullable var pixels: Pixels?

    init(_ before: InputFile, _ after: InputFile, _ difference: MovieDifference) {
        self.before = before.name
        self.after = after.name
        self.difference = difference
    }

    private enum CodingKeys: String, CodingKey {
        case schema, before, after, isSame, facts, images, sprites, sounds, audios, pixels
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(before, forKey: .before)
        try container.encode(after, forKey: .after)
        try container.encode(isSame, forKey: .isSame)
        try container.encode(difference.facts.map(Fact.init), forKey: .facts)
        try container.encode(difference.images.map(Image.init), forKey: .images)
        try container.encode(difference.sprites.map(Sprite.init), forKey: .sprites)
        try container.encode(difference.sounds.map(Sound.init), forKey: .sounds)
        try container.encode(difference.audios.map(Audio.init), forKey: .audios)
        try container.encode(_pixels, forKey: .pixels)
    }

    /// What rendering both has shown.
    struct Pixels: Encodable, Sendable {
        /// How many frames both movies have.
        let framesCompared: Int
        let framesDiffering: Int
        /// First and last frame of each run of frames that differ.
        let frames: [[Int]]
        /// What is compared of each frame, from the top left: where the sizes differ, what both have.
        let width: Int
        let height: Int
        let isPart: Bool
        /// The frame with the lowest SSIM; null where none differs.
        @Nullable var worst: Frame?
        /// The picture of the worst frame; null where none was written.
        @Nullable var picture: String?

        init(_ comparison: FrameComparison, _ differences: [FrameComparison.Difference], isPart: Bool) {
            let differing = differences.filter { !$0.isIdentical }
            let worst = differing.min { ($0.similarity, -$0.meanSquaredError) < ($1.similarity, -$1.meanSquaredError) }
            framesCompared = differences.count
            framesDiffering = differing.count
            frames = differing.reduce(into: []) { runs, difference in
                if let last = runs.indices.last, runs[last][1] == difference.frame - 1 {
                    runs[last][1] = difference.frame
                } else {
                    runs.append([difference.frame, difference.frame])
                }
            }
            width = comparison.widthPixels
            height = comparison.heightPixels
            self.isPart = isPart
            self.worst = worst.map(Frame.init)
            picture = nil
        }
    }

    struct Frame: Encodable, Sendable {
        let frame: Int
        let differingPixels: Int
        /// Of any premultiplied channel, 1 to 255.
        let largestDifference: Int
        let ssim: Double
        /// In decibels.
        let psnr: Double
        /// Around all pixels that differ: x, y, width, height.
        let box: [Int]

        init(_ difference: FrameComparison.Difference) {
            frame = difference.frame
            differingPixels = difference.differingPixels
            largestDifference = difference.largestDifference
            ssim = difference.similarity
            psnr = difference.peakSignalToNoise
            box = difference.box.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
        }
    }
}
