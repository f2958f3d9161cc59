/// A picture of an animation as a reader shows it.
package struct AnimationFrame: Hashable, Sendable {
    /// 8-bit RGBA with straight alpha, rows from the top; of the whole canvas.
    package var pixels: [UInt8]
    package var seconds: Double
}

/// What a reader found in an animation.
package struct DecodedAnimation: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// 0 is forever.
    package var loops: Int
    package var frames: [AnimationFrame]

    package var seconds: Double { frames.reduce(0) { $0 + $1.seconds } }
}
