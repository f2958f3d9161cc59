package import SVGAModel

/// What an output gives up to be smaller.
package struct EncodingAttempt: Hashable, Sendable {
    /// 0 to 100; nil is what the format does by itself.
    package var quality: Int?
    /// Of the size it would have, above 0 and at most 1.
    package var scale = 1.0
    /// Frames a second; nil: as many as it would have.
    package var frameRate: FrameRate?
    /// Of a GIF's colors, 0 to 1; nil is what was asked for.
    package var dither: Double?

    package init(quality: Int? = nil, scale: Double = 1, frameRate: FrameRate? = nil, dither: Double? = nil) {
        self.quality = quality
        self.scale = scale
        self.frameRate = frameRate
        self.dither = dither
    }
}

/// What an attempt at a size came to.
package struct AttemptResult: Hashable, Sendable {
    package var bytes: Int
    /// To the output with nothing reduced, from 0 to 1; nil: not known.
    package var similarity: Double?

    package init(bytes: Int, similarity: Double? = nil) {
        self.bytes = bytes
        self.similarity = similarity
    }
}
