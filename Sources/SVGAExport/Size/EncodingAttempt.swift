package import SVGAModel

/// The settings of an attempt, which reduce the size of the output.
package struct EncodingAttempt: Hashable, Sendable {
    /// The quality, 0 to 100; nil: the format's default.
    package var quality: Int?
    /// The scale relative to the requested size, above 0 and at most 1.
    package var scale = 1.0
    /// The frame rate; nil: the requested one.
    package var frameRate: FrameRate?
    /// The dithering of a GIF's colors, 0 to 1; nil: the requested one.
    package var dither: Double?

    package init(quality: Int? = nil, scale: Double = 1, frameRate: FrameRate? = nil, dither: Double? = nil) {
        self.quality = quality
        self.scale = scale
        self.frameRate = frameRate
        self.dither = dither
    }
}

/// The result of an attempt.
package struct AttemptResult: Hashable, Sendable {
    /// The size of the output; an estimate if it is not complete.
    package var bytes: Int
    /// The similarity to the output without reductions, from 0 to 1; nil if it is unknown.
    package var similarity: Double?
    /// False if the export ended early, because its output exceeded the limit.
    package var isComplete = true

    package init(bytes: Int, similarity: Double? = nil, isComplete: Bool = true) {
        self.bytes = bytes
        self.similarity = similarity
        self.isComplete = isComplete
    }
}
