import SVGAPixels
import SVGASupport

/// The conversion of premultiplied words between sRGB and linear light, as SVG filters have them by default. Both have 8 bits per channel,
/// as in browsers.
struct LinearLight: Sendable {
    static let shared = LinearLight()
    private static let steps = 4095

    /// For opaque pixels.
    private let linearBytes: [UInt8]
    private let encodedBytes: [UInt8]
    /// For translucent pixels, by their color without alpha in units of 1/4095.
    private let linear: [Float]
    private let encoded: [Float]

    private init() {
        linearBytes = LinearLight.bytes(SRGBTransfer.decode)
        encodedBytes = LinearLight.bytes(SRGBTransfer.encode)
        linear = (0...LinearLight.steps).map { Float(SRGBTransfer.decode(Double($0) / Double(LinearLight.steps))) }
        encoded = (0...LinearLight.steps).map { Float(SRGBTransfer.encode(Double($0) / Double(LinearLight.steps))) }
    }

    /// A function of 0…1 as a table of bytes.
    private static func bytes(_ function: (Double) -> Double) -> [UInt8] {
        (0...255).map { byte in UInt8(clamping: Int(saturating: (function(Double(byte) / 255) * 255).rounded())) }
    }

    func toLinear(_ words: UnsafeMutableBufferPointer<UInt32>) { LinearLight.convert(words, linearBytes, linear) }

    func toSRGB(_ words: UnsafeMutableBufferPointer<UInt32>) { LinearLight.convert(words, encodedBytes, encoded) }

    func toLinear(_ word: UInt32) -> UInt32 { LinearLight.convert(word, linearBytes, linear) }

    func toSRGB(_ word: UInt32) -> UInt32 { LinearLight.convert(word, encodedBytes, encoded) }

    private static func convert(_ words: UnsafeMutableBufferPointer<UInt32>, _ opaque: [UInt8], _ translucent: [Float]) {
        var (last, converted) = (UInt32(0), UInt32(0))
        for index in words.indices {
            let word = words[index]
            if word != last { (last, converted) = (word, convert(word, opaque, translucent)) }
            words[index] = converted
        }
    }

    @inline(__always)
    private static func convert(_ word: UInt32, _ opaque: [UInt8], _ translucent: [Float]) -> UInt32 {
        let alpha = word >> 24
        if alpha == 0 { return 0 }
        if alpha == 255 {
            let (red, green, blue) = (opaque[Int(word >> 16 & 0xFF)], opaque[Int(word >> 8 & 0xFF)], opaque[Int(word & 0xFF)])
            return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
        let weight = Float(alpha)
        let scale = Float(steps) / weight
        func part(_ shift: UInt32) -> UInt32 {
            let value = Float(word >> shift & 0xFF) * scale + 0.5
            return UInt32(translucent[min(Int(value), steps)] * weight + 0.5) << shift
        }
        return alpha << 24 | part(16) | part(8) | part(0)
    }
}
