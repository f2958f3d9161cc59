import CBenchLimit
import SVGAPlatform

/// Measures how fast plain blending is, by the size of the memory that it reads and writes. No painting of bitmaps of that size can be faster,
/// unless it leaves out pixels.
enum RoofBench {
    struct Roof: Codable {
        /// The bytes of the source and the target together.
        let bytes: Int
        /// Millions of blended pixels per second.
        let megapixelsPerSecond: Double
    }

    /// The bytes that are measured: from half of the first cache of a core to far more than the last one.
    private static let sizes = (14...26).map { 1 << $0 }
    /// The pixels of one measurement.
    private static let pixels = 1 << 25
    private static let rounds = 5

    static func measure() -> [Roof] { sizes.map(measure) }

    private static func measure(_ bytes: Int) -> Roof {
        let count = bytes / 8
        var target = [UInt32](repeating: 0xFF80_8080, count: count)
        // Premultiplied pixels of every alpha.
        let source = (0..<UInt32(count)).map { ($0 & 255) &* 0x0101_0101 }
        let times = max(1, pixels / count)
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = Clock.seconds(CLOCK_THREAD_CPUTIME_ID)
            target.withUnsafeMutableBufferPointer { target in
                source.withUnsafeBufferPointer { source in
                    for _ in 0..<times { svga_blend_straight(target.baseAddress, source.baseAddress, count, 200) }
                }
            }
            best = min(best, Clock.seconds(CLOCK_THREAD_CPUTIME_ID) - start)
        }
        return Roof(bytes: bytes, megapixelsPerSecond: Double(times * count) / best / 1e6)
    }
}
