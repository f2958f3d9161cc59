import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// The result of the first pass over a source: the distinct pictures, their times, and the parts that stay constant over several pictures.
///
/// Equal pictures are one *scene*, numbered in the order of their first appearance. All later steps work on scenes, so a loop costs nothing.
struct PictureSurvey: Sendable {
    /// Scenes from the first up to, but not including, the last.
    struct Run: Hashable, Sendable {
        let start: Int32
        let end: Int32

        var count: Int { Int(end - start) }
    }

    let grid: TileGrid
    /// The start time of each picture in seconds, followed by the end time.
    private(set) var times: [Double] = [0]
    /// The scene of each picture; negative if it is not shown.
    private(set) var scenes: [Int32] = []
    private(set) var sceneCount = 0
    /// The tiles that stay constant over at least two scenes, by these scenes. Fully transparent tiles are excluded.
    private(set) var runs: [Run: [Int32]] = [:]
    /// The pixels of changed tiles, summed over all scenes.
    private(set) var changedPixels = 0
    /// The approximate size of a tile in a file.
    private(set) var bytesPerTile = 1.0

    private var tracker: PictureTracker
    /// The latest new scene. For each tile, the scene since which it is constant, and whether it is transparent.
    private var reference: [UInt8] = []
    private var since: [Int32]
    private var isClear: [Bool]
    private var known: [Int: Int32] = [:]
    private var current: Int32 = -1
    private var shortestRun = 2
    private var runTiles = 0
    private var samples = (bytes: 0, tiles: 0)

    /// The maximum number of tiles in all runs. Beyond it, shorter runs are dropped, so that memory does not grow with the duration.
    private static let maximumRunTiles = 4 << 20

    init(grid: TileGrid, tolerance: UInt8) {
        self.grid = grid
        tracker = PictureTracker(grid: grid, tolerance: tolerance)
        since = [Int32](repeating: 0, count: grid.count)
        isClear = [Bool](repeating: false, count: grid.count)
    }

    /// - Parameter isShown: whether the picture gets a frame of the movie.
    mutating func add(_ picture: ComposedPicture, isShown: Bool) throws(SVGAError) {
        times.append((times.last ?? 0) + max(0, picture.seconds))
        guard isShown else {
            scenes.append(-1)
            return
        }
        if tracker.show(picture.pixmap) {
            var hasher = Hasher()
            tracker.displayed.withUnsafeBytes { hasher.combine(bytes: $0) }
            let hash = hasher.finalize()
            if let scene = known[hash] {
                current = scene
            } else {
                current = Int32(sceneCount)
                known[hash] = current
                try begin(current)
                sceneCount += 1
            }
        }
        scenes.append(current)
    }

    private mutating func begin(_ scene: Int32) throws(SVGAError) {
        for tile in 0..<grid.count {
            let area = grid.area(tile)
            if scene > 0 {
                guard PictureTracker.differ(reference, tracker.displayed, area, width: grid.width) else { continue }
                close(tile, at: scene)
            }
            changedPixels += area.pixels
            since[tile] = scene
            isClear[tile] = PictureTracker.isClear(tracker.displayed, area, width: grid.width)
        }
        reference = tracker.displayed
        // Samples the scenes 1, 2, 4 and so on to estimate the size of pictures.
        if scene & (scene - 1) == 0 { try sample() }
    }

    private mutating func close(_ tile: Int, at scene: Int32) {
        let run = Run(start: since[tile], end: scene)
        guard run.count >= shortestRun, !isClear[tile] else { return }
        runs[run, default: []].append(Int32(tile))
        runTiles += 1
        while runTiles > PictureSurvey.maximumRunTiles {
            shortestRun *= 2
            runs = runs.filter { $0.key.count >= shortestRun }
            runTiles = runs.values.reduce(0) { $0 + $1.count }
        }
    }

    private mutating func sample() throws(SVGAError) {
        let pixmap = Pixmap(width: grid.width, height: grid.height, pixels: tracker.displayed)
        samples.bytes += try pixmap.pngData(PNGEncoder(effort: 0)).count
        samples.tiles += isClear.reduce(0) { $0 + ($1 ? 0 : 1) }
        bytesPerTile = Double(samples.bytes) / Double(max(1, samples.tiles))
    }

    /// Must be called after the last picture.
    mutating func finish() {
        for tile in 0..<grid.count { close(tile, at: Int32(sceneCount)) }
        (reference, known) = ([], [:])
    }

    /// The scene of each frame of the movie.
    func timeline(fps: Int) -> [Int32] {
        var frames: [Int32] = []
        for (index, scene) in scenes.enumerated() where scene >= 0 {
            let end = PictureTiming.frame(at: times[index + 1], fps: fps)
            // The last picture is shown, even if its duration is very short.
            let count = max(end - frames.count, index == scenes.count - 1 ? 1 : 0)
            frames += repeatElement(scene, count: count)
        }
        // Hidden pictures may follow the last visible one.
        if let last = frames.last, let end = times.last {
            frames += repeatElement(last, count: max(0, PictureTiming.frame(at: end, fps: fps) - frames.count))
        }
        return frames
    }
}
