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

    /// What is seen at so many frames a second, each frame as often as it lasts.
    package func shown(framesPerSecond: Double) -> [[UInt8]] {
        var shown: [[UInt8]] = []
        var end = 0.0
        for frame in frames {
            end += frame.seconds
            while Double(shown.count) + 0.5 < end * framesPerSecond { shown.append(frame.pixels) }
        }
        return shown
    }
}
