import SVGASupport

/// Painters of one animation that are not in use. A new one takes memory for its canvas and groups, which costs as much time as a small frame.
final class IdlePainters: Sendable {
    /// Unchecked, because a painter has writable memory. Only one owner uses it: a ``LottiePainter`` returns it at deinitialization, and
    /// another one takes it.
    private struct Idle: @unchecked Sendable { let painter: FrameStatePainter }

    /// The maximum memory of idle canvases with their groups. One painter is kept up to twice this.
    private static let maximumBytes = 16 << 20
    private static let maximumPainters = 8

    private let idle = Locked<[Idle]>([])

    func take() -> FrameStatePainter? { idle.withLock { $0.popLast() }?.painter }

    func give(_ painter: FrameStatePainter) {
        let bytes = painter.keptBytes
        guard !painter.hasFailed, bytes <= 2 * IdlePainters.maximumBytes else { return }
        let returned = Idle(painter: painter)
        let maximum = min(max(1, IdlePainters.maximumBytes / max(1, bytes)), IdlePainters.maximumPainters)
        idle.withLock { if $0.count < maximum { $0.append(returned) } }
    }
}
