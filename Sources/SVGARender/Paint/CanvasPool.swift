import CCairo
import SVGASupport

/// Canvases that painters have finished with, for the next ones: fresh memory costs about as much time as drawing a small frame.
final class CanvasPool: Sendable {
    /// Unchecked, because Cairo's handles cannot be `Sendable`. A canvas in here belongs to nobody else: a painter gives it away when the
    /// painter itself is gone, and only one other gets it.
    private struct Idle: @unchecked Sendable { let canvas: CairoCanvas }

    /// Memory for the canvases of one size.
    private static let mostBytes = 8 << 20
    private static let mostCanvases = 8

    private let width: Int
    private let height: Int
    private let mostIdle: Int
    private let idle = Locked<[Idle]>([])

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        mostIdle = min(CanvasPool.mostCanvases, CanvasPool.mostBytes / (4 * width * height))
    }

    /// A canvas of this size, with anything on it.
    func take(width: Int, height: Int) throws(RenderError) -> CairoCanvas {
        if width == self.width, height == self.height, let known = idle.withLock({ $0.popLast() }) {
            // As a group's canvas it was left with the clip of its last part.
            cairo_reset_clip(known.canvas.context)
            return known.canvas
        }
        return try CairoCanvas(width: width, height: height)
    }

    /// - Parameter canvases: without an error or a saved state. Nobody else may use them.
    func give(_ canvases: [CairoCanvas]) {
        let fitting = canvases.filter { $0.width == width && $0.height == height }.map { Idle(canvas: $0) }
        idle.withLock { $0 += fitting.prefix(max(0, mostIdle - $0.count)) }
    }
}
