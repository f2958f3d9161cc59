import Glibc
import SVGAModel
import SVGAPixels
public import SVGARender
import SVGASupport

/// Why frames could not be compared. The description is one line for a person.
public enum FrameComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A frame of the first movie, or of the second, could not be drawn.
    case render(isSecond: Bool, RenderError)
    /// The task was cancelled.
    case cancelled

    public var description: String {
        switch self {
        case .render(_, let error): error.description
        case .cancelled: "cancelled"
        }
    }
}

/// Draws the same frames of two movies and compares their pixels, on all cores.
///
/// ```swift
/// let differences = try await FrameComparison(before, after).differences()
/// let isLossless = differences.allSatisfy(\.isIdentical)
/// let worst = differences.map(\.similarity).min()
/// ```
///
/// The memory this takes depends on the number of threads and the size of a frame, not on the number of frames. Where the sizes of the
/// two differ, the top left part that both have is compared; where their lengths differ, the frames that both have.
public struct FrameComparison: Sendable {
    private let first: Scene
    private let second: Scene
    /// What is compared of each frame, in pixels.
    public let widthPixels: Int
    public let heightPixels: Int
    /// How many frames both movies have.
    public let frames: Int

    public init(_ first: Scene, _ second: Scene) {
        self.first = first
        self.second = second
        widthPixels = min(first.widthPixels, second.widthPixels)
        heightPixels = min(first.heightPixels, second.heightPixels)
        frames = min(first.movie.frames, second.movie.frames)
    }

    /// Compares frames, in no particular order.
    ///
    /// - Parameters:
    ///   - indices: which, 0-based and below ``frames``; nil: all.
    ///   - threads: how many work at once; 0 means one for each processor core.
    ///   - isEnough: called after each frame, by any thread; once it says yes no further frame is begun. The default compares all.
    ///   - progress: called after each frame with how many are done, never twice at once.
    /// - Returns: what was found of each frame compared, by frame.
    public func differences(
        of indices: [Int]? = nil, threads: Int = 0, until isEnough: @escaping @Sendable (Difference) -> Bool = { _ in false },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(FrameComparisonError) -> [Difference] {
        let indices = indices ?? Array(0..<frames)
        let wanted = threads > 0 ? threads : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let state = Locked(State())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, min(wanted, indices.count)) {
                group.addTask {
                    do throws(FrameComparisonError) {
                        try work(indices, state, isEnough, progress)
                    } catch {
                        state.withLock { $0.failure = $0.failure ?? error }
                    }
                }
            }
        }
        let (results, failure) = state.withLock { ($0.results, $0.failure) }
        if let failure { throw failure }
        return results.sorted { $0.frame < $1.frame }
    }

    private struct State: Sendable {
        var taken = 0
        var isOver = false
        var failure: FrameComparisonError?
        var results: [Difference] = []
    }

    /// One task's share: whatever frame is the next that nobody has taken.
    private func work(
        _ indices: [Int], _ state: Locked<State>, _ isEnough: (Difference) -> Bool, _ progress: (Int, Int) -> Void
    ) throws(FrameComparisonError) {
        let left = try FrameSource(first, isSecond: false)
        let right = try FrameSource(second, isSecond: true)
        defer { withExtendedLifetime((left, right)) {} }
        while true {
            let next = state.withLock { state -> Int? in
                guard state.failure == nil, !state.isOver, state.taken < indices.count else { return nil }
                defer { state.taken += 1 }
                return state.taken
            }
            guard let next else { return }
            guard !Task.isCancelled else { throw .cancelled }
            let difference = Difference(
                frame: indices[next], try left.grid(frame: indices[next]).cropped(width: widthPixels, height: heightPixels),
                try right.grid(frame: indices[next]).cropped(width: widthPixels, height: heightPixels))
            let isOver = isEnough(difference)
            state.withLock { state in
                state.results.append(difference)
                state.isOver = state.isOver || isOver
                progress(state.results.count, indices.count)
            }
        }
    }
}

/// One movie's painter, and the memory its frames are compared in; for one task.
private final class FrameSource {
    private let painter: FramePainter
    private let isSecond: Bool
    private let buffer: UnsafeMutablePointer<UInt8>
    private let byteCount: Int

    init(_ scene: Scene, isSecond: Bool) throws(FrameComparisonError) {
        self.isSecond = isSecond
        do throws(RenderError) {
            painter = try scene.makePainter()
        } catch {
            throw .render(isSecond: isSecond, error)
        }
        byteCount = 4 * scene.widthPixels * scene.heightPixels
        buffer = .allocate(capacity: byteCount)
        buffer.initialize(repeating: 0, count: byteCount)
    }

    deinit { buffer.deallocate() }

    /// Valid until the next frame is asked for, as long as this object lives.
    func grid(frame: Int) throws(FrameComparisonError) -> PixmapView {
        do throws(RenderError) {
            try painter.paint(frame: frame)
        } catch {
            throw .render(isSecond: isSecond, error)
        }
        painter.copyPixels(.premultiplied, into: UnsafeMutableRawBufferPointer(start: buffer, count: byteCount))
        return PixmapView(base: buffer, width: painter.widthPixels, height: painter.heightPixels, rowBytes: 4 * painter.widthPixels)
    }
}
