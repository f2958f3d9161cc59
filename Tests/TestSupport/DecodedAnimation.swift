/// A composed frame of a decoded animation.
package struct AnimationFrame: Hashable, Sendable {
    /// 8-bit RGBA with straight alpha, rows from the top; of the entire canvas.
    package var pixels: [UInt8]
    package var seconds: Double
}

/// A decoded animation.
package struct DecodedAnimation: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// 0: infinite.
    package var loops: Int
    package var frames: [AnimationFrame]

    package var seconds: Double { frames.reduce(0) { $0 + $1.seconds } }

    /// The visible pictures at the midpoints of equally long parts of the animation.
    package func shown(_ count: Int) -> [[UInt8]] {
        var (index, end) = (0, frames.first?.seconds ?? 0)
        return (0..<count).map { part in
            let time = seconds * (Double(part) + 0.5) / Double(count)
            while end < time, index + 1 < frames.count {
                index += 1
                end += frames[index].seconds
            }
            return frames[index].pixels
        }
    }

    /// The visible pictures at a frame rate; each frame is repeated for its duration.
    package func shown(framesPerSecond: Double) -> [[UInt8]] { shown(Int((seconds * framesPerSecond).rounded())) }
}
