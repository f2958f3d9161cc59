package import SVGAModel
package import SVGASupport

/// Writes frames as YUV4MPEG2: uncompressed video with a header, for pipes to other programs.
///
/// Colors are BT.601 in limited range (16–235, 16–240), which readers assume. The format has no widely read field for another color space.
package final class Y4MSink: FrameSink {
    /// The chroma subsampling.
    package enum Chroma: String, Hashable, Sendable, CaseIterable {
        /// One chroma sample per pixel: edges keep their colors.
        case full = "444"
        /// One chroma sample per 2 × 2 pixels, at their center: half the bytes. Some programs read only this.
        case quarter = "420"
    }

    private let layout: Y4MLayout
    private var file: SinkFile

    /// - Parameters:
    ///   - chroma: the chroma subsampling.
    ///   - alpha: whether to write `C444alpha` regardless of `chroma`: straight alpha as a fourth plane, which ffmpeg reads and many programs do
    ///     not.
    ///     Without it, a frame that is not opaque throws ``SVGAError/Kind/unsupported``.
    package init(to destination: OutputDestination, chroma: Chroma = .full, alpha: Bool = false) {
        file = SinkFile(destination)
        layout = alpha ? .fullWithAlpha : chroma == .full ? .full : .quarter
    }

    package var byteCount: Int { file.byteCount }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory { SinkMemory(pixels: width * height, encoding: 4, packet: 4) }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> Y4MFrameEncoder {
        try file.open()
        let rate = plan.frameRate
        let header =
            "YUV4MPEG2 W\(plan.widthPixels) H\(plan.heightPixels) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
            + "C\(layout.rawValue) XCOLORRANGE=LIMITED\n"
        try file.append(header)
        return Y4MFrameEncoder(layout: layout, width: plan.widthPixels, height: plan.heightPixels)
    }

    package func write(_ packet: [UInt8], at position: Int) throws(SVGAError) { try file.append(packet) }
    package func finish() {}
    package func commit() throws(SVGAError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// The plane layouts, by their name in the header.
enum Y4MLayout: String {
    case full = "444"
    case quarter = "420jpeg"
    case fullWithAlpha = "444alpha"
}

/// Converts frames to planes of luma and chroma.
///
/// Kr = 0.299 and Kb = 0.114 (BT.601), as multiples of 2⁻¹⁶, so that each sample is within 0.51 of the exact value.
package struct Y4MFrameEncoder: FrameEncoder {
    package static let encodesPixelsOnly = true
    private static let marker: [UInt8] = Array("FRAME\n".utf8)

    let layout: Y4MLayout
    let width: Int
    let height: Int

    package func encode(_ picture: FramePicture) throws(SVGAError) -> [UInt8] {
        guard layout == .fullWithAlpha || picture.isOpaque else {
            throw .alphaNotHeld(format: "Y4M", frame: picture.frame)
        }
        let count = width * height
        let chromaCount = layout == .quarter ? ((width + 1) / 2) * ((height + 1) / 2) : count
        let planes = (layout == .fullWithAlpha ? 2 : 1) * count + 2 * chromaCount
        let byteCount = Y4MFrameEncoder.marker.count + planes
        return [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, initialized in
            for (i, byte) in Y4MFrameEncoder.marker.enumerated() { bytes[i] = byte }
            let luma = UnsafeMutableBufferPointer(rebasing: bytes[Y4MFrameEncoder.marker.count..<byteCount])
            let blue = UnsafeMutableBufferPointer(rebasing: luma[count...])
            let red = UnsafeMutableBufferPointer(rebasing: blue[chromaCount...])
            if layout == .quarter {
                fillLuma(picture.pixels, luma)
                fillQuarterChroma(picture.pixels, blue, red)
            } else {
                fillFull(picture.pixels, luma, blue, red)
                if layout == .fullWithAlpha {
                    let alpha = red.baseAddress.map { $0 + chromaCount }
                    for i in 0..<count { alpha?[i] = picture.pixels[4 * i + 3] }
                }
            }
            initialized = byteCount
        }
    }

    private func fillFull(
        _ pixels: UnsafeRawBufferPointer, _ luma: UnsafeMutableBufferPointer<UInt8>, _ blue: UnsafeMutableBufferPointer<UInt8>,
        _ red: UnsafeMutableBufferPointer<UInt8>
    ) {
        for i in 0..<width * height {
            let color = ColorSum(pixels, 4 * i)
            luma[i] = color.luma
            blue[i] = color.blueness(of: 0)
            red[i] = color.redness(of: 0)
        }
    }

    private func fillLuma(_ pixels: UnsafeRawBufferPointer, _ luma: UnsafeMutableBufferPointer<UInt8>) {
        for i in 0..<width * height { luma[i] = ColorSum(pixels, 4 * i).luma }
    }

    /// If a side is odd, the last column or row is used twice.
    private func fillQuarterChroma(
        _ pixels: UnsafeRawBufferPointer, _ blue: UnsafeMutableBufferPointer<UInt8>, _ red: UnsafeMutableBufferPointer<UInt8>
    ) {
        var i = 0
        for y in stride(from: 0, to: height, by: 2) {
            let upper = 4 * y * width
            let lower = y + 1 < height ? upper + 4 * width : upper
            for x in stride(from: 0, to: width, by: 2) {
                let left = 4 * x
                let right = x + 1 < width ? left + 4 : left
                let sum =
                    ColorSum(pixels, upper + left) + ColorSum(pixels, upper + right) + ColorSum(pixels, lower + left)
                    + ColorSum(pixels, lower + right)
                blue[i] = sum.blueness(of: 2)
                red[i] = sum.redness(of: 2)
                i += 1
            }
        }
    }
}

/// The color of one pixel, or the sum of several.
private struct ColorSum {
    var red: Int32
    var green: Int32
    var blue: Int32

    @inline(__always) init(_ pixels: UnsafeRawBufferPointer, _ offset: Int) {
        red = Int32(pixels[offset])
        green = Int32(pixels[offset + 1])
        blue = Int32(pixels[offset + 2])
    }

    @inline(__always) static func + (left: ColorSum, right: ColorSum) -> ColorSum {
        var sum = left
        sum.red &+= right.red
        sum.green &+= right.green
        sum.blue &+= right.blue
        return sum
    }

    /// The luma of one pixel.
    @inline(__always) var luma: UInt8 {
        UInt8(truncatingIfNeeded: (16829 &* red &+ 33039 &* green &+ 6416 &* blue &+ (16 << 16 + 1 << 15)) >> 16)
    }

    /// - Parameter bits: the binary logarithm of the number of pixels in the sum.
    @inline(__always) func blueness(of bits: Int32) -> UInt8 {
        chroma(28784 &* blue &- 9714 &* red &- 19070 &* green, bits)
    }

    @inline(__always) func redness(of bits: Int32) -> UInt8 {
        chroma(28784 &* red &- 24103 &* green &- 4681 &* blue, bits)
    }

    @inline(__always) private func chroma(_ sum: Int32, _ bits: Int32) -> UInt8 {
        let shift = 16 &+ bits
        return UInt8(truncatingIfNeeded: (sum &+ (128 << shift) &+ (1 << (shift &- 1))) >> shift)
    }
}
