import Foundation
import Glibc
import SVGAModel
import SVGAPixels
import SVGARender

/// Measures the phases of one file.
enum FileBench {
    private static let fewestRounds = 3
    private static let comparedFrames = 6

    /// All phases run once a round, so that whatever else the machine does falls on all of them alike. The first round
    /// warms up and is not counted.
    static func measure(_ path: String, _ options: BenchOptions) throws(BenchError) -> FileReport {
        do {
            guard let data = FileManager.default.contents(atPath: path) else { throw BenchError("it cannot be read") }
            let subject = try Subject(bytes: [UInt8](data), mostFrames: options.frames)
            let phases = try options.phases.map { (name: $0, phase: try $0.make(subject)) }
            var milliseconds: [PhaseName: [Double]] = [:]
            let start = seconds(CLOCK_MONOTONIC)
            var round = 0
            while round <= min(fewestRounds, options.runs)
                || (round <= options.runs && seconds(CLOCK_MONOTONIC) - start < options.seconds)
            {
                for (name, phase) in phases {
                    let before = seconds(CLOCK_THREAD_CPUTIME_ID)
                    try phase.run()
                    let took = 1000 * (seconds(CLOCK_THREAD_CPUTIME_ID) - before)
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
            let frames = name.isPerFrame ? (sampled: subject.frames.count, all: subject.movie.frames) : nil
            timings[name.rawValue] = Timing(Measurement(values), frames: frames)
        }
        return FileReport(
            file: URL(fileURLWithPath: path).lastPathComponent, bytes: subject.bytes.count, width: subject.scene.widthPixels,
            height: subject.scene.heightPixels, frames: subject.movie.frames, sampledFrames: subject.frames.count,
            coveredPixels: covered, naiveDifference: phases.contains { $0 is NaivePhase } ? try difference(subject) : nil, phases: timings)
    }

    /// How far the yardstick's picture is from the painter's, as a mean over some frames and all channels, of 255: were it large,
    /// the comparison would be of different work.
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

    /// Processor time of this thread alone where asked for, so that waiting for a processor is no part of it.
    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
