import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender

/// Measures the phases of one file.
enum PhaseBench {
    private static let fewestRounds = 3
    private static let comparedFrames = 6

    /// Each round runs every phase once, so that other load affects all phases equally. The first round warms up and does not count.
    static func measure(_ path: String, _ options: BenchOptions) throws(BenchError) -> FileReport {
        do {
            guard let data = FileManager.default.contents(atPath: path) else { throw BenchError("it cannot be read") }
            let subject = try Subject(path: path, bytes: [UInt8](data), maximumFrames: options.frames)
            let phases = try options.phases.map { (name: $0, phase: try $0.make(subject)) }
            var milliseconds: [PhaseName: [Double]] = [:]
            let start = Clock.seconds(CLOCK_MONOTONIC)
            var round = 0
            while round <= min(fewestRounds, options.runs)
                || (round <= options.runs && Clock.seconds(CLOCK_MONOTONIC) - start < options.seconds)
            {
                for (name, phase) in phases {
                    let took = try phase.measure()
                    if round > 0 { milliseconds[name, default: []].append(took) }
                }
                round += 1
            }
            return try report(path, subject, phases.map(\.phase), milliseconds)
        } catch {
            throw BenchError("\(error)")
        }
    }

    private static func report(
        _ path: String, _ subject: Subject, _ phases: [any Phase], _ milliseconds: [PhaseName: [Double]]
    ) throws -> FileReport {
        let covered = phases.lazy.compactMap { $0 as? LimitPhase }.first?.coveredPixels
        var timings: [String: Timing] = [:]
        for (name, values) in milliseconds {
            if name == .limit, covered == 0 { continue }
            let frames = name.isPerFrame ? (sampled: subject.frames.count, all: subject.movie.frameCount) : nil
            timings[name.rawValue] = Timing(Measurement(values), frames: frames)
        }
        return FileReport(
            file: URL(fileURLWithPath: path).lastPathComponent, bytes: subject.bytes.count, width: subject.scene.widthPixels,
            height: subject.scene.heightPixels, frames: subject.movie.frameCount, sampledFrames: subject.frames.count,
            coveredPixels: covered, naiveDifference: phases.contains { $0 is NaivePhase } ? try difference(subject) : nil, phases: timings)
    }

    /// The mean difference between the naive painter's pictures and ours, over some frames and all channels, 0…255. If it were large, the times
    /// could not be compared.
    private static func difference(_ subject: Subject) throws -> Double {
        let painter = try subject.scene.makePainter()
        let naive = try NaivePainter(subject.scene)
        let frames = subject.frames.enumerated().filter { $0.offset % max(1, subject.frames.count / comparedFrames) == 0 }.map(\.element)
        var sum = 0
        var count = 0
        for frame in frames {
            try painter.paint(frame: frame)
            try naive.paint(frame: frame)
            let (ours, theirs) = (painter.pixmap().pixels, naive.pixmap().pixels)
            for index in ours.indices { sum += abs(Int(ours[index]) - Int(theirs[index])) }
            count += ours.count
        }
        return count == 0 ? 0 : Double(sum) / Double(count)
    }
}

/// A file with the inputs of the phases.
struct Subject {
    let path: String
    let bytes: [UInt8]
    let limits = ReadLimits.default
    let movie: VideoEntity
    let scene: SVGAScene
    /// The frames that are measured: all of them, or an evenly spaced sample.
    let frames: [Int]

    init(path: String, bytes: [UInt8], maximumFrames: Int) throws {
        self.path = path
        self.bytes = bytes
        movie = try VideoEntity(bytes: bytes)
        scene = try SVGAScene(movie)
        let (all, count) = (movie.frameCount, min(movie.frameCount, maximumFrames))
        frames = (0..<count).map { $0 * all / count }
    }
}

/// The times of several runs, in milliseconds.
struct Measurement {
    let min: Double
    let p10: Double
    let median: Double
    let p90: Double
    let runs: Int

    /// - Precondition: `values` is not empty.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        func quantile(_ part: Double) -> Double {
            let position = part * Double(sorted.count - 1)
            let lower = Int(position)
            let upper = Swift.min(lower + 1, sorted.count - 1)
            return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
        }
        min = sorted[0]
        p10 = quantile(0.1)
        median = quantile(0.5)
        p90 = quantile(0.9)
        runs = sorted.count
    }
}

/// Time and memory as the system reports them.
enum Clock {
    /// The time of a clock. The clocks of processor time do not count waiting for a processor.
    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The resident memory of the process, in bytes.
    static func residentBytes() -> Int {
        let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
