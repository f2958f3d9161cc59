import SVGAModel
import SVGASupport

/// Canvases of finished painters, for reuse: allocating memory takes about as long as drawing a small frame.
final class CanvasPool: Sendable {
    /// Unchecked, because a canvas is writable memory. Only one owner uses a canvas: a painter returns it at deinitialization, and one
    /// other painter takes it.
    private struct Idle: @unchecked Sendable { let canvas: Canvas }

    /// The maximum memory for idle canvases of one size.
    private static let maximumBytes = 8 << 20
    private static let maximumCanvases = 8

    private let width: Int
    private let height: Int
    private let maximumIdleCanvases: Int
    private let idle = Locked<[Idle]>([])

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        maximumIdleCanvases = min(CanvasPool.maximumCanvases, CanvasPool.maximumBytes / (4 * width * height))
    }

    /// A canvas of this size with undefined pixels.
    func take(width: Int, height: Int) throws(SVGAError) -> Canvas {
        if width == self.width, height == self.height, let reused = idle.withLock({ $0.popLast() }) { return reused.canvas }
        return try Canvas(width: width, height: height)
    }

    /// - Parameter canvases: without other users.
    func give(_ canvases: [Canvas]) {
        let fitting = canvases.filter { $0.width == width && $0.height == height }.map { Idle(canvas: $0) }
        idle.withLock { $0 += fitting.prefix(max(0, maximumIdleCanvases - $0.count)) }
    }
}
