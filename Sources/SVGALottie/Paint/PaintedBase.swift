import CCairo
import SVGAModel
import SVGAPixels

/// The caller's pixels, on which a frame is painted, with their Cairo surface.
struct PaintedWords {
    let words: UnsafeMutableBufferPointer<UInt32>
    let surface: OpaquePointer

    /// Replaces all pixels.
    func copy(from memory: WordMemory) {
        cairo_surface_flush(surface)
        _ = words.update(fromContentsOf: memory.words[..<words.count])
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
    private let frame: FrameStatePainter.Shown

    /// - Parameter count: the number of painted layers.
    init(_ frame: FrameStatePainter.Shown, count: Int, spent: Int, _ pixels: PaintedWords) {
        layers = frame.frameState.layers[..<count]
        (self.frame, self.spent) = (frame, spent)
        cairo_surface_flush(pixels.surface)
        _ = memory.cleared(pixels.words.count).update(fromContentsOf: pixels.words)
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
