import SVGAPixels
import SVGASupport

/// The conversion of premultiplied words between sRGB and linear light, as SVG filters have them by default. Both have 8 bits per channel,
/// as in browsers.
struct LinearLight: Sendable {
    static let shared = LinearLight()
    private static let steps = 4095

    /// The converted byte of a color by its alpha and the premultiplied byte: 256 for each alpha.
    private let linear: [UInt8]
    private let encoded: [UInt8]

    private init() {
        linear = LinearLight.table(SRGBTransfer.decode)
        encoded = LinearLight.table(SRGBTransfer.encode)
    }

    /// Opaque pixels are converted exactly, translucent ones by their color without alpha in units of 1/4095.
    private static func table(_ function: (Double) -> Double) -> [UInt8] {
        let translucent = (0...steps).map { Float(function(Double($0) / Double(steps))) }
        var table = [UInt8](repeating: 0, count: 256)
        table.reserveCapacity(256 * 256)
        for alpha in 1..<255 {
            let weight = Float(alpha)
            let scale = Float(steps) / weight
            for byte in 0..<256 {
                let step = Int(saturating: Float(byte) * scale + 0.5)
                table.append(UInt8(saturating: translucent[min(step, steps)] * weight + 0.5))
            }
        }
        return table + bytes(function)
    }

    /// A function of 0…1 as a table of bytes.
    private static func bytes(_ function: (Double) -> Double) -> [UInt8] {
        (0...255).map { byte in UInt8(clamping: Int(saturating: (function(Double(byte) / 255) * 255).rounded())) }
    }

    func toLinear(_ words: UnsafeMutableBufferPointer<UInt32>) { LinearLight.convert(words, linear) }

    func toSRGB(_ words: UnsafeMutableBufferPointer<UInt32>) { LinearLight.convert(words, encoded) }

    func toLinear(_ word: UInt32) -> UInt32 { linear.withUnsafeBufferPointer { LinearLight.convert(word, $0) } }

    func toSRGB(_ word: UInt32) -> UInt32 { encoded.withUnsafeBufferPointer { LinearLight.convert(word, $0) } }

    private static func convert(_ words: UnsafeMutableBufferPointer<UInt32>, _ table: [UInt8]) {
        table.withUnsafeBufferPointer { table in
            // Adjacent pixels are often equal.
            var last = (word: UInt32(0), result: UInt32(0))
            for index in words.indices {
                let word = words[index]
                if word != last.word { last = (word, convert(word, table)) }
                words[index] = last.result
            }
        }
    }

    @inline(__always)
    private static func convert(_ word: UInt32, _ table: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let alpha = word >> 24
        func part(_ shift: UInt32) -> UInt32 { UInt32(table[Int(alpha << 8 | word >> shift & 0xFF)]) << shift }
        return alpha << 24 | part(16) | part(8) | part(0)
    }
}
