import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Pixel memory of the output's size, owned by this object.
final class Canvas {
    let width: Int
    let height: Int
    /// Each row begins at a cache line.
    let rows: PixelRows
    private let memory: UnsafeMutableRawPointer

    /// A transparent canvas.
    init(width: Int, height: Int) throws(SVGAError) {
        let line = 64
        let wordsPerRow = (4 * width + line - 1) / line * (line / 4)
        // The system returns large memory zeroed, and assigns pages only when they are written.
        guard let memory = calloc(4 * wordsPerRow * height + line, 1) else {
            throw .drawing(reason: "out of memory for a canvas of \(width) × \(height)")
        }
        self.memory = memory
        self.width = width
        self.height = height
        let base = memory.alignedUp(toMultipleOf: line).bindMemory(to: UInt32.self, capacity: wordsPerRow * height)
        rows = PixelRows(base: base, wordsPerRow: wordsPerRow)
    }

    deinit { free(memory) }

    /// Reads the pixels: the bytes, and the number of bytes per row.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytesPerRow = 4 * rows.wordsPerRow
        return try body(UnsafeRawBufferPointer(start: rows.base, count: bytesPerRow * height), bytesPerRow)
    }
}

// All parts are within the memory.
extension PixelRows {
    /// Sets every pixel of a part.
    func fill(_ part: PixelRect, with word: UInt32) {
        if part.isEmpty { return }
        if word == 0 {
            // The C library clears memory faster than a loop.
            for y in part.minY..<part.maxY {
                UnsafeMutableRawPointer(row(y) + part.minX).initializeMemory(as: UInt8.self, repeating: 0, count: 4 * part.width)
            }
        } else {
            for y in part.minY..<part.maxY { (row(y) + part.minX).update(repeating: word, count: part.width) }
        }
    }

    /// Draws a part of other rows over the same part of these, multiplied by an alpha of 0…255.
    func lay(_ other: PixelRows, _ part: PixelRect, alpha: UInt32) {
        for y in part.minY..<part.maxY { RowBlending.over(row(y) + part.minX, other.row(y) + part.minX, count: part.width, alpha: alpha) }
    }

    /// Multiplies a part by the alpha of the same part of other rows.
    func mask(by other: PixelRows, _ part: PixelRect) {
        for y in part.minY..<part.maxY { RowBlending.mask(row(y) + part.minX, by: other.row(y) + part.minX, count: part.width) }
    }

    /// Blends a part with a color by the alpha of other rows: 255 leaves the pixel, 0 sets the color.
    func keep(inside other: PixelRows, _ part: PixelRect, orElse word: UInt32) {
        for y in part.minY..<part.maxY {
            let (out, inside) = (row(y), other.row(y))
            for x in part.minX..<part.maxX where inside[x] < 0xFF00_0000 {
                let alpha = inside[x] >> 24
                // Both products are rounded, but their sum is never above 255.
                out[x] = RowBlending.Scalar.product(out[x], alpha) &+ RowBlending.Scalar.product(word, 255 &- alpha)
            }
        }
    }
}

/// The output, and a canvas for each level of nested groups, made when first needed.
final class CanvasStack {
    private let pool: CanvasPool
    private let meter: WorkMeter
    private var canvases: [Canvas]
    private var depth = 0

    init(_ pool: CanvasPool, _ meter: WorkMeter, width: Int, height: Int) throws(SVGAError) {
        self.pool = pool
        self.meter = meter
        canvases = [try pool.take(width: width, height: height)]
    }

    deinit { pool.give(canvases) }

    var output: Canvas { canvases[0] }

    /// The current target: the innermost open group, or the output.
    var top: PixelRows { canvases[depth].rows }

    /// Closes all groups that a failed frame left open.
    func leaveGroups() { depth = 0 }

    /// Begins a group: the following drawing goes to a separate canvas, within this part of the output.
    /// - Throws: ``SVGAError/Kind/limit`` over the work limit, ``SVGAError/Kind/encoding`` if memory cannot be allocated.
    func beginGroup(_ part: PixelRect) throws(SVGAError) {
        // The group is cleared, masked, and drawn over the layer below, which is also read.
        meter.spend(WorkMeter.Cost.piece + 4 * part.pixels * WorkMeter.Cost.pixel)
        try meter.check()
        if depth + 1 == canvases.count { canvases.append(try pool.take(width: output.width, height: output.height)) }
        depth += 1
        top.fill(part, with: 0)
    }

    /// Ends the innermost group and draws it over the layer below.
    /// - Parameter alpha: 0…1.
    func endGroup(_ part: PixelRect, alpha: Double = 1) {
        depth -= 1
        top.lay(canvases[depth + 1].rows, part, alpha: SVGAColor.byte(alpha))
    }

    /// Ends the innermost group, masks it by the group below, which is a matte, and draws the result over the layer below the matte.
    func endMasked(_ part: PixelRect) {
        depth -= 1
        let (below, matte, masked) = (canvases[depth - 1].rows, canvases[depth].rows, canvases[depth + 1].rows)
        masked.mask(by: matte, part)
        below.lay(masked, part, alpha: 255)
    }

    /// Ends the innermost group, which covers the area of a mask; outside of it the mask below becomes opaque.
    func endClipOfMask(_ part: PixelRect) {
        depth -= 1
        top.keep(inside: canvases[depth + 1].rows, part, orElse: .max)
    }

    /// Ends the innermost group, and masks a part of the layer below by it.
    func endMaskOfBelow(_ part: PixelRect) {
        depth -= 1
        top.mask(by: canvases[depth + 1].rows, part)
    }

    /// Ends the innermost group, which was a matte.
    func endMatte() { depth -= 1 }

    /// Ends the innermost group. The layer below stays where the group is opaque, and becomes a color elsewhere.
    func endOutline(_ part: PixelRect, outside word: UInt32) {
        depth -= 1
        top.keep(inside: canvases[depth + 1].rows, part, orElse: word)
    }
}
