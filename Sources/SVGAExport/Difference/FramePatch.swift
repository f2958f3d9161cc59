import SVGAImage
package import SVGAPixels

/// What a file has to hold of a frame, given the one before it: a part of the canvas, and how it comes onto it.
package struct FramePatch: Sendable {
    /// At least one pixel.
    package let area: PixelRect
    /// Of the area: 8-bit RGBA with straight alpha, rows from the top without padding.
    package let pixels: [UInt8]
    /// Whether transparent pixels leave what was there. All others are opaque then. If not, the patch replaces everything in its area.
    package let isLaidOver: Bool
    /// Whether the frame is as the one before it. The patch then is a transparent pixel that is laid over it.
    package var isUnchanged: Bool { isLaidOver && area.pixels == 1 && pixels[3] == 0 }

    static let unchanged = FramePatch(area: PixelRect(x: 0, y: 0, width: 1, height: 1), pixels: [0, 0, 0, 0], isLaidOver: true)

    /// Runs of pixels that did not change are left out from this length on, in pixels: shorter ones are cheaper to repeat than to leave out.
    private static let shortestRun = 8

    package init(area: PixelRect, pixels: [UInt8], isLaidOver: Bool) {
        self.area = area
        self.pixels = pixels
        self.isLaidOver = isLaidOver
    }

    /// - Parameters:
    ///   - width: of the whole frame, in pixels.
    ///   - height: of the whole frame, in pixels.
    ///   - isWhole: the patch is the whole frame, whatever changed.
    ///   - startsEven: for formats that place patches at even numbers only.
    ///   - leavesOut: whether what did not change may be left out of the patch.
    package init(
        _ picture: FramePicture, width: Int, height: Int, isWhole: Bool = false, startsEven: Bool = false, leavesOut: Bool = true
    ) {
        var area = PixelRect(x: 0, y: 0, width: width, height: height)
        if !isWhole {
            area = PixelDifference.changedArea(
                of: picture.pixels, from: picture.previous, width: width, height: height,
                within: picture.changedBox(width: width, height: height))
        }
        guard !area.isEmpty else {
            self = .unchanged
            return
        }
        if startsEven { area = area.fromEvenOrigin }
        if leavesOut, !isWhole, let previous = picture.previous,
            let pixels = FramePatch.changes(in: area, of: picture.pixels, from: previous, width: width)
        {
            self.init(area: area, pixels: pixels, isLaidOver: true)
        } else {
            self.init(area: area, pixels: FramePatch.copy(area, of: picture.pixels, width: width), isLaidOver: false)
        }
    }

    /// The patch as a WebP file.
    func webP(_ encoder: WebPEncoder, frame: Int) throws(ExportError) -> [UInt8] {
        try encoding(frame: frame) { () throws(ImageError) in
            try pixels.withUnsafeBufferPointer { (pixels) throws(ImageError) in
                try encoder.encode(UnsafeRawBufferPointer(pixels), width: area.width, height: area.height)
            }
        }
    }

    private static func copy(_ area: PixelRect, of frame: UnsafeRawBufferPointer, width: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 4 * area.pixels) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            for row in 0..<area.height {
                let start = 4 * ((area.y + row) * width + area.x)
                UnsafeMutableRawBufferPointer(rebasing: target[4 * area.width * row..<4 * area.width * (row + 1)])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: frame[start..<start + 4 * area.width]))
            }
            count = 4 * area.pixels
        }
    }

    /// The area with what did not change left out; nil where that is not exact or not worth it.
    ///
    /// It is exact if every pixel that changed is opaque now: only those replace what is below them.
    private static func changes(
        in area: PixelRect, of frame: UnsafeRawBufferPointer, from previous: UnsafeRawBufferPointer, width: Int
    ) -> [UInt8]? {
        guard let frame = frame.baseAddress, let previous = previous.baseAddress else { return nil }
        let opaque = UInt32(littleEndian: 0xFF00_0000)
        var left = 0
        var isExact = true
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * area.pixels) { buffer, count in
            guard let target = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
            for row in 0..<area.height {
                let start = 4 * ((area.y + row) * width + area.x)
                let (new, old) = (frame + start, previous + start)
                let out = target + 4 * area.width * row
                var x = 0
                while x < area.width {
                    // A run of pixels that changed, then one of those that did not.
                    while x < area.width {
                        let pixel = new.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
                        if pixel == old.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self) { break }
                        guard pixel & opaque == opaque else {
                            isExact = false
                            return
                        }
                        out.storeBytes(of: pixel, toByteOffset: 4 * x, as: UInt32.self)
                        x += 1
                    }
                    let run = x
                    var isOpaque = opaque
                    while x < area.width {
                        let pixel = new.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
                        if pixel != old.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self) { break }
                        isOpaque &= pixel
                        x += 1
                    }
                    // What is not opaque would show twice if it were laid over itself.
                    if x - run < shortestRun, isOpaque == opaque {
                        (out + 4 * run).copyMemory(from: new + 4 * run, byteCount: 4 * (x - run))
                    } else {
                        (out + 4 * run).initializeMemory(as: UInt8.self, repeating: 0, count: 4 * (x - run))
                        left += x - run
                    }
                }
            }
            count = 4 * area.pixels
        }
        // Leaving out less than an eighth of the area is not worth a patch with alpha.
        return isExact && 8 * left >= area.pixels ? pixels : nil
    }
}
