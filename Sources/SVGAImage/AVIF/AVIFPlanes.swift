/// The planes of a picture for AV1.
package struct AVIFPlanes: Sendable {
    /// The three color planes, then the alpha plane; each has one sample per pixel.
    let samples: [UInt8]
    /// The number of samples of a plane.
    let count: Int
    package let isOpaque: Bool

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha.
    ///   - isExact: whether the color planes are green, blue and red; else luma and chroma by BT.601 in full range.
    package init(_ pixels: UnsafeRawBufferPointer, isExact: Bool) {
        let count = pixels.count / 4
        var allAlpha: UInt8 = 255
        samples = [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, initialized in
            guard let first = buffer.baseAddress else { return }
            let (second, third, alpha) = (first + count, first + 2 * count, first + 3 * count)
            for i in 0..<count {
                let (red, green, blue) = (Int32(pixels[4 * i]), Int32(pixels[4 * i + 1]), Int32(pixels[4 * i + 2]))
                if isExact {
                    first[i] = UInt8(truncatingIfNeeded: green)
                    second[i] = UInt8(truncatingIfNeeded: blue)
                    third[i] = UInt8(truncatingIfNeeded: red)
                } else {
                    // In 2⁻¹⁶. Slightly less than half is added to chroma, so that its maximum is 255.
                    let middle: Int32 = 128 << 16 + 0x7FFF
                    first[i] = UInt8(truncatingIfNeeded: (19595 &* red &+ 38470 &* green &+ 7471 &* blue &+ 0x8000) >> 16)
                    second[i] = UInt8(truncatingIfNeeded: (32768 &* blue &- 11059 &* red &- 21709 &* green &+ middle) >> 16)
                    third[i] = UInt8(truncatingIfNeeded: (32768 &* red &- 27439 &* green &- 5329 &* blue &+ middle) >> 16)
                }
                alpha[i] = pixels[4 * i + 3]
                allAlpha &= alpha[i]
            }
            initialized = 4 * count
        }
        self.count = count
        isOpaque = allAlpha == 255
    }

    /// Black planes with this number of pixels.
    package init(opaquePixels count: Int) {
        samples = [UInt8](repeating: 0, count: 3 * count) + [UInt8](repeating: 255, count: count)
        self.count = count
        isOpaque = true
    }
}
