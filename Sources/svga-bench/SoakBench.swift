import Foundation
import SVGAFormat
import SVGALoading
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGAPlayback
import SVGARender
import SVGASupport

/// Runs for a long time and measures the growth of memory: draws frames with changing substitutions, and plays with caches.
enum SoakBench {
    /// - Parameters:
    ///   - frames: the total number of drawn frames.
    ///   - hours: the playing time, by the player's clock.
    static func run(_ paths: [String], frames: Int, hours: Int = 24, note: (String) -> Void) async throws(BenchError) -> [Result] {
        var files: [(path: String, bytes: [UInt8])] = []
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path) else { throw BenchError("\(path): it cannot be read") }
            files.append((path, [UInt8](data)))
        }
        do {
            var drawing = DrawingSoak(files: files.map(\.bytes))
            let drawn = try drawing.run(frames: frames, note: note)
            var playing = try PlayingSoak(files: files.map(\.bytes))
            return [drawn, try await playing.run(hours: hours, note: note)]
        } catch {
            throw BenchError("\(error)")
        }
    }

    /// The memory of the process during repeated work.
    struct Result {
        let name: String
        /// The unit of counts, for example "frames".
        let unit: String
        /// The count so far, and the memory in bytes at that time.
        private(set) var samples: [(count: Int, bytes: Int)] = []
        /// Other counts, as text.
        var remarks = ""

        init(name: String, unit: String) {
            self.name = name
            self.unit = unit
        }

        mutating func sample(_ count: Int, bytes: Int = Clock.residentBytes()) { samples.append((count, bytes)) }

        /// The samples without the first fifth, in which caches and pools fill.
        private var steady: ArraySlice<(count: Int, bytes: Int)> { samples.dropFirst(samples.count / 5) }

        /// The slope of the least-squares line, in KB per thousand.
        var slope: Double {
            let count = Double(steady.count)
            guard count > 1 else { return 0 }
            let x = steady.reduce(0) { $0 + Double($1.count) } / count
            let y = steady.reduce(0) { $0 + Double($1.bytes) } / count
            let above = steady.reduce(0) { $0 + (Double($1.count) - x) * (Double($1.bytes) - y) }
            let below = steady.reduce(0) { $0 + (Double($1.count) - x) * (Double($1.count) - x) }
            return below > 0 ? above / below : 0
        }

        /// The growth along the line from its start to its end, in MB.
        private var growth: Double {
            guard let first = steady.first, let last = steady.last else { return 0 }
            return slope * Double(last.count - first.count) / 1_000_000
        }

        /// The maximum growth that counts as noise of the allocator, in MB. A leak of 50 bytes per frame would be larger.
        private static let maximumGrowth = 20.0

        var isFlat: Bool { growth <= Result.maximumGrowth }

        var text: String {
            let part = max(1, samples.count / 5)
            let means = stride(from: 0, through: samples.count - part, by: part).map { start in
                let bytes = samples[start..<(start + part)].reduce(0) { $0 + $1.bytes } / part
                return String(format: "%.1f", Double(bytes) / 1_000_000)
            }
            return String(
                format: "%@: %.1f KB a thousand %@ after the first fifth, %.1f MB in all; MB in each fifth: %@; %@", name, slope, unit,
                growth,
                means.joined(separator: ", "), remarks)
        }
    }
}

/// Draws frames of all files at small sizes. Movies, prepared movies and scenes are created and released continuously.
private struct DrawingSoak {
    /// The number of movies that are prepared at a time.
    private static let preparedCount = 4
    private static let framesBetweenSamples = 250

    let files: [[UInt8]]
    private var random = SoakRandom()
    private var prepared: [PreparedMovie] = []
    private var scenes = 0

    init(files: [[UInt8]]) { self.files = files }

    mutating func run(frames: Int, note: (String) -> Void) throws -> SoakBench.Result {
        var result = SoakBench.Result(name: "drawing", unit: "frames")
        let portraits = try (0..<8).map { try ReplacementImage(DrawingSoak.portrait($0)) }
        var drawn = 0
        var lastSample = 0
        while drawn < frames {
            if prepared.count < DrawingSoak.preparedCount || random.one(in: 10) {
                if prepared.count == DrawingSoak.preparedCount { prepared.remove(at: random.below(prepared.count)) }
                prepared.append(PreparedMovie(try VideoEntity(bytes: files[random.below(files.count)])))
            }
            let movie = prepared[random.below(prepared.count)]
            let options = RenderOptions(size: .pixels(width: 40 + random.below(80), height: 0))
            let scene = try movie.scene(options: options, substitutions: substitutions(movie.keys.map(\.key), portraits))
            scenes += 1
            let painter = try scene.makePainter()
            let first = random.below(movie.movie.frameCount)
            for step in 0..<min(1 + random.below(60), frames - drawn) {
                try painter.paint(frame: (first + step) % movie.movie.frameCount)
                drawn += 1
            }
            if drawn - lastSample >= DrawingSoak.framesBetweenSamples {
                lastSample = drawn
                result.sample(drawn)
                note("\(drawn) frames\r")
            }
        }
        result.remarks = "\(drawn) frames of \(scenes) scenes of \(files.count) files"
        return result
    }

    private mutating func substitutions(_ keys: [String], _ portraits: [ReplacementImage]) -> Substitutions {
        var result = Substitutions()
        for _ in 0..<random.below(4) where !keys.isEmpty {
            let key = keys[random.below(keys.count)]
            switch random.below(6) {
            case 0: result.setImage(portraits[random.below(portraits.count)], fit: .cover, mask: .circle, forKey: key)
            case 1: result.setText("User \(random.below(1_000_000)) 林", forKey: key)
            case 2: result.setHidden(true, forKey: key)
            case 3: result.setTint(SVGAColor(red: Double(random.below(256)) / 255, green: 0.5, blue: 1, alpha: 1), forKey: key)
            case 4: result.setOpacity(Double(random.below(100)) / 100, forKey: key)
            default: result.setOffset(x: Double(random.below(40)), y: Double(random.below(40)), forKey: key)
            }
        }
        return result
    }

    private static func portrait(_ number: Int) -> Pixmap {
        var picture = Pixmap(width: 200, height: 200)
        for pixel in 0..<(200 * 200) {
            picture.pixels[4 * pixel] = UInt8(truncatingIfNeeded: pixel &* (number + 3))
            picture.pixels[4 * pixel + 3] = 255
        }
        return picture
    }
}

/// Plays for hours by a clock that the program advances, and requests another movie from the caches each minute.
private struct PlayingSoak {
    /// Less than the size of all files, so that movies are evicted and loaded again.
    private static let cacheBytes = 2 << 20
    private static let ticksASecond = 60

    private let clock = SoakClock()
    private let provider: SoakProvider
    private let disk: TemporaryDiskCache
    private var random = SoakRandom()

    init(files: [[UInt8]]) throws {
        provider = SoakProvider(files: files)
        disk = try TemporaryDiskCache(maximumBytes: PlayingSoak.cacheBytes)
    }

    mutating func run(hours: Int, note: (String) -> Void) async throws -> SoakBench.Result {
        var result = SoakBench.Result(name: "playing", unit: "s of its clock")
        let memory = MemoryCache(maximumBytes: PlayingSoak.cacheBytes)
        var parser = SVGAParser(memoryCache: memory, diskCache: disk.cache)
        let clock = clock
        parser.now = { Int(clock.now.offset / .seconds(1)) }
        let player = SVGAPlayer(try await movie(parser), clock: clock)
        player.startAnimation()
        var shown = 0
        var last: Int?
        for second in 1...(hours * 3600) {
            for _ in 0..<PlayingSoak.ticksASecond {
                clock.advance(by: .nanoseconds(1_000_000_000 / PlayingSoak.ticksASecond))
                let frame = player.update()
                if frame != last { shown += 1 }
                last = frame
            }
            if second % 10 == 0 { command(player) }
            if second % 60 == 0 {
                player.animation = try SVGAScene(try await movie(parser), options: RenderOptions(size: .pixels(width: 60, height: 0)))
                player.startAnimation()
            }
            if second % 300 == 0 {
                result.sample(second)
                note("\(second / 3600) hours\r")
            }
        }
        let cached = "caches of \(memory.bytes / 1000) and \(disk.cache.bytes / 1000) KB"
        result.remarks = "\(shown) frames shown in \(hours) hours, \(provider.loads) movies loaded, \(cached)"
        return result
    }

    private mutating func command(_ player: SVGAPlayer) {
        switch random.below(8) {
        case 0: player.pauseAnimation()
        case 1: player.stopAnimation()
        case 2: player.speed = 0.25 * Double(1 + random.below(8))
        case 3: player.step(toPercentage: Double(random.below(100)) / 100, andPlay: true)
        case 4: player.startAnimation(reverse: true, after: .milliseconds(random.below(2000)))
        case 5: player.loops = random.below(5)
        case 6: player.autoreverses.toggle()
        default: player.startAnimation()
        }
    }

    private mutating func movie(_ parser: SVGAParser) async throws -> VideoEntity {
        try await parser.parse(id: "movie-\(random.below(provider.count))", from: provider)
    }
}

/// A provider of movies that are cached on disk and in memory.
private final class SoakProvider: AnimationProvider {
    private let files: [[UInt8]]
    private let loadCount = Locked(0)

    var count: Int { files.count }
    var loads: Int { loadCount.withLock { $0 } }

    init(files: [[UInt8]]) { self.files = files }

    func source(for id: String) throws(SVGAError) -> AnimationSource {
        guard let index = Int(id.dropFirst("movie-".count)), files.indices.contains(index) else { throw .notFound(name: id) }
        let bytes = files[index]
        return .bytes(cacheKey: id, keepsOnDisk: true) { [self] (_) throws(SVGAError) in
            loadCount.withLock { $0 += 1 }
            return bytes
        }
    }
}

/// A cache in a temporary folder, which is deleted with the cache.
private final class TemporaryDiskCache {
    let cache: DiskCache
    private let folder: String

    init(maximumBytes: Int) throws {
        folder = "\(TemporaryFiles.folder)/svga-soak-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        cache = DiskCache(path: folder, maximumBytes: maximumBytes)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}

/// A clock that the program advances. Sleeping tasks are not woken, because the player is updated at every tick.
private final class SoakClock: _Concurrency.Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Locked(Instant(offset: .zero))

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    /// Ends only if its task is canceled. Each new command to the player cancels it.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try await Task.sleep(for: .seconds(86_400)) }
}

/// A random number generator with the same numbers in each run.
private struct SoakRandom {
    private var state: UInt64 = 2026

    mutating func below(_ bound: Int) -> Int {
        // The generator of Knuth's MMIX. Its upper bits are more random than the lower ones.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(1, bound)
    }

    mutating func one(in count: Int) -> Bool { below(count) == 0 }
}
