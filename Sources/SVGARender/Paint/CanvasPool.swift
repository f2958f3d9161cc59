import SVGASupport

/// Canvases that painters have finished with, for the next ones: fresh memory costs about as much time as drawing a small frame.
final class CanvasPool: Sendable {
    /// Unchecked, because a canvas is memory to write into. One in here belongs to nobody else: a painter gives it away when the painter
    /// itself is gone, and only one other gets it.
    private struct Idle: @unchecked Sendable { let canvas: Canvas }

    /// Memory for the canvases of one size.
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

    /// A canvas of this size, with anything on it.
    func take(width: Int, height: Int) throws(RenderError) -> Canvas {
        if width == self.width, height == self.height, let known = idle.withLock({ $0.popLast() }) { return known.canvas }
        return try Canvas(width: width, height: height)
    }

    /// - Parameter canvases: nobody else may use them.
    func give(_ canvases: [Canvas]) {
        let fitting = canvases.filter { $0.width == width && $0.height == height }.map { Idle(canvas: $0) }
        idle.withLock { $0 += fitting.prefix(max(0, maximumIdleCanvases - $0.count)) }
    }
}
