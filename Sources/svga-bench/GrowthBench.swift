import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender

/// How the time for a frame grows with each count of a movie, and how much faster two threads are than one. The movies are made for it.
struct Growth: Codable {
    /// What is measured over one count.
    struct Series: Codable {
        /// What is counted.
        let count: String
        /// What is measured for each frame: `paint` or `read`.
        let work: String
        let points: [Point]

        /// The time for one frame at the last point by that at the first, divided by what linear growth would make of it: at most about 1.
        /// Movies of more frames have as much to do for a frame.
        var toLinear: Double {
            guard let first = points.first, let last = points.last, first.milliseconds > 0 else { return 0 }
            let growth = count == GrowthBench.Count.frames.rawValue ? 1 : last.count / first.count
            return last.milliseconds / first.milliseconds / growth
        }
    }

    struct Point: Codable {
        let count: Double
        /// Of processor time, for a frame.
        let milliseconds: Double
    }

    /// An export by one and by two threads.
    struct Threads: Codable {
        let format: String
        /// From start to end, on the wall.
        let secondsWithOne: Double
        let secondsWithTwo: Double
        /// Processor time of all threads.
        let processorSecondsWithOne: Double
        let processorSecondsWithTwo: Double
    }

    let series: [Series]
    let threads: [Threads]

    var json: String { BenchJSON.text(self) }

    var text: String {
        var blocks = series.map { series in
            let rows = series.points.map { ["\(Int($0.count))", BenchTable.number($0.milliseconds)] }
            return BenchTable.table([series.count, "\(series.work), ms a frame"], rows)
                + "\n\(BenchTable.number(series.toLinear, 2)) of linear growth"
        }
        if !threads.isEmpty {
            let header = ["svga render to", "1 thread s", "2 threads s", "times as fast", "processor s", "with 2"]
            let rows = threads.map { row in
                [row.format]
                    + [
                        row.secondsWithOne, row.secondsWithTwo, row.secondsWithOne / row.secondsWithTwo, row.processorSecondsWithOne,
                        row.processorSecondsWithTwo,
                    ].map { BenchTable.number($0, 2) }
            }
            blocks.append(BenchTable.table(header, rows))
        }
        return blocks.joined(separator: "\n\n")
    }
}

/// Makes the movies and measures them.
enum GrowthBench {
    enum Count: String, CaseIterable {
        case sprites
        case canvasPixels = "canvas pixels"
        case frames

        var sizes: [Int] {
            switch self {
            case .sprites: [10, 30, 100, 300, 1000, 3000, 10_000]
            case .canvasPixels: [100, 200, 400, 800, 1600, 4096].map { $0 * $0 }
            case .frames: [10, 100, 1000, 10_000, 100_000]
            }
        }

        /// A movie of which this is the only count that changes.
        func movie(_ size: Int) throws -> [UInt8] {
            switch self {
            case .sprites: try GrowthMovie(sprites: size).bytes()
            case .canvasPixels:
                try GrowthMovie(side: Int(Double(size).squareRoot().rounded()), bitmapShare: 0.5).bytes()
            case .frames: try GrowthMovie(sprites: 4, frames: size).bytes()
            }
        }
    }

    /// Frames that are painted, evenly taken from all.
    private static let paintedFrames = 8

    /// - Parameters:
    ///   - svga: the program that exports by one and by two threads; nil: that is not measured.
    ///   - rounds: how often each is run; the fastest run counts.
    ///   - note: shows how far it is.
    static func measure(svga: String?, rounds: Int, note: (String) -> Void) throws(BenchError) -> Growth {
        do {
            var series: [Growth.Series] = []
            for count in Count.allCases {
                var (paint, read): ([Growth.Point], [Growth.Point]) = ([], [])
                for size in count.sizes {
                    let bytes = try count.movie(size)
                    let subject = try Subject(path: "", bytes: bytes, mostFrames: paintedFrames)
                    let phase = try PaintPhase(subject)
                    let painting = try fastest(rounds + 1) { try phase.measure() } / Double(subject.frames.count)
                    paint.append(Growth.Point(count: Double(size), milliseconds: painting))
                    if count == .frames {
                        let reading = try fastest(rounds) {
                            let before = Clock.seconds(CLOCK_THREAD_CPUTIME_ID)
                            _ = try VideoEntity(bytes: bytes)
                            return 1000 * (Clock.seconds(CLOCK_THREAD_CPUTIME_ID) - before)
                        }
                        read.append(Growth.Point(count: Double(size), milliseconds: reading / Double(size)))
                    }
                    note("\(count.rawValue): \(size)   \r")
                }
                series.append(Growth.Series(count: count.rawValue, work: "paint", points: paint))
                if !read.isEmpty { series.append(Growth.Series(count: count.rawValue, work: "read", points: read)) }
            }
            return Growth(series: series, threads: try svga.map { try threads(svga: $0, rounds: rounds) } ?? [])
        } catch {
            throw BenchError("\(error)")
        }
    }

    private static func fastest(_ rounds: Int, _ body: () throws -> Double) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<rounds { best = min(best, try body()) }
        return best
    }

    /// Exports of a movie of 720 × 1280 by one and by two threads.
    private static func threads(svga: String, rounds: Int) throws -> [Growth.Threads] {
        let folder = NSTemporaryDirectory() + "svga-bench-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let movie = "\(folder)/movie.svga"
        let bytes = try GrowthMovie(sprites: 30, frames: 48, side: 960, bitmapShare: 0.2).bytes()
        try Data(bytes).write(to: URL(fileURLWithPath: movie))
        let outputs = [
            ("rgba", ["--format", "rgba", "-o", "-"]), ("png", ["-o", "\(folder)/%05d.png"]), ("webp", ["-o", "\(folder)/a.webp"]),
        ]
        return try outputs.map { format, output in
            var best: [(seconds: Double, processor: Double)] = [(.infinity, .infinity), (.infinity, .infinity)]
            for _ in 0..<rounds {
                for threads in 1...2 {
                    let run = try ProcessRun([[svga, "render", movie, "-q", "--force", "--threads", "\(threads)"] + output])
                    best[threads - 1].seconds = min(best[threads - 1].seconds, run.seconds)
                    best[threads - 1].processor = min(best[threads - 1].processor, run.processorSeconds)
                }
            }
            return Growth.Threads(
                format: format, secondsWithOne: best[0].seconds, secondsWithTwo: best[1].seconds,
                processorSecondsWithOne: best[0].processor, processorSecondsWithTwo: best[1].processor)
        }
    }
}

/// A movie in which every sprite turns a little in every frame, so that a frame never looks like the one before it.
struct GrowthMovie {
    var sprites = 10
    var frames = 8
    /// Of the canvas, in points.
    var side = 400
    /// The side of each sprite's bitmap on the canvas, as a part of the canvas's side.
    var bitmapShare = 0.04

    /// The side of the bitmap in the file, in pixels.
    private static let bitmapSide = 64

    func bytes() throws -> [UInt8] {
        var movie = try MovieBuilder(width: Double(side), height: Double(side), fps: 20, frames: frames)
        try movie.addImage(GrowthMovie.bitmap, key: "bitmap")
        let scale = bitmapShare * Double(side) / Double(GrowthMovie.bitmapSide)
        for sprite in 0..<sprites {
            try movie.addSprite("bitmap") { frame in
                let angle = Double(sprite) + 0.01 * Double(frame % 1000)
                let (cosine, sine) = (scale * cos(angle), scale * sin(angle))
                // The golden ratio spreads the sprites over the canvas.
                let place = 0.618_033_988 * Double(sprite)
                let (x, y) = (0.5 + 0.3 * (2 * (place - place.rounded(.down)) - 1), 0.2 + 0.6 * Double(sprite % 97) / 97)
                return MovieBuilder.Frame(
                    alpha: 0.75,
                    transform: Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: x * Double(side), ty: y * Double(side)))
            }
        }
        return try movie.build().write(as: .v2)
    }

    /// A disc with a soft edge.
    private static var bitmap: Pixmap {
        var picture = Pixmap(width: bitmapSide, height: bitmapSide)
        let middle = Double(bitmapSide) / 2
        for y in 0..<bitmapSide {
            for x in 0..<bitmapSide {
                let distance = hypot(Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
                let alpha = max(0, min(1, (middle - distance) / 8))
                let place = 4 * (y * bitmapSide + x)
                for channel in 0..<3 { picture.pixels[place + channel] = UInt8(alpha * Double(80 + 60 * channel + x)) }
                picture.pixels[place + 3] = UInt8(alpha * 255)
            }
        }
        return picture
    }
}
