import CCairo
import SVGAModel
import SVGAPixels

/// The caller's pixels, on which a frame is painted, with their Cairo surface.
struct PaintedWords {
    let words: UnsafeMutableBufferPointer<UInt32>
    let surface: OpaquePointer
    let width: Int

    /// Makes all pixels transparent, in less time than Cairo needs.
    func clear() {
        write { words.baseAddress?.clear(words.count) }
    }

    /// Replaces all pixels.
    func copy(from base: PaintedBase) {
        write { base.copy(to: words, width: width) }
    }

    private func write(_ body: () -> Void) {
        cairo_surface_flush(surface)
        body()
        cairo_surface_mark_dirty(surface)
    }
}

/// The lowest layers of a frame, as pixels. Many animations move only what is above them. The next frames begin with a copy, which has the same
/// pixels as painting these layers again.
struct PaintedBase {
    /// Larger frames have no base.
    private static let maximumPixels = 4 << 20
    /// The work per pixel of the frame from which on a copy saves time.
    private static let minimumWork = 2

    let layers: ArraySlice<LayerState>
    /// The work of painting them.
    let spent: Int
    let memory = WordMemory()
    private let drawn: DrawnBox
    private let frame: FrameStatePainter.Shown

    /// - Parameter count: the number of painted layers.
    init(_ frame: FrameStatePainter.Shown, count: Int, spent: Int, _ pixels: PaintedWords) {
        layers = frame.frameState.layers[..<count]
        (self.frame, self.spent) = (frame, spent)
        cairo_surface_flush(pixels.surface)
        guard let base = pixels.words.baseAddress else { preconditionFailure("a frame has pixels") }
        let rows = PixelRows(base: base, wordsPerRow: pixels.width)
        drawn = DrawnBox(rows, width: pixels.width, height: pixels.words.count / pixels.width)
        let box = drawn.box
        guard let kept = memory.cleared(box.pixels).baseAddress else { return }
        for y in 0..<box.height { (kept + y * box.width).update(from: rows.row(box.minY + y) + box.minX, count: box.width) }
    }

    /// Copies the pixels of these layers.
    func copy(to words: UnsafeMutableBufferPointer<UInt32>, width: Int) {
        guard let base = memory.words.baseAddress else { return }
        drawn.copy(PixelRows(base: base, wordsPerRow: drawn.box.width), x: 0, y: 0, to: words, width: width)
    }

    /// - Parameter work: that of the layers that a base would have in addition.
    static func isWorthwhile(_ work: Int, _ pixels: PaintedWords) -> Bool {
        pixels.words.count <= maximumPixels && work > minimumWork * pixels.words.count
    }

    /// Whether a frame begins with these layers.
    func isPart(of other: FrameStatePainter.Shown) -> Bool {
        frame.isLike(other) && other.frameState.layers.starts(with: layers)
    }
}

extension FrameStatePainter.Shown {
    /// Whether both frames differ in their layers only.
    fileprivate func isLike(_ other: FrameStatePainter.Shown) -> Bool {
        transform == other.transform && background == other.background && clip == other.clip
    }

    /// The number of layers from the lowest one that are equal in another frame.
    /// - Parameter first: the number of layers that are not compared.
    func unchangedLayers(since other: FrameStatePainter.Shown, from first: Int) -> Int {
        let (layers, others) = (frameState.layers, other.frameState.layers)
        guard isLike(other) else { return 0 }
        var count = first
        while count < min(layers.count, others.count), layers[count] == others[count] { count += 1 }
        return count
    }
}
