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

    /// The pictures that are shown in the middle of as many equally long parts of the animation's time.
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

    /// What is seen at so many frames a second, each frame as often as it lasts.
    package func shown(framesPerSecond: Double) -> [[UInt8]] { shown(Int((seconds * framesPerSecond).rounded())) }
}
