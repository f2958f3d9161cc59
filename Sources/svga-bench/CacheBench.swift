import Dispatch
import Foundation
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport

/// Measures the gain of each cache of painting and encoding. Runs the same work with and without the cache, alternately, and measures the
/// processor time of the process.
enum CacheBench {
    enum Cache: String, CaseIterable {
        /// Frames that scenes of one movie share (`SharedFrames`). Work: a still for each of several users.
        case sharedFrames
        /// Pictures that were encoded before (`EncodedPictures`). Work: an animated WebP for each of several users.
        case encodedPictures
        /// The octagon around the visible pixels of a bitmap (`OpacityHull`). Work: each frame, painted by a new painter.
        case opacityHull
        /// The parts in which a matte is visible (`VisibleParts`). Work: each frame, painted by a new painter.
        case shownParts
        /// The parts that differ from the last frame (`DisjointParts`). Work: consecutive frames.
        case changedParts
    }

    struct Row {
        let file: String
        let cache: Cache
        /// The time of the fastest round, in milliseconds.
        let with: Double
        let without: Double

        /// The saved share of the time without the cache.
        var gain: Double { 1 - with / without }
    }

    private static let (users, frames, pictureFrames, rounds) = (12, 24, 8, 5)
    /// The width of stills and animations, in pixels.
    private static let width = 200

    /// - Returns: nil if the cache has no work in this movie.
    static func measure(_ path: String, _ cache: Cache) throws(BenchError) -> Row? {
        do {
            guard let data = FileManager.default.contents(atPath: path) else { throw BenchError("it cannot be read") }
            let movie = try VideoEntity(bytes: [UInt8](data))
            guard movie.frameCount > 1, let key = nameKey(movie, cache) else { return nil }
            var best = (with: Double.infinity, without: Double.infinity)
            // The first round warms up.
            for round in 0...rounds {
                let with = try run(movie, cache, key, isOn: true)
                let without = try run(movie, cache, key, isOn: false)
                if round > 0 { best = (min(best.with, with), min(best.without, without)) }
            }
            return Row(file: URL(fileURLWithPath: path).lastPathComponent, cache: cache, with: best.with, without: best.without)
        } catch {
            throw BenchError("\(error)")
        }
    }

    /// The key that gets another name for each user: `name`, or the last sprite's. nil if the cache has no effect.
    private static func nameKey(_ movie: VideoEntity, _ cache: Cache) -> String? {
        let keys = movie.sprites.filter { $0.imageIndex != nil }.map(\.replacementKey)
        let key = keys.contains("name") ? "name" : keys.last
        switch cache {
        case .sharedFrames, .encodedPictures: return key
        case .shownParts: return movie.sprites.contains { $0.kind == .matte } ? key ?? "" : nil
        case .opacityHull, .changedParts: return key ?? ""
        }
    }

    /// - Returns: milliseconds.
    private static func run(_ movie: VideoEntity, _ cache: Cache, _ key: String, isOn: Bool) throws -> Double {
        switch cache {
        case .sharedFrames: try stills(movie, key, isOn)
        case .encodedPictures: try animations(movie, key, isOn)
        case .opacityHull: try OpacityHull.$isEnabled.withValue(isOn) { try paint(movie, isKept: false) { _ in } }
        case .shownParts: try paint(movie, isKept: false) { $0.skipsHiddenParts = isOn }
        case .changedParts: try paint(movie, isKept: true) { $0.skipsUnchangedParts = isOn }
        }
    }

    private static func timed(_ work: () throws -> Void) rethrows -> Double {
        let start = Clock.seconds(CLOCK_PROCESS_CPUTIME_ID)
        try work()
        return 1000 * (Clock.seconds(CLOCK_PROCESS_CPUTIME_ID) - start)
    }

    // MARK: - Work

    /// - Parameter isKept: whether one painter paints all frames.
    private static func paint(_ movie: VideoEntity, isKept: Bool, _ adjust: (FramePainter) -> Void) throws -> Double {
        let scene = try PreparedMovie(movie, limits: .default, threads: 1).scene()
        let first = max(0, (movie.frameCount - frames) / 2)
        var painter = try scene.makePainter()
        adjust(painter)
        try painter.paint(frame: first)
        return try timed {
            for frame in first..<min(first + frames, movie.frameCount) {
                if !isKept {
                    painter = try scene.makePainter()
                    adjust(painter)
                }
                try painter.paint(frame: frame)
            }
        }
    }

    /// Draws stills of users after three other users have drawn the same frame.
    private static func stills(_ movie: VideoEntity, _ key: String, _ isOn: Bool) throws -> Double {
        let prepared = isOn ? PreparedMovie(movie) : PreparedMovie(movie, sharedFrameBytes: 0)
        let frame = movie.frameCount * 5 / 6
        func still(_ user: Int) throws { try scene(prepared, key, user).makePainter().paint(frame: frame) }
        for user in 0..<3 { try still(user) }
        return try timed { for user in 3..<3 + users { try still(user) } }
    }

    /// Exports animations of users after two other users have exported theirs.
    private static func animations(_ movie: VideoEntity, _ key: String, _ isOn: Bool) throws -> Double {
        let (prepared, known) = (PreparedMovie(movie), isOn ? EncodedPictures(maximumBytes: 64 << 20) : nil)
        let first = max(0, (movie.frameCount - pictureFrames) / 2)
        let timing = ExportTiming(frames: Array(first..<min(first + pictureFrames, movie.frameCount)))
        func animation(_ user: Int) throws {
            let scene = try scene(prepared, key, user)
            try waiting {
                let destination = OutputDestination(name: "a.webp", in: OutputMemory(takesOneFile: true))
                let sink = WebPSink(to: destination, options: WebPOptions(effort: 2), known: known)
                try await Exporter.export(scene, to: sink, options: ExportOptions(threadCount: 1, timing: timing))
            }
        }
        for user in 0..<2 { try animation(user) }
        return try timed { for user in 2..<5 { try animation(user) } }
    }

    private static func scene(_ prepared: PreparedMovie, _ key: String, _ user: Int) throws -> SVGAScene {
        var person = Substitutions()
        person.setText("User \(user)", forKey: key)
        return try prepared.scene(options: RenderOptions(size: .pixels(width: width, height: 0)), substitutions: person)
    }

    private static func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
        let end = DispatchSemaphore(value: 0)
        let failure = Locked<(any Error)?>(nil)
        Task.detached {
            do { try await body() } catch { failure.withLock { $0 = error } }
            end.signal()
        }
        end.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    // MARK: - Table

    static func table(_ rows: [Row]) -> String {
        func cell(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
        func line(_ cells: [String]) -> String { zip(cells, [18, 30, 10, 10, 8]).map { cell($0, $1) }.joined(separator: " ") }
        func milliseconds(_ value: Double) -> String { String(format: "%.2f", value) }
        var lines = ["Caches, in ms of processor time", line(["cache", "file", "with", "without", "gain"])]
        lines += rows.map {
            line([$0.cache.rawValue, $0.file, milliseconds($0.with), milliseconds($0.without), String(format: "%.0f%%", 100 * $0.gain)])
        }
        for cache in Cache.allCases {
            let own = rows.filter { $0.cache == cache }
            guard let mean = GeometricMean.of(own.map { $0.with / $0.without }), let best = own.map(\.gain).max() else { continue }
            let useful = own.count { $0.gain >= 0.05 }
            lines.append(
                String(
                    format: "%@: %.0f%% less time in the geometric mean of %d files, at least 5%% in %d, at most %.0f%%",
                    cache.rawValue, 100 * (1 - mean), own.count, useful, 100 * best))
        }
        return lines.joined(separator: "\n")
    }
}
