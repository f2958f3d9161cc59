import SVGAImage
import SVGAModel
package import SVGAPixels

/// The part of a frame that a file stores, relative to the previous frame: an area of the canvas and how it is drawn.
package struct FramePatch: Sendable {
    /// The area, at least one pixel.
    package let area: PixelRect
    /// The pixels of the area: 8-bit RGBA with straight alpha, rows from the top without padding.
    package let pixels: [UInt8]
    /// Whether transparent pixels keep the canvas; all other pixels are then opaque. Otherwise the patch replaces its whole area.
    package let isLaidOver: Bool
    /// Whether the frame equals the previous one. The patch is then one transparent pixel drawn over the canvas.
    package var isUnchanged: Bool { isLaidOver && area.pixels == 1 && pixels[3] == 0 }

    static let unchanged = FramePatch(area: PixelRect(x: 0, y: 0, width: 1, height: 1), pixels: [0, 0, 0, 0], isLaidOver: true)

    /// The minimum length of a run of unchanged pixels that is left out, in pixels. Repeating a shorter run is cheaper.
    private static let shortestRun = 8

    package init(area: PixelRect, pixels: [UInt8], isLaidOver: Bool) {
        self.area = area
        self.pixels = pixels
        self.isLaidOver = isLaidOver
    }

    /// - Parameters:
    ///   - width: the width of the whole frame, in pixels.
    ///   - height: the height of the whole frame, in pixels.
    ///   - isWhole: whether the patch covers the whole frame, regardless of the changes.
    ///   - startsEven: whether the patch must start at even coordinates, as some formats require.
    ///   - leavesOut: whether unchanged pixels may be transparent in the patch.
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
    func webP(_ encoder: WebPEncoder, frame: Int) throws(SVGAError) -> [UInt8] {
        try encoding(frame: frame) { () throws(SVGAError) in
            try pixels.withUnsafeBufferPointer { (pixels) throws(SVGAError) in
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

    /// The area with transparent unchanged pixels; nil if that is not exact or not worthwhile.
    ///
    /// The result is exact if every changed pixel is opaque: only opaque pixels replace what is below them.
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
                    // A run of changed pixels, then a run of unchanged ones.
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
                    // A translucent pixel must not be drawn over itself.
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
        // A patch with alpha is worthwhile only if at least an eighth of the area is left out.
        return isExact && 8 * left >= area.pixels ? pixels : nil
    }
}
