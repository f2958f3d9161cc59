import CImageQuant
import Glibc
import SVGAModel

/// Gives up colours and pixels of one image.
struct LossyImage {
    let options: OptimizeOptions
    let shown: ShownSizes
    let scale: Double

    /// How far below ``OptimizeOptions/quality`` a palette may fall before the image keeps its colours.
    private static let slack: Int32 = 20
    /// Of libimagequant, 1 (best) to 10.
    private static let speed: Int32 = 3

    /// nil where nothing would be gained.
    func version(of exact: ImageVersion, key: String) -> ImageVersion? {
        guard case .pixels(let picture) = exact.picture else { return nil }
        let size = size(of: picture, key: key)
        let isShrunk = size != (picture.width, picture.height)
        var changed = isShrunk ? picture.shrunk(width: size.width, height: size.height) : picture
        var isQuantized = false
        if let quality = options.quality, let palette = LossyImage.quantized(changed, quality: Int32(min(100, max(1, quality)))) {
            isQuantized = true
            changed = palette
        }
        guard isShrunk || isQuantized, let bytes = ImageCompression(options: options).file(changed),
            bytes.count < exact.bytes.count
        else { return nil }
        return ImageVersion(
            picture: .pixels(changed), bytes: bytes, action: isShrunk ? .shrunk : .palette,
            error: isShrunk ? .infinity : picture.squaredError(changed))
    }

    /// With both sides shrunk alike.
    private func size(of picture: PNGPicture, key: String) -> (width: Int, height: Int) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        var factor = scale
        if let side = options.maximumSide { factor = min(factor, scale * Double(side) / max(width, height)) }
        if let density = options.density, let shown = shown[key] {
            factor = min(factor, scale * max(shown.width * density / width, shown.height * density / height))
        }
        guard factor < 1 else { return (picture.width, picture.height) }
        // Not below what was asked for.
        return (max(1, Int((width * factor).rounded(.up))), max(1, Int((height * factor).rounded(.up))))
    }

    /// nil where 256 colours are not enough for the quality, or libimagequant fails.
    private static func quantized(_ picture: PNGPicture, quality: Int32) -> PNGPicture? {
        guard let attributes = liq_attr_create() else { return nil }
        defer { liq_attr_destroy(attributes) }
        guard liq_set_quality(attributes, max(0, quality - slack), quality) == LIQ_OK, liq_set_speed(attributes, speed) == LIQ_OK else {
            return nil
        }
        var indices = [UInt8](repeating: 0, count: picture.pixels.count)
        let palette = picture.pixels.withUnsafeBytes { pixels -> [UInt32]? in
            guard let base = pixels.baseAddress,
                let image = liq_image_create_rgba(attributes, base, Int32(picture.width), Int32(picture.height), 0)
            else { return nil }
            defer { liq_image_destroy(image) }
            var result: OpaquePointer?
            guard liq_image_quantize(image, attributes, &result) == LIQ_OK, let result else { return nil }
            defer { liq_result_destroy(result) }
            let isDrawn = indices.withUnsafeMutableBytes { indices in
                guard let target = indices.baseAddress, liq_set_dithering_level(result, 1) == LIQ_OK else { return false }
                return liq_write_remapped_image(result, image, target, indices.count) == LIQ_OK
            }
            guard isDrawn, let found = liq_get_palette(result) else { return nil }
            return withUnsafeBytes(of: found.pointee.entries) { bytes in
                bytes.bindMemory(to: liq_color.self).prefix(Int(found.pointee.count)).map { color in
                    color.a == 0 ? 0 : UInt32(color.r) | UInt32(color.g) << 8 | UInt32(color.b) << 16 | UInt32(color.a) << 24
                }
            }
        }
        guard let palette, !palette.isEmpty else { return nil }
        return PNGPicture(
            width: picture.width, height: picture.height, pixels: indices.map { palette[min(Int($0), palette.count - 1)] },
            carried: picture.carried)
    }
}

extension PNGPicture {
    /// How far the visible colours are from those of a picture of the same size.
    fileprivate func squaredError(_ other: PNGPicture) -> Double {
        var sum = 0.0
        for (left, right) in zip(pixels, other.pixels) where left != right {
            let (a, b) = (Int(left >> 24), Int(right >> 24))
            var pixel = (a - b) * (a - b)
            for shift in [0, 8, 16] as [UInt32] {
                let difference = (Int(left >> shift & 0xFF) * a - Int(right >> shift & 0xFF) * b) / 255
                pixel += difference * difference
            }
            sum += Double(pixel)
        }
        return sum
    }

    /// Each new pixel is the average of what it covers, with premultiplied alpha.
    func shrunk(width newWidth: Int, height newHeight: Int) -> PNGPicture {
        let columns = PNGPicture.coverage(from: width, to: newWidth)
        let rows = PNGPicture.coverage(from: height, to: newHeight)
        var result = [UInt32](repeating: 0, count: newWidth * newHeight)
        // One row of the picture shrunk in width, and the sums of a new row.
        var line = [SIMD4<Float>](repeating: .zero, count: newWidth)
        var sums = line
        for newY in 0..<newHeight {
            for x in 0..<newWidth { sums[x] = .zero }
            for (y, weight) in rows[newY] {
                shrinkRow(y, columns, into: &line)
                for x in 0..<newWidth { sums[x] += weight * line[x] }
            }
            for x in 0..<newWidth { result[newY * newWidth + x] = PNGPicture.straight(sums[x]) }
        }
        return PNGPicture(width: newWidth, height: newHeight, pixels: result, carried: carried)
    }

    private func shrinkRow(_ y: Int, _ columns: [[(index: Int, weight: Float)]], into line: inout [SIMD4<Float>]) {
        for newX in 0..<columns.count {
            var sum = SIMD4<Float>.zero
            for (x, weight) in columns[newX] {
                let pixel = pixels[y * width + x]
                if pixel == 0 { continue }
                let alpha = Float(pixel >> 24)
                let color = SIMD4<Float>(Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF), 255)
                sum += weight * alpha / 255 * color
            }
            line[newX] = sum
        }
    }

    /// Which old places each new one covers, and how much of it each makes.
    private static func coverage(from count: Int, to newCount: Int) -> [[(index: Int, weight: Float)]] {
        let step = Double(count) / Double(newCount)
        return (0..<newCount).map { place in
            let (start, end) = (Double(place) * step, min(Double(count), Double(place + 1) * step))
            return (Int(start)..<min(count, Int(end.rounded(.up)))).map { index in
                (index, Float((min(end, Double(index + 1)) - max(start, Double(index))) / step))
            }
        }
    }

    private static func straight(_ premultiplied: SIMD4<Float>) -> UInt32 {
        let alpha = premultiplied.w.rounded()
        guard alpha >= 1 else { return 0 }
        func channel(_ value: Float) -> UInt32 { UInt32(min(255, max(0, (value * 255 / premultiplied.w).rounded()))) }
        return channel(premultiplied.x) | channel(premultiplied.y) << 8 | channel(premultiplied.z) << 16 | UInt32(min(255, alpha)) << 24
    }
}
