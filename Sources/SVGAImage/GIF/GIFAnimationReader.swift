import CGif
package import SVGAModel
import SVGAPixels
import SVGASupport

/// The pictures of a GIF, decoded by giflib.
package final class GIFAnimationReader: AnimationReader {
    /// giflib reads this memory until it is closed.
    private let file: UnsafeMutableBufferPointer<UInt8>
    private let input: GIFInput
    private let canvas: PixelRect
    private let limits: ReadLimits
    private var composed: [UInt32]
    /// The disposal of the last picture, applied before the next one is drawn.
    private var disposal: (area: PixelRect, kind: Disposal) = (.zero, .keep)

    private enum Disposal {
        case keep, clear
        /// Restores the previous pixels.
        case restore([UInt32])
    }

    /// - Throws: ``SVGAError/Kind/limit`` above ``ReadLimits/imagePixels``, and errors of the file.
    package init(_ bytes: [UInt8], limits: ReadLimits = .default) throws(SVGAError) {
        let size = try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in try GIFReader.size(bytes) }
        let allowance = PixelAllowance(format: .gif, limits: limits, subject: "the animation")
        try allowance.check(size)
        let file = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = file.initialize(from: bytes)
        do throws(SVGAError) {
            input = try GIFInput(UnsafeBufferPointer(file))
        } catch {
            file.deallocate()
            throw error
        }
        self.file = file
        self.limits = limits
        canvas = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        composed = [UInt32](repeating: 0, count: canvas.pixels)
    }

    deinit { file.deallocate() }

    package func next() throws(SVGAError) -> ComposedPicture? {
        guard let control = try input.nextImage() else { return nil }
        dispose()
        let image = input.handle.pointee.Image
        let (left, top, width, height) = (Int(image.Left), Int(image.Top), Int(image.Width), Int(image.Height))
        let area = PixelRect(x: left, y: top, width: width, height: height).intersection(canvas)
        switch control.disposal {
        // A picture outside of the canvas leaves nothing to clear.
        case DISPOSE_BACKGROUND: disposal = (area, area.isEmpty ? .keep : .clear)
        case DISPOSE_PREVIOUS: disposal = (area, .restore(composed))
        default: disposal = (area, .keep)
        }
        // Decoding takes time for the entire picture, including the part outside of the canvas.
        try PixelAllowance(format: .gif, limits: limits, subject: "an image").check((width, height))
        let palette = try input.palette(control)
        var line = [UInt8](repeating: 0, count: width)
        for row in GIFInput.rows(of: image) {
            guard DGifGetLine(input.handle, &line, Int32(width)) == GIF_OK else { throw input.error() }
            let y = top + row
            guard y < canvas.height else { continue }
            for x in 0..<max(0, min(width, canvas.width - left)) where palette[Int(line[x])] != 0 {
                composed[y * canvas.width + left + x] = palette[Int(line[x])]
            }
        }
        var pixmap = Pixmap(width: canvas.width, height: canvas.height)
        pixmap.pixels.withUnsafeMutableBytes { target in
            composed.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        return ComposedPicture(pixmap: pixmap, seconds: Double(control.delayHundredths) / 100)
    }

    private func dispose() {
        switch disposal.kind {
        case .keep: break
        case .clear:
            for y in disposal.area.minY..<disposal.area.maxY {
                for x in disposal.area.minX..<disposal.area.maxX { composed[y * canvas.width + x] = 0 }
            }
        case .restore(let before): composed = before
        }
    }
}
